import { type Context, inTransaction } from '@/lib/platform/context'
import { deriveId } from '@/lib/platform/ids'
import { normEmail } from '@/lib/platform/normal'
import { sqlState } from '@/lib/platform/sqlstate'
import { isZone, ZoneError } from '@/lib/platform/zones'
import { faultOfRhythm } from '../rules'
import { settingsSchema } from '../schema'
import * as data from './data'
import { changesOf, faultOfShift, nameOfShift } from './rules'
import type { RosterInput, TemplateInput, TenderInput } from './schema'

/** Done, with the id of what it is about; or a sentence, with the field that it is about. */
export type Answer = { ok: true; id: string } | { ok: false; gone?: true; stale?: true; field?: string; reason: string }

const no = (reason: string, field?: string): Answer => ({ ok: false, reason, ...(field ? { field } : {}) })
export const GONE: Extract<Answer, { ok: false }> = {
  ok: false,
  gone: true,
  reason: 'This is not there any more. Load the page again.',
}
const STALE: Answer = {
  ok: false,
  stale: true,
  reason:
    'Somebody changed this since you looked, so nothing is saved. What you typed is still here: note it, then look at how it stands now.',
}

/** Adds or changes a tender. A repeat of the same press finds what the first did. */
export async function saveTender(ctx: Context, input: TenderInput): Promise<Answer> {
  const email = input.email === '' ? null : input.email
  const value = {
    name: input.name,
    email,
    emailNorm: email ? normEmail(email) : null,
    keyHolder: input.keyHolder,
  }
  const id = input.tenderId ?? deriveId('tender', input.commandId)
  const before = await data.findTender(ctx, id)
  const holder = value.emailNorm ? await data.findByEmail(ctx, input.rosterId, value.emailNorm) : null
  if (holder && holder.id !== id) return taken(holder)
  if (!input.tenderId) {
    if (before || (await data.insertTender(ctx, id, input.rosterId, value))) return { ok: true, id }
    const other = value.emailNorm ? await data.findByEmail(ctx, input.rosterId, value.emailNorm) : null
    return other ? taken(other) : GONE
  }
  if (!before) return GONE
  const [was, is] = [before, value].map(({ name, email: address, keyHolder }) => ({ name, email: address, keyHolder }))
  if (!was || !is) return GONE
  const changes = changesOf(was, is)
  if (Object.keys(changes.after).length === 0) return { ok: true, id }
  try {
    const seen = { id, seen: input.seen ?? '' }
    return (await data.updateTender(ctx, seen, value, { name: value.name, ...changes })) ? { ok: true, id } : STALE
  } catch (error) {
    if (sqlState(error) === '23505') return no('Somebody else of this roster has this address.', 'email')
    throw error
  }
}

const taken = ({ name, active }: data.TenderRow): Answer =>
  no(
    active
      ? `${name} has this address. Two people cannot share one: each gets a link of their own.`
      : `${name}, who is not active, has this address. Make ${name} active again instead.`,
    'email',
  )

/** Who is not active is not asked and not mailed; what they worked stays. */
export async function setTenderActive(ctx: Context, id: string, active: boolean): Promise<Answer> {
  const tender = await data.findTender(ctx, id)
  if (!tender) return GONE
  await data.setTenderActive(ctx, tender, active)
  return { ok: true, id }
}

/** Adds or changes a shift of the weekly pattern. Weeks that are made keep their shifts. */
export async function saveTemplate(ctx: Context, input: TemplateInput): Promise<Answer> {
  const fault = faultOfShift(input)
  if (fault) return no(fault.reason, fault.field)
  const { weekday, startTime, endTime, role, minSeats, targetSeats, keyWanted } = input
  const value = { weekday, startTime, endTime, role, minSeats, targetSeats, keyWanted }
  const id = input.templateId ?? deriveId('shift_template', input.commandId)
  const before = await data.findTemplate(ctx, id)
  if (!input.templateId) {
    const isMade = before || (await data.insertTemplate(ctx, id, input.rosterId, value, nameOfShift(value)))
    return isMade ? { ok: true, id } : GONE
  }
  if (!before) return GONE
  const { id: _, active: __, seen: ___, ...was } = before
  const changes = changesOf(was, value)
  if (Object.keys(changes.after).length === 0) return { ok: true, id }
  const seen = { id, seen: input.seen ?? '' }
  return (await data.updateTemplate(ctx, seen, value, { name: nameOfShift(value), ...changes }))
    ? { ok: true, id }
    : STALE
}

export async function setTemplateActive(ctx: Context, id: string, active: boolean): Promise<Answer> {
  const template = await data.findTemplate(ctx, id)
  if (!template) return GONE
  await data.setTemplateActive(ctx, id, nameOfShift(template), active)
  return { ok: true, id }
}

/**
 * Makes a roster, or changes its name, zone and rhythm. A week that is made keeps its opening and its deadline; when it
 * generates and by when it is sent is read from here, unless the week overrides it.
 */
export async function saveRoster(ctx: Context, input: RosterInput): Promise<Answer> {
  const { name, zone, settings } = input
  if (!isZone(zone)) return no(new ZoneError(zone).message, 'zone')
  const fault = faultOfRhythm(settings)
  if (fault) return no(fault, 'rhythm')
  const id = input.rosterId ?? deriveId('roster', input.commandId)
  if (input.rosterId)
    return inTransaction(ctx, (tx) => changeRoster(tx, id, { name, zone, settings }, input.seen ?? ''))
  const isMade = (await data.listRosters(ctx)).some((roster) => roster.id === id)
  if (!isMade) await data.insertRoster(ctx, id, { name, zone, settings })
  return { ok: true, id }
}

/** The zone stays while a week is under way: its shifts stand at instants of the old one. None is made meanwhile. */
async function changeRoster(tx: Context, id: string, value: data.RosterValues, seen: string): Promise<Answer> {
  await data.holdRoster(tx, id)
  const before = (await data.listRosters(tx)).find((roster) => roster.id === id)
  if (!before) return GONE
  if (before.zone !== value.zone && (await data.countUnsent(tx, id)) > 0)
    return no(
      `Weeks are under way whose shifts stand in ${before.zone}. Send them first, then change the zone.`,
      'zone',
    )
  const flat = (row: { name: string; zone: string; settings: unknown }) => {
    const { opens, closes, generates, sendBy, ...rest } = settingsSchema.parse(row.settings)
    const at = ({ daysBefore, time }: { daysBefore: number; time: string }) => `${daysBefore} days before at ${time}`
    const times = { opens: at(opens), closes: at(closes), generates: at(generates), sendBy: at(sendBy) }
    return { name: row.name, zone: row.zone, ...times, ...rest }
  }
  const changes = changesOf(flat(before), flat(value))
  if (Object.keys(changes.after).length === 0) return { ok: true, id }
  const isDone = await data.updateRoster(tx, { id, seen }, value, { name: value.name, ...changes })
  return isDone ? { ok: true, id } : STALE
}
