import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { type Asked, dueOf } from '../effects'
import { parkable, REAPED_FOR, reapable, reaped, unwanted } from '../recovery/data'

/** What a delivery makes of a message: `sent` is called and may end otherwise, the others are settled without a call. */
export type Fate = 'queued' | 'unknown' | 'failed' | 'let_go' | 'sent'

export type AheadGroup = {
  fate: Fate
  kind: string
  subjectMachine: string
  subjectId: string
  reason: string | null
  count: number
  /** When the first of them came to be due. */
  since: Date
}

/**
 * What a delivery would find, by what becomes of it, kind and subject, in the order in which it works; the first `most`
 * groups. It reads by the very conditions of the delivery's own statements, of the messages that were queued by the
 * instant that is looked at. `settled` counts what needs no call, `calls` what does.
 */
export async function listAhead(
  ctx: Context,
  asked: Asked,
  most: number,
): Promise<{ groups: AheadGroup[]; settled: number; calls: number }> {
  const { kinds, transport } = asked
  const letGo = kinds.flatMap(({ kind, stale }) =>
    stale
      ? [
          Prisma.sql`UNION ALL SELECT 'let_go', m.kind, m.subject_machine, m.subject_id, (${stale.reason})::text, m.queued_at, m.queued_at
          FROM public.message m WHERE ${unwanted(asked, { kind, when: stale.when })}`,
        ]
      : [],
  )
  const rows = await ctx.db.$queryRaw<(AheadGroup & { settled: number; calls: number })[]>`
    SELECT fate, kind, subject_machine AS "subjectMachine", subject_id::text AS "subjectId", reason, count(*)::int AS count,
           min(since) AS since, (coalesce(sum(count(*)) FILTER (WHERE fate <> 'sent') OVER (), 0))::int AS settled,
           (coalesce(sum(count(*)) FILTER (WHERE fate = 'sent') OVER (), 0))::int AS calls
      FROM (
        SELECT d.becomes AS fate, d.kind, d.subject_machine, d.subject_id, ${REAPED_FOR} AS reason, d.lease_until AS since, d.queued_at AS queued
          FROM (SELECT m.*, ${reaped(ctx)} FROM public.message m WHERE ${reapable(ctx, asked)}) d
        UNION ALL
        SELECT 'unknown', m.kind, m.subject_machine, m.subject_id, 'key_over', coalesce(m.key_window, m.queued_at), m.queued_at
          FROM public.message m WHERE ${parkable(ctx, asked, transport.name)}
        ${Prisma.join([Prisma.empty, ...letGo], ' ')}
        UNION ALL
        SELECT 'sent', m.kind, m.subject_machine, m.subject_id, NULL, coalesce(m.not_before, m.queued_at), m.queued_at
          FROM public.message m WHERE ${dueOf(ctx, asked)}
      ) found
     WHERE queued <= ${clock(ctx)}
     GROUP BY fate, kind, subject_machine, subject_id, reason
     ORDER BY array_position(ARRAY['queued', 'unknown', 'failed', 'let_go', 'sent'], fate), min(since), kind, subject_id
     LIMIT ${most}::int`
  const { settled = 0, calls = 0 } = rows[0] ?? {}
  return { groups: rows.map(({ settled: _, calls: __, ...group }) => group), settled, calls }
}
