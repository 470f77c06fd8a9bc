import type { Context } from '@/lib/platform/context'
import type { Pair } from '../picker/week'
import { findWeek } from '../week/data'
import { noteWords, reasonOf } from '../why/labels'
import { readAsked, reasonsFor } from '../why/loaders'
import { findBefore } from './data'
import { changesWords, inputWords, SAME_INPUT } from './labels'
import { inputChanges, rosterChanges } from './rules'
import type { ChangeLine, ChangesView } from './schema'

/** A solve a pair where side rules are on takes a third of a second: so many are answered at once. */
const SOLVED_AT_ONCE = 12

/** What the last generate changed, and why; null where there is no roster before this one. */
export async function loadChanges(ctx: Context, runId: string): Promise<ChangesView | null> {
  const week = await findWeek(ctx, runId)
  if (!week?.pick) return null
  const { given, before } = await findBefore(ctx, runId)
  if (!before) return null
  const asked = await readAsked(ctx, week)
  const { input, seats, nameOf, shiftOf } = asked
  const oldName = new Map([...(before.given?.shifts ?? []), ...(given?.shifts ?? [])].map(([id, name]) => [id, name]))
  const oldPerson = new Map([...(before.given?.people ?? [])].map(([id, name]) => [id, name]))
  const names = {
    person: (id: string) => (nameOf(id) === 'This person' ? (oldPerson.get(id) ?? 'Somebody') : nameOf(id)),
    shift: (id: string) => shiftOf(id) ?? oldName.get(id) ?? 'a shift that is gone',
  }
  const changes = rosterChanges(
    before.seats,
    seats,
    [...input.shifts].sort((a, b) => a.startsAt - b.startsAt).map(({ id }) => id),
  )
  const pairs = changes.flatMap(({ tenderId, moved, added, removed }) =>
    [...removed, ...added, ...moved.map(({ to }) => to)].map((shiftId): Pair => ({ shiftId, tenderId })),
  )
  const reasons = await reasonsFor(asked, input.sides ? pairs.slice(0, SOLVED_AT_ONCE) : pairs)
  const whyOf = (tenderId: string, shiftId: string, isHere: boolean): string | null => {
    if (!(reasons instanceof Map)) return reasons.reason
    const why = reasons.get(`${shiftId}/${tenderId}`)
    if (!why) return shiftOf(shiftId) ? null : 'The shift was taken out of the week.'
    return why.picked === isHere ? reasonOf(why, names.person(tenderId)) : noteWords(isHere, asked.cause)
  }
  return {
    summary: changesWords(changes, names),
    people: changes.map(({ tenderId, moved, added, removed }) => ({
      id: tenderId,
      name: names.person(tenderId),
      lines: [
        ...moved.map(
          ({ from, to }): ChangeLine => ({
            kind: 'moved',
            words: `moved from ${names.shift(from)} to ${names.shift(to)}`,
            why: whyOf(tenderId, to, true),
          }),
        ),
        ...added.map(
          (id): ChangeLine => ({ kind: 'in', words: `in on ${names.shift(id)}`, why: whyOf(tenderId, id, true) }),
        ),
        ...removed.map(
          (id): ChangeLine => ({ kind: 'out', words: `out of ${names.shift(id)}`, why: whyOf(tenderId, id, false) }),
        ),
      ],
    })),
    input:
      given && before.given
        ? withDefault(inputWords(inputChanges(before.given, given), names))
        : ['What the earlier roster was made from was not kept.'],
  }
}

const withDefault = (sentences: string[]) => (sentences.length > 0 ? sentences : [SAME_INPUT])
