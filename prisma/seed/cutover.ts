import { AT } from '@/lib/engine/sql'
import { bear } from '@/lib/engine/transition'
import { rosterBuild } from '@/lib/platform/build'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { FLAG_ID } from '@/lib/roster/cutover/machine'
import { goLive } from '@/lib/roster/cutover/process'
import { run } from '@/lib/roster/machine'
import { momentOf } from '@/lib/roster/rules'
import type { Moment } from '@/lib/roster/schema'
import { must } from './press'
import type { Happening } from './weeks'

/** The form of the first week of the new engine opens so late that the cut-over has a gap to fit in. */
export const HELD_BACK: Moment = { daysBefore: 10, time: '17:00' }

/**
 * The cut-over as it was lived: a rehearsal is played and signed in the morning, and the new engine goes live in the
 * afternoon, an hour before the form that was held back opens.
 * @param firstNew the first week of the new engine
 */
export function takeOver(rosterId: string, zone: string, firstNew: string): Happening[] {
  const on = (time: string) => momentOf(zone, firstNew, { ...HELD_BACK, time })
  return [
    { at: on('10:05'), run: (ctx) => rehearse(ctx, rosterId) },
    { at: on('16:00'), run: turnOn },
  ]
}

/** The new engine goes live. */
export async function turnOn(ctx: Context): Promise<void> {
  const { version } = await ctx.db.cutover.findUniqueOrThrow({ where: { id: FLAG_ID } })
  await must('go live', goLive(ctx, { version }))
}

const STEPS = ['open', 'extend', 'close', 'generate', 'reopen', 'regenerate', 'approve', 'send'] as const

/** A rehearsal that is played and signed. */
export async function rehearse(ctx: Context, rosterId: string): Promise<void> {
  const [copyId, runId, rehearsalId] = [newId(), newId(), newId()]
  const beganAt = ctx.now()
  const { name, zone, settings } = await ctx.db.roster.findUniqueOrThrow({ where: { id: rosterId } })
  await ctx.db.roster.create({
    data: { id: copyId, name, zone, settings: settings ?? {}, createdAt: beganAt, rehearsalOf: rosterId },
  })
  const values = { roster_id: copyId, week_of: '2040-01-02', created_at: AT, kind: 'rehearsal' }
  await must('make a scratch week', bear(ctx, run, 'DRAFT', [{ id: runId, values, data: { shifts: 0 } }]))
  const operator = { operatorId: ctx.actor.id ?? newId(), operatorName: ctx.actor.name }
  const frame = { runId, ofRosterId: rosterId, build: rosterBuild(), address: 'operator@daybook.test', beganAt }
  await ctx.db.rehearsal.create({ data: { id: rehearsalId, ...frame, ...operator } })
  for (const [k, step] of STEPS.entries())
    await ctx.db.rehearsalStep.create({
      data: { rehearsalId, number: k + 1, name: step, beganAt, endedAt: ctx.now(), passed: true, checks: [] },
    })
  const signed = { signedAt: ctx.now(), signedBy: operator.operatorId, signedName: operator.operatorName }
  await ctx.db.rehearsal.update({ where: { id: rehearsalId }, data: signed })
}
