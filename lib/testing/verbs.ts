import type { Outcome } from '@/lib/engine/outcome'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import type { RunState } from '@/lib/roster/machine'
import { edit } from '@/lib/roster/seats/process'
import { addShift } from '@/lib/roster/shifts/process'
import { listSeats } from '@/lib/roster/week/data'
import * as week from '@/lib/roster/week/process'
import type { RosterWorld } from './roster'
import { type StampRow, stateByTheRules } from './stamps'

type Made = { id: string; weekOf: string }
/** A verb as its button presses it, with where it leads from each state that it goes out from. */
export type Verb = { name: string; leads: Partial<Record<RunState, RunState>>; press(made: Made): Promise<Outcome> }

const OWN = { opens: null, closes: null, generates: null, sendBy: null }
const SHIFT = {
  weekday: 2,
  startTime: '10:00',
  endTime: '12:00',
  role: 'Bar',
  minSeats: 1,
  targetSeats: 1,
  keyWanted: false,
}
const SAME = { DRAFT: 'DRAFT', COLLECTING: 'COLLECTING', CLOSED: 'CLOSED', ASSIGNED: 'ASSIGNED' } as const

/** Every verb of a week but `takeLate`, which wants a late answer, and `settle`, which is nobody's button. */
export function everyVerb(w: RosterWorld, ctx: Context = w.ctx): Verb[] {
  const due = async (id: string) => ({ ...(await w.version(id)), deadline: w.deadline() })
  const verb = (name: string, leads: Verb['leads'], press: Verb['press']): Verb => ({ name, leads, press })
  return [
    verb('open', { DRAFT: 'COLLECTING' }, async ({ id }) => week.open(ctx, id, await due(id))),
    verb('extend', { COLLECTING: 'COLLECTING' }, async ({ id }) => week.extend(ctx, id, await due(id))),
    verb('close', { COLLECTING: 'CLOSED' }, async ({ id }) => week.close(ctx, id, await w.version(id))),
    verb('reopen', { CLOSED: 'COLLECTING' }, async ({ id }) => week.reopen(ctx, id, await due(id))),
    verb('reopenAssigned', { ASSIGNED: 'COLLECTING' }, async ({ id }) => week.reopenAssigned(ctx, id, await due(id))),
    verb('generate', { CLOSED: 'ASSIGNED' }, async ({ id }) => week.generate(ctx, id, await w.version(id))),
    verb('regenerate', { ASSIGNED: 'ASSIGNED' }, async ({ id }) => week.regenerate(ctx, id, await w.version(id))),
    verb('approve', { ASSIGNED: 'APPROVED' }, async ({ id }) => week.approve(ctx, id, await w.bound(id))),
    verb('unapprove', { APPROVED: 'ASSIGNED' }, async ({ id }) => week.unapprove(ctx, id, await w.version(id))),
    verb('send', { APPROVED: 'APPROVED' }, (made) => w.queue(made, ctx)),
    verb('edit', { ASSIGNED: 'ASSIGNED', APPROVED: 'ASSIGNED' }, async ({ id }) => {
      const [seat] = await listSeats(ctx, id)
      const pair = { shiftId: seat?.shiftId ?? newId(), tenderId: seat?.tenderId ?? newId() }
      return edit(ctx, id, await w.version(id), { change: 'pin', ...pair })
    }),
    verb('reshape', { ...SAME, APPROVED: 'ASSIGNED' }, async ({ id }) => addShift(ctx, id, await w.version(id), SHIFT)),
    verb('settings', { ...SAME, APPROVED: 'APPROVED' }, async ({ id }) =>
      week.changeSettings(ctx, id, { ...(await w.version(id)), autopilot: false, ...OWN }),
    ),
  ]
}

/**
 * Rows of the old engine with a verb each: every state with every verb, and every row with one. Without FULL the rows
 * are, of each status and set of stamps, one for each state that their order can give; when a sent stamp is, is nothing
 * to anybody.
 */
export function rowsWithVerbs<V>(rows: readonly StampRow[], verbs: readonly V[]): { row: StampRow; verb: V }[] {
  const chosen = process.env.FULL ? rows : [...new Map(rows.map((row) => [kindOf(row), row])).values()]
  const groups = new Map<RunState, StampRow[]>()
  for (const row of chosen) groups.set(stateByTheRules(row), [...(groups.get(stateByTheRules(row)) ?? []), row])
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.max(group.length, verbs.length) }, (_, n) => ({
      row: group[n % group.length] as StampRow,
      verb: verbs[n % verbs.length] as V,
    })),
  )
}

const kindOf = (row: StampRow): string => {
  const there = [row.openedAt, row.closedAt, row.generatedAt, row.reopenedAt, row.sentAt].map((at) => at !== null)
  return `${row.status} ${there} ${stateByTheRules(row)}`
}
