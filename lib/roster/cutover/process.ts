import { findCommand } from '@/lib/engine/audit'
import { decide } from '@/lib/engine/decide'
import { again } from '@/lib/engine/explain'
import { type Outcome, refused } from '@/lib/engine/outcome'
import { AT } from '@/lib/engine/sql'
import { transition } from '@/lib/engine/transition'
import { whole } from '@/lib/engine/whole'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import type { Press } from '../engines/process'
import { lockFlag, readGates } from './data'
import { type CutoverEdge, cutover, FLAG_ID } from './machine'
import { gatesOf } from './rules'

/**
 * A flip: one transaction that locks the flag, reads its gates in a second statement, and moves. Every move of a week
 * reads the flag FOR SHARE, so none is half-way while the gates are read (hole 25).
 */
async function flip(ctx: Context, edge: CutoverEdge, { commandId = newId(), version }: Press): Promise<Outcome> {
  return whole(ctx, async (tx): Promise<Outcome> => {
    await lockFlag(tx)
    const first = await findCommand(tx, cutover.name, FLAG_ID, commandId)
    if (first) return again(first)
    const facts = await readGates(tx)
    const seen = { state: facts.flag, version: facts.version }
    const decision = decide(cutover, edge, { ...seen, lease: null }, tx.now(), version)
    if (!decision.ok) return refused(decision.kind, decision.reason, seen)
    const closed = gatesOf(facts, edge, tx.now()).find((gate) => !gate.open)
    if (closed) return { ...refused('guard', closed.name, seen), detail: closed.text }
    const data = edge === 'goLive' ? { rehearsal: facts.signed?.id, build: facts.build } : {}
    return transition(tx, cutover, FLAG_ID, edge, { commandId, version, set: { changed_at: AT }, data })
  })
}

/** The new engine takes over. */
export const goLive = (ctx: Context, press: Press): Promise<Outcome> => flip(ctx, 'goLive', press)

/** The old engine takes over again. It is only the flip: every row stays what it is. */
export const rollBack = (ctx: Context, press: Press): Promise<Outcome> => flip(ctx, 'rollBack', press)
