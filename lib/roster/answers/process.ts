import { as, type Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { listShifts } from '../week/data'
import { appendAnswer, findLink, findVersion, type Kept, seenOf } from './data'
import type { AnswerInput } from './schema'

export type Answered = ({ ok: true } & Kept) | { ok: false; reason: 'no_such_link' | 'shifts_changed' }

/** Moves of a week are by hand or by the clock: this many of them do not fall between one reading and its writing. */
const TRIES = 10

/**
 * A tender answers through their link. Which week it belongs to is the link's business alone, never the clock's.
 * An answer that names shifts the week does not have, or leaves one out, or was given to other times, is refused: the
 * page it came from is stale. It is kept under the version at which the shifts were read, or looked at again.
 */
export async function submitAnswer(ctx: Context, { seen, ...input }: AnswerInput): Promise<Answered> {
  const link = await findLink(ctx, input.token)
  if (!link) return { ok: false, reason: 'no_such_link' }
  const tender = as(ctx, { kind: 'tender', id: link.tenderId, name: link.tenderName })
  const named = Object.keys(input.choices)
  for (let tries = 0; tries < TRIES; tries++) {
    const version = await findVersion(ctx, link.runId)
    const shifts = await listShifts(ctx, link.runId)
    if (named.length !== shifts.length || !shifts.every((shift) => input.choices[shift.id])) break
    if (seen !== undefined && seen !== seenOf(shifts)) break
    const kept = await appendAnswer(tender, newId(), { ...link, version }, input)
    if (kept) return { ok: true, ...kept }
  }
  return { ok: false, reason: 'shifts_changed' }
}
