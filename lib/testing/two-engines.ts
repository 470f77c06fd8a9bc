import type { Outcome } from '@/lib/engine/outcome'
import { AT } from '@/lib/engine/sql'
import { bear } from '@/lib/engine/transition'
import { rosterBuild } from '@/lib/platform/build'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { goLive, rollBack } from '@/lib/roster/cutover/process'
import { findCharge } from '@/lib/roster/engines/data'
import { run } from '@/lib/roster/machine'
import { planShifts } from '@/lib/roster/rules'
import { shiftWrites } from '@/lib/roster/week/data'
import { must } from './engine'

/** The same world from a process whose switch is off: `PUB_SCHEDULER_V2=off`. */
export const killed = (ctx: Context): Context => ({ ...ctx, killed: true })

const STEPS = ['open', 'extend', 'close', 'generate', 'reopen', 'regenerate', 'approve', 'send'] as const

export type Begun = { id: string; runId: string; copyId: string; address: string }

/**
 * A rehearsal that has begun, as rows: a copy of the roster, whose tenders carry the operator's address alone, and its
 * scratch week in DRAFT with the shifts of the pattern.
 */
export async function beginRehearsal(
  ctx: Context,
  rosterId: string,
  { build = rosterBuild(), address = 'olive@anchor.test', weekOf = '2039-01-03' } = {},
): Promise<Begun> {
  const [copyId, runId, id] = [newId(), newId(), newId()]
  const { tenders, templates, name, zone, settings } = await ctx.db.roster.findUniqueOrThrow({
    where: { id: rosterId },
    include: { tenders: true, templates: true },
  })
  const at = ctx.now()
  const copy = { id: copyId, name, zone, settings: settings ?? {}, createdAt: at, rehearsalOf: rosterId }
  await ctx.db.roster.create({ data: copy })
  const ofCopy = tenders.map((tender) => ({ ...tender, id: newId(), rosterId: copyId, email: address }))
  await ctx.db.tender.createMany({ data: ofCopy.map((one) => ({ ...one, emailNorm: `rehearsal:${one.id}` })) })
  const shifts = planShifts(zone, weekOf, templates).map((shift) => ({ ...shift, id: newId(), templateId: null }))
  const values = { roster_id: copyId, week_of: weekOf, created_at: AT, kind: 'rehearsal' }
  await must(bear(ctx, run, 'DRAFT', [{ id: runId, values, data: { shifts: shifts.length } }], [shiftWrites(shifts)]))
  const operator = { operatorId: ctx.actor.id ?? newId(), operatorName: ctx.actor.name }
  await ctx.db.rehearsal.create({ data: { id, runId, ofRosterId: rosterId, build, address, beganAt: at, ...operator } })
  return { id, runId, copyId, address }
}

/** Puts the eight steps of a rehearsal on record as passed. */
export async function passSteps(ctx: Context, id: string): Promise<void> {
  const at = ctx.now()
  for (const [index, name] of STEPS.entries())
    await ctx.db.rehearsalStep.create({
      data: { rehearsalId: id, number: index + 1, name, beganAt: at, endedAt: at, passed: true, checks: [] },
    })
}

/** Signs a rehearsal as one whose eight steps have passed. */
export async function signRehearsal(ctx: Context, id: string): Promise<void> {
  const at = ctx.now()
  if ((await ctx.db.rehearsalStep.count({ where: { rehearsalId: id } })) === 0) await passSteps(ctx, id)
  const { operatorId, operatorName } = await ctx.db.rehearsal.findUniqueOrThrow({ where: { id } })
  await ctx.db.rehearsal.update({
    where: { id },
    data: { signedAt: at, signedBy: operatorId, signedName: operatorName },
  })
}

/** A rehearsal on record that opens the way to going live. */
export async function rehearsed(ctx: Context, rosterId: string): Promise<void> {
  const { id } = await beginRehearsal(ctx, rosterId)
  await signRehearsal(ctx, id)
}

/** Flips the flag, as the button of a page that was just read. */
export async function flip(ctx: Context, edge: 'goLive' | 'rollBack'): Promise<Outcome> {
  const { version } = await ctx.db.cutover.findFirstOrThrow()
  return (edge === 'goLive' ? goLive : rollBack)(ctx, { version, commandId: newId() })
}

/** Brings the flag to where a test begins, by its own verbs. @throws where a gate is closed */
export async function flagTo(ctx: Context, flag: 'DORMANT' | 'LIVE', rosterId: string): Promise<void> {
  if ((await findCharge(ctx)).flag === flag) return
  if (flag === 'LIVE') await rehearsed(ctx, rosterId)
  await must(flip(ctx, flag === 'LIVE' ? 'goLive' : 'rollBack'))
}
