'use server'

import type { Outcome } from '@/lib/engine/outcome'
import { CUTOVER_EDGES, flipRefusal } from '@/lib/roster/cutover/labels'
import type { CutoverEdge } from '@/lib/roster/cutover/machine'
import * as flag from '@/lib/roster/cutover/process'
import { flipSchema } from '@/lib/roster/cutover/schema'
import { FINISH_WORDS, finishRefusal } from '@/lib/roster/engines/labels'
import { finishWithOld as finish } from '@/lib/roster/engines/process'
import { moveSchema } from '@/lib/roster/schema'
import { action } from '@/lib/server/action'
import { type MoveWords, moveResult } from '@/lib/server/move-result'
import type { Result } from '@/lib/server/result'

const permission = 'roster.operate' as const

const FLIPS: MoveWords<CutoverEdge> = {
  done: (edge) => CUTOVER_EDGES[edge].done,
  reason: (_, reason) => flipRefusal(reason),
}
const FINISH: MoveWords<'unadopt'> = { done: () => FINISH_WORDS.done, reason: (_, reason) => finishRefusal(reason) }

const flipped = (edge: CutoverEdge, outcome: Outcome): Result => moveResult(FLIPS, edge, outcome)

/** The new engine takes over, in the gap and after a signed rehearsal. */
export const goLive = action({ name: 'goLive', permission, input: flipSchema }, async (ctx, press) =>
  flipped('goLive', await flag.goLive(ctx, press)),
)

/** The old engine takes over again, in the gap. */
export const rollBack = action({ name: 'rollBack', permission, input: flipSchema }, async (ctx, press) =>
  flipped('rollBack', await flag.rollBack(ctx, press)),
)

/** A week that the kill switch caught half-way goes on with the old engine. */
export const finishWithOld = action(
  { name: 'finishWithOld', permission, input: moveSchema },
  async (ctx, { runId, ...press }) => moveResult(FINISH, 'unadopt', await finish(ctx, runId, press)),
)
