import type { Context } from '@/lib/platform/context'
import { recordOver } from '../clock/data'
import { findWeek } from '../week/data'
import { findAside } from './data'
import { ASIDE_WORDS } from './labels'
import { todayFacts } from './schema'

export type Aside = { ok: true } | { ok: false; code: 'not_found' | 'conflict' | 'refused'; reason: string }

/**
 * Puts a week that ended unsent aside: it needs nobody any more, and leaves Today. It moves nothing, and what happened
 * stays in the record. Again by the same person it is done; by another it says who was first.
 */
export async function putAside(ctx: Context, id: string, { version }: { version: number }): Promise<Aside> {
  const week = await findWeek(ctx, id)
  if (!week) return { ok: false, code: 'not_found', reason: ASIDE_WORDS.gone }
  if (await recordOver(ctx, todayFacts, 'run.set_aside', { ...week, version })) return { ok: true }
  const before = await findAside(ctx, id)
  if (before && before.actorId === ctx.actor.id) return { ok: true }
  if (before) return { ok: false, code: 'conflict', reason: ASIDE_WORDS.by(before.actorName) }
  if (week.state !== 'SENT' && week.version === version)
    return { ok: false, code: 'refused', reason: ASIDE_WORDS.not_over }
  return { ok: false, code: 'conflict', reason: ASIDE_WORDS.changed }
}
