'use server'

import { deliverNow } from '@/app/(desk)/deliver-now'
import { confirmedWords, decidedWords } from '@/lib/messages/labels'
import type { DecisionName } from '@/lib/messages/machine'
import { loadResults } from '@/lib/messages/outbox/loaders'
import { confirmInput, type DecidedValue } from '@/lib/messages/outbox/schema'
import * as outbox from '@/lib/messages/process'
import * as restore from '@/lib/messages/restore/process'
import { decisionSchema, letGoSchema } from '@/lib/messages/schema'
import type { Context } from '@/lib/platform/context'
import { messageKinds } from '@/lib/registry'
import { action } from '@/lib/server/action'
import { done, type Result, refuse } from '@/lib/server/result'

const permission = 'outbox.decide' as const

/** What came of each row, in words. What is to go out again goes out at once, as far as a few seconds allow. */
async function answer(ctx: Context, name: DecisionName, decided: outbox.Decided): Promise<Result<DecidedValue>> {
  const goesOut = (name === 'retry' || name === 'sendAgain') && decided.done > 0
  const held = goesOut && (await deliverNow(ctx)).held
  const rows = await loadResults(ctx, decided.rows)
  if (decided.done > 0) return done({ rows }, decidedWords(name, rows, held))
  const [first] = rows
  const says = rows.length === 1 && first ? first.says : `None of the ${rows.length} could be decided: see why below.`
  return refuse('conflict', says, Object.fromEntries(rows.map((row) => [row.id, row.says])))
}

export const retryMessages = action({ name: 'retryMessages', permission, input: decisionSchema }, async (ctx, input) =>
  answer(ctx, 'retry', await outbox.retryMessages(ctx, messageKinds(ctx), input)),
)

export const sendAgain = action({ name: 'sendAgain', permission, input: decisionSchema }, async (ctx, input) =>
  answer(ctx, 'sendAgain', await outbox.sendAgain(ctx, messageKinds(ctx), input)),
)

export const markArrived = action({ name: 'markArrived', permission, input: decisionSchema }, async (ctx, input) =>
  answer(ctx, 'itArrived', await outbox.itArrived(ctx, messageKinds(ctx), input)),
)

export const letMessagesGo = action({ name: 'letMessagesGo', permission, input: letGoSchema }, async (ctx, input) =>
  answer(ctx, 'letGo', await outbox.letGo(ctx, messageKinds(ctx), input)),
)

/** Goes on from a restored database. What was under way in it waits for a decision, and nothing is sent by this. */
export const confirmRestore = action({ name: 'confirmRestore', permission, input: confirmInput }, async (ctx) => {
  const { confirmed, parked } = await restore.confirmRestore(ctx)
  return done(null, confirmed ? confirmedWords(parked) : 'This was confirmed already.')
})
