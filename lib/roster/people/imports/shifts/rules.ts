import { counted } from '../../../labels'
import { dayName, faultOfShift, nameOfShift } from '../../rules'
import { templateInput } from '../../schema'
import { type Column, readSheet, type SheetRow, textOf, yesOrNo } from '../csv/rules'
import { isSame, keptText, type Plan, type Planned, refusedRow, settledRow } from '../rules'

type Key = 'weekday' | 'startTime' | 'endTime' | 'role' | 'minSeats' | 'targetSeats' | 'keyWanted' | 'active'
export const SHIFT_COLUMNS: readonly Column<Key>[] = [
  { key: 'weekday', label: 'Day', also: ['weekday', 'dayofweek'], required: true },
  { key: 'startTime', label: 'Start', also: ['starts', 'from', 'begin', 'begins', 'starttime'], required: true },
  { key: 'endTime', label: 'End', also: ['ends', 'to', 'until', 'till', 'endtime'], required: true },
  { key: 'role', label: 'Role', also: ['whatisdone', 'what', 'task', 'job', 'shift'], required: true },
  { key: 'minSeats', label: 'Needed', also: ['min', 'minimum', 'atleast', 'neededatleast', 'peopleneeded'] },
  { key: 'targetSeats', label: 'Wanted', also: ['seats', 'people', 'target', 'peoplewanted'] },
  { key: 'keyWanted', label: 'Key holder', also: ['key', 'keyholderwanted', 'wantsakeyholder'] },
  { key: 'active', label: 'Active', also: ['state', 'isactive', 'inthepattern'] },
]

export type ShiftValue = {
  weekday: number
  startTime: string
  endTime: string
  role: string
  minSeats: number
  targetSeats: number
  keyWanted: boolean
  active: boolean
}
export type KnownShift = ShiftValue & { id: string }

/** Which shift a row is of. */
type Place = Pick<ShiftValue, 'weekday' | 'startTime' | 'role'>
type Rest = { [K in Exclude<keyof ShiftValue, keyof Place | 'endTime'>]: ShiftValue[K] | null }
type Said = Place & Pick<ShiftValue, 'endTime'> & Rest

const placeOf = ({ weekday, startTime, role }: Place) => `${weekday} ${startTime} ${role.normalize('NFC')}`

/** 'Fri', 'friday', 'Fridays', '5' → 5; null for no day. */
function dayOf(cell: string): number | null {
  if (/^[1-7]$/.test(cell)) return Number(cell)
  const word = cell.toLowerCase().replace(/\.$/, '').replace(/s$/, '')
  if (word.length < 2) return null
  return [1, 2, 3, 4, 5, 6, 7].find((day) => dayName(day).toLowerCase().startsWith(word)) ?? null
}

/** '18:00', '18.00', '9:30', '18:00:00', '6 pm' → '18:00'; null for no time of day. */
function timeOf(cell: string): string | null {
  const found = /^(\d{1,2})(?:[:.h](\d{2})(?::00)?)?\s*(am|pm)?$/i.exec(cell)
  if (!found || (found[2] === undefined && found[3] === undefined)) return null
  const half = found[3]?.toLowerCase()
  const hour = Number(found[1])
  if (half && (hour < 1 || hour > 12)) return null
  const hours = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour
  const minutes = Number(found[2] ?? 0)
  return hours < 24 && minutes < 60 ? `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}` : null
}

/** A whole number of people; null for an empty cell, undefined for what is none. */
function countOf(cell: string | null): number | null | undefined {
  if (!cell) return null
  return /^\d{1,2}$/.test(cell) ? Number(cell) : undefined
}

const notTime = (cell: string | null, what: string) =>
  `“${cell ?? ''}” under ${what} is no time of day. Write it as 18:00.`
const notCount = (cell: string | null, what: string) => `“${cell}” under ${what} is no number of people from 0 to 99.`

function saidBy({ at, fault }: SheetRow<Key>): Said | string {
  if (fault) return fault
  const weekday = dayOf(at.weekday ?? '')
  if (!weekday) return `“${at.weekday ?? ''}” under Day is no day of the week. Write it as Friday.`
  const [startTime, endTime] = [timeOf(at.startTime ?? ''), timeOf(at.endTime ?? '')]
  if (!startTime) return notTime(at.startTime, 'Start')
  if (!endTime) return notTime(at.endTime, 'End')
  const written = textOf(at.role ?? '')
  if (!written.ok) return written.reason
  const role = templateInput.shape.role.safeParse(written.text)
  if (!role.success) return role.error.issues[0]?.message ?? ''
  const [minSeats, targetSeats] = [countOf(at.minSeats), countOf(at.targetSeats)]
  if (minSeats === undefined) return notCount(at.minSeats, 'Needed')
  if (targetSeats === undefined || targetSeats === 0) return notCount(at.targetSeats, 'Wanted').replace('0 to', '1 to')
  const [keyWanted, active] = [yesOrNo(at.keyWanted), yesOrNo(at.active)]
  if (keyWanted === undefined) return `“${at.keyWanted}” under Key holder is neither yes nor no.`
  if (active === undefined) return `“${at.active}” under Active is neither yes nor no.`
  return { weekday, startTime, endTime, role: role.data, minSeats, targetSeats, keyWanted, active }
}

/** A row with what is there, or the usual, where it says nothing. */
function filled(said: Said, was: ShiftValue | null): ShiftValue {
  const targetSeats = said.targetSeats ?? was?.targetSeats ?? said.minSeats ?? 1
  return {
    ...said,
    role: keptText(was?.role ?? '', said.role),
    targetSeats,
    minSeats: said.minSeats ?? was?.minSeats ?? Math.min(1, targetSeats),
    keyWanted: said.keyWanted ?? was?.keyWanted ?? false,
    active: said.active ?? was?.active ?? true,
  }
}

/** 'Fri 20:00 – 00:30, Bar, 2 to 4 people, key holder wanted' */
function readsOf({ weekday, startTime, endTime, role, minSeats, targetSeats, keyWanted, active }: ShiftValue): string {
  const people = counted(targetSeats, 'person', 'people')
  const seats = minSeats === targetSeats ? people : `${minSeats} to ${people}`
  const time = `${dayName(weekday).slice(0, 3)} ${startTime} – ${endTime}`
  return [time, role, seats, keyWanted && 'key holder wanted', !active && 'retired'].filter(Boolean).join(', ')
}

const valuesOf = ({ id: _, ...value }: KnownShift): ShiftValue => value

/** The shift of the pattern that a row is of; null for one to be added, or why it cannot be told. */
function matched(said: Said, free: readonly KnownShift[]): KnownShift | null | string {
  const same = free.find((one) => isSame(valuesOf(one), filled(said, one)))
  if (same) return same
  const live = free.filter(({ active }) => active)
  const choice = live.length > 0 ? live : free
  if (choice.length > 1)
    return `The pattern has ${nameOfShift(said)} ${choice.length} times, so it is not clear which is meant. Change it there.`
  return choice[0] ?? null
}

/**
 * What a file of the weekly pattern will do, row by row: a shift is known by its day, start and role. An empty cell
 * leaves what is there, and a shift that is not in the file stays. Or why the whole cannot be read.
 */
export function planShifts(
  text: string,
  known: readonly KnownShift[],
): { ok: true; plan: Plan<ShiftValue> } | { ok: false; reason: string } {
  const read = readSheet(text, SHIFT_COLUMNS)
  if (!read.ok) return read
  const places = new Map<string, KnownShift[]>()
  for (const shift of known) places.set(placeOf(shift), [...(places.get(placeOf(shift)) ?? []), shift])
  const lines = new Map<string, number>()
  const planRow = (row: SheetRow<Key>): Planned<ShiftValue> => {
    const said = saidBy(row)
    const { line, cells, at } = row
    if (typeof said === 'string')
      return refusedRow({ line, cells, name: [at.weekday, at.startTime].filter(Boolean).join(' ') }, said)
    const base = { line, cells, name: nameOfShift(said) }
    const free = (places.get(placeOf(said)) ?? []).filter(({ id }) => !lines.has(id))
    const before = free.length === 0 && lines.get(placeOf(said))
    if (before) return refusedRow(base, `Line ${before} is of the same day, start and role. Leave one of them out.`)
    const found = matched(said, free)
    if (typeof found === 'string') return refusedRow(base, found)
    const value = filled(said, found)
    const fault = faultOfShift(value)
    if (fault) return refusedRow(base, fault.reason)
    if (found) lines.set(found.id, line)
    lines.set(placeOf(said), lines.get(placeOf(said)) ?? line)
    if (!found) return { ...base, note: null, verdict: 'added', value, reads: readsOf(value) }
    const note = found.active || said.active !== null ? null : 'Retired, and stays so.'
    return settledRow(base, { id: found.id, was: valuesOf(found), value, note })
  }
  return { ok: true, plan: { rows: read.sheet.rows.map(planRow), sheet: read.sheet } }
}
