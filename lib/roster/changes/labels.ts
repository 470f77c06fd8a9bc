import { counted } from '../labels'
import { listed, type Names } from '../seats/labels'
import { changeCount, type InputChanges, type PersonChange } from './rules'

/** More phrases than these are for the dialog. */
const PHRASES = 4

/** 'Hugo out of Fri 18 20:00, Dev in; Grace moved to Sat 19 17:00' */
function phrases(changes: readonly PersonChange[], names: Names): string[] {
  const byShift = new Map<string, { out: string[]; in: string[] }>()
  const at = (shift: string) => {
    const found = byShift.get(shift) ?? { out: [], in: [] }
    byShift.set(shift, found)
    return found
  }
  for (const { tenderId, added, removed } of changes) {
    for (const shift of removed) at(shift).out.push(names.person(tenderId))
    for (const shift of added) at(shift).in.push(names.person(tenderId))
  }
  const shifts = [...byShift].map(([shift, { out, in: came }]) => {
    const gone = out.length > 0 ? `${listed(out)} out of ${names.shift(shift)}` : ''
    if (came.length === 0) return gone
    return gone ? `${gone}, ${listed(came)} in` : `${listed(came)} in on ${names.shift(shift)}`
  })
  const moved = changes.flatMap(({ tenderId, moved: moves }) =>
    moves.map(({ to }) => `${names.person(tenderId)} moved to ${names.shift(to)}`),
  )
  return [...shifts, ...moved]
}

/** How the roster differs from the one before the last generate, in one sentence. */
export function changesWords(changes: readonly PersonChange[], names: Names): string {
  const count = changeCount(changes)
  if (count === 0) return 'Nothing changed since the last generate.'
  const all = phrases(changes, names)
  const rest = all.length - PHRASES
  const told = all.slice(0, PHRASES).join('; ')
  return `${counted(count, 'change')} since the last generate: ${told}${rest > 0 ? `, and ${rest} more` : ''}.`
}

/** What the generate was given that the one before was not, a sentence each; none where the input was the same. */
export function inputWords(changes: InputChanges, names: Names): string[] {
  const people = (ids: readonly string[]) => listed(ids.map(names.person))
  const shifts = (ids: readonly string[]) => listed(ids.map(names.shift))
  const pairs = (list: InputChanges['pinsSet']) =>
    listed(list.map(({ shiftId, tenderId }) => `${names.person(tenderId)} on ${names.shift(shiftId)}`))
  const said = (list: readonly unknown[], text: () => string) => (list.length > 0 ? [text()] : [])
  const { answered, peopleIn, peopleOut, keys, shiftsIn, shiftsOut, shiftsChanged } = changes
  return [
    ...said(answered, () => `Answers changed: ${people(answered)}.`),
    ...said(changes.pinsSet, () => `Pinned: ${pairs(changes.pinsSet)}.`),
    ...said(changes.pinsGone, () => `Not pinned any more: ${pairs(changes.pinsGone)}.`),
    ...said(changes.bansSet, () => `Banned: ${pairs(changes.bansSet)}.`),
    ...said(changes.bansGone, () => `Bans lifted: ${pairs(changes.bansGone)}.`),
    ...said(shiftsIn, () => `New shifts: ${shifts(shiftsIn)}.`),
    ...said(shiftsOut, () => `Shifts taken out: ${shifts(shiftsOut)}.`),
    ...said(shiftsChanged, () => `Shifts changed: ${shifts(shiftsChanged)}.`),
    ...said(peopleIn, () => `New tenders: ${people(peopleIn)}.`),
    ...said(peopleOut, () => `Tenders not active any more: ${people(peopleOut)}.`),
    ...said(keys, () => `Keys given or taken: ${people(keys)}.`),
    ...(changes.rules ? ['The roster’s rules about pairs and rest changed.'] : []),
  ]
}

export const SAME_INPUT = 'Nothing that the picker is given had changed.'
