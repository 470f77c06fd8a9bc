import type { Db } from '@/lib/platform/database'
import type { Whose } from '../data'
import type { MessageState } from '../machine'
import { LISTED, type ListedMessage, PAGE, reachedWhere } from '../outbox/data'

const of = (runId: string): Whose => ({ rehearsal: true, subjectId: runId })

/** The newest messages of a rehearsal, at most a page. */
export const listRehearsed = (db: Db, runId: string): Promise<ListedMessage[]> =>
  db.message.findMany({
    where: reachedWhere(of(runId)),
    select: LISTED,
    orderBy: [{ queuedAt: 'desc' }, { id: 'desc' }],
    take: PAGE,
  })

export type RehearsedCount = { kind: string; state: MessageState; captured: boolean; count: number }

/** How many messages of a rehearsal there are, by kind and state. */
export const countRehearsed = (db: Db, runId: string): Promise<RehearsedCount[]> => db.$queryRaw`
  SELECT m.kind, m.state, m.captured AND m.state = 'sent' AS captured, count(*)::int AS count
    FROM public.message m WHERE m.rehearsal AND m.subject_id = ${runId}::uuid GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`

/**
 * Everybody whom a message of a rehearsal is addressed to. Read from the frozen bytes, for they are what the mail server
 * is told: the column beside them is what the database was told.
 */
export async function listEnvelopes(db: Db, runId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ address: string }[]>`
    SELECT DISTINCT convert_from(m.payload, 'UTF8')::jsonb #>> '{to,address}' AS address
      FROM public.message m WHERE m.rehearsal AND m.subject_id = ${runId}::uuid AND m.payload IS NOT NULL ORDER BY 1`
  return rows.map(({ address }) => address)
}
