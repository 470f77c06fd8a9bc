import type { Db } from '@/lib/platform/database'

/** More of one subject and state than this are one entry. */
export const SINGLES = 3
/** Beyond so many subjects and states all of them are one entry. */
export const GROUPS = 6

export type Undecided = {
  id: string
  fence: bigint
  state: 'failed' | 'unknown'
  kind: string
  recipientName: string
  reason: string | null
  subjectMachine: string
  subjectId: string
  /** When its last attempt ended. */
  since: Date
  /** How many wait in the same state about the same subject, and how many kinds they are of. */
  among: number
  kinds: string[]
  /** Of all that were written about the subject, of this kind. */
  sent: number
  total: number
}

/** The first of those that wait, of each subject and state, oldest first. */
export const listFirstUndecided = (db: Db): Promise<Undecided[]> => db.$queryRaw`
  WITH waiting AS MATERIALIZED (
    SELECT m.id, m.fence, m.state, m.kind, m.recipient_name, m.reason, m.subject_machine, m.subject_id, m.queued_at,
           row_number() OVER (PARTITION BY m.subject_id, m.state ORDER BY m.queued_at, m.id) AS place,
           count(*) OVER same AS among, min(m.kind) OVER same AS first_kind, max(m.kind) OVER same AS last_kind
      FROM public.message m WHERE m.state IN ('failed', 'unknown') AND NOT m.rehearsal WINDOW same AS (PARTITION BY m.subject_id, m.state))
  SELECT w.id::text, w.fence, w.state, w.kind, w.recipient_name AS "recipientName", w.reason, w.subject_machine AS "subjectMachine",
         w.subject_id::text AS "subjectId", w.among::int,
         CASE WHEN w.first_kind = w.last_kind THEN ARRAY[w.first_kind] ELSE ARRAY[w.first_kind, w.last_kind] END AS kinds,
         coalesce((SELECT max(a.at) FROM public.message_attempt a WHERE a.message_id = w.id), w.queued_at) AS since,
         all_of.sent, all_of.total
    FROM waiting w, LATERAL (
      SELECT count(*) FILTER (WHERE x.state = 'sent')::int AS sent, count(*)::int AS total
        FROM public.message x WHERE x.subject_id = w.subject_id AND x.kind = w.kind) all_of
   WHERE w.place <= CASE WHEN w.among > ${SINGLES}::int THEN 1 ELSE ${SINGLES}::int END
   ORDER BY w.queued_at, w.id LIMIT ${SINGLES * (GROUPS + 1)}::int`
