import { as, type Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { listShifts } from '../week/data'
import { appendAnswer, findLink, type Kept } from './data'
import type { AnswerInput } from './schema'

export type Answered = ({ ok: true } & Kept) | { ok: false; reason: 'no_such_link' | 'shifts_changed' }

/**
 * A tender answers through their link. Which week it belongs to is the link's business alone, never the clock's.
 * An answer that names shifts the week does not have, or leaves one out, is refused: the page it came from is stale.
 */
export async function submitAnswer(ctx: Context, input: AnswerInput): Promise<Answered> {
  const link = await findLink(ctx, input.token)
  if (!link) return { ok: false, reason: 'no_such_link' }
  const shifts = await listShifts(ctx, link.runId)
  const named = Object.keys(input.choices)
  if (named.length !== shifts.length || !shifts.every((shift) => input.choices[shift.id]))
    return { ok: false, reason: 'shifts_changed' }
  const tender = as(ctx, { kind: 'tender', id: link.tenderId, name: link.tenderName })
  const kept = await appendAnswer(tender, newId(), link, input)
  return kept ? { ok: true, ...kept } : { ok: false, reason: 'no_such_link' }
}
