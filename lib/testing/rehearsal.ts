import { AT } from '@/lib/engine/sql'
import { bear } from '@/lib/engine/transition'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { run } from '@/lib/roster/machine'
import { must } from './engine'

export type Scratch = {
  /** The roster that is rehearsed, and the copy that the rehearsal plays on. */
  rosterId: string
  copyId: string
  runId: string
  rehearsalId: string
  tenders: { id: string; name: string }[]
}

/**
 * A rehearsal that has just begun: a copy of a roster whose tenders all carry the operator's address, and a scratch week
 * of it in DRAFT. Only one rehearsal is open at a time: it is stopped by `stopRehearsal`.
 */
export async function scratchRun(
  ctx: Context,
  { rosterId, address, weekOf = '2040-01-02' }: { rosterId: string; address: string; weekOf?: string },
): Promise<Scratch> {
  const [copyId, runId, rehearsalId] = [newId(), newId(), newId()]
  const createdAt = ctx.now()
  const { name, zone, settings } = await ctx.db.roster.findUniqueOrThrow({ where: { id: rosterId } })
  await ctx.db.roster.create({
    data: { id: copyId, name, zone, settings: settings ?? {}, createdAt, rehearsalOf: rosterId },
  })
  const tenders = ['Zoe', 'Max', 'Rosa'].map((tender) => ({ id: newId(), name: `${tender} Scratch` }))
  const common = { rosterId: copyId, email: address, keyHolder: false, active: true, createdAt }
  await ctx.db.tender.createMany({
    data: tenders.map((tender) => ({ ...tender, ...common, emailNorm: `rehearsal:${tender.id}` })),
  })
  const values = { roster_id: copyId, week_of: weekOf, created_at: AT, kind: 'rehearsal' }
  await must(bear(ctx, run, 'DRAFT', [{ id: runId, values, data: { shifts: 0 } }]))
  const operator = { operatorId: ctx.actor.id ?? newId(), operatorName: ctx.actor.name }
  await ctx.db.rehearsal.create({
    data: { id: rehearsalId, runId, ofRosterId: rosterId, build: 'a-build', address, beganAt: createdAt, ...operator },
  })
  return { rosterId, copyId, runId, rehearsalId, tenders }
}

export const stopRehearsal = (ctx: Context, { rehearsalId }: Scratch): Promise<unknown> =>
  ctx.db.rehearsal.update({ where: { id: rehearsalId }, data: { stoppedAt: ctx.now() } })
