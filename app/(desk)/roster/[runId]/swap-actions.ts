'use server'

import { after } from 'next/server'
import { deliverNow } from '@/app/(desk)/deliver-now'
import type { Outcome } from '@/lib/engine/outcome'
import type { Context } from '@/lib/platform/context'
import { SWAP_EDGES, swapReason } from '@/lib/roster/swaps/labels'
import type { SwapEdge } from '@/lib/roster/swaps/machine'
import * as swaps from '@/lib/roster/swaps/process'
import { handOverInput, refuseSwapInput, swapMoveInput } from '@/lib/roster/swaps/schema'
import { action } from '@/lib/server/action'
import { moveRefusal, moveResult } from '@/lib/server/move-result'
import { done, type Result } from '@/lib/server/result'

const permission = 'roster.operate' as const
const WORDS = {
  done: (edge: SwapEdge) => SWAP_EDGES[edge].done,
  reason: (_: SwapEdge, code: string) => swapReason(code),
}

/** The button does not wait for the two mails; the Outbox shows how far they are. */
function answerOf(ctx: Context, edge: SwapEdge, outcome: Outcome, swapId?: string): Result {
  if (outcome.ok) after(() => deliverNow(ctx, swapId))
  return moveResult(WORDS, edge, outcome)
}

export const confirmSwap = action(
  { name: 'confirmSwap', permission, input: swapMoveInput },
  async (ctx, { swapId, ...press }) => answerOf(ctx, 'confirm', await swaps.confirm(ctx, swapId, press), swapId),
)

export const refuseSwap = action(
  { name: 'refuseSwap', permission, input: refuseSwapInput },
  async (ctx, { swapId, ...press }) => answerOf(ctx, 'refuse', await swaps.refuse(ctx, swapId, press), swapId),
)

export const withdrawSwap = action(
  { name: 'withdrawSwap', permission, input: swapMoveInput },
  async (ctx, { swapId, ...press }) =>
    answerOf(ctx, 'withdraw', await swaps.withdraw(ctx, swapId, { ...press, tenderId: null }), swapId),
)

/** Gives a seat to a person at once, or asks the others for whoever holds it. */
export const handOverShift = action(
  { name: 'handOverShift', permission, input: handOverInput },
  async (ctx, { toTenderId, ...input }) => {
    if (toTenderId) return answerOf(ctx, 'confirm', await swaps.handOver(ctx, { ...input, toTenderId }))
    const begun = await swaps.ask(ctx, input)
    return begun.ok
      ? done(null, 'It is asked. Whoever could take it sees it on their own page.')
      : moveRefusal(WORDS, 'offer', begun)
  },
)
