import { factRows } from '@/lib/engine/audit'
import { carried, clock } from '@/lib/engine/sql'
import { queuedRows } from '@/lib/messages/data'
import type { NewMessage } from '@/lib/messages/rules'
import type { Context } from '@/lib/platform/context'
import { stateOf } from '../../engines/data'
import { linkWrites } from '../../week/data'
import { answerFacts } from '../schema'

export type Reminder = {
  tenderId: string
  state: string
  at: Date
  reason: string | null
  /** It asked them for the first time: no invitation was written to them. */
  first: boolean
}

/** The reminders of a week, at most one a person. */
export const listReminders = (ctx: Context, runId: string): Promise<Reminder[]> => ctx.db.$queryRaw`
  SELECT m.person_id::text AS "tenderId", m.state, coalesce(m.settled_at, m.queued_at) AS at, m.reason,
         NOT EXISTS (SELECT FROM public.message i WHERE i.subject_machine = 'run' AND i.subject_id = m.subject_id
                       AND i.kind = 'invitation' AND i.person_id = m.person_id AND i.queued_at < m.queued_at) AS first
    FROM public.message m
   WHERE m.subject_machine = 'run' AND m.subject_id = ${runId}::uuid AND m.kind = 'reminder'`

/** Holds the week against answers and moves until the caller's transaction ends: what is read after it is how it stands. */
export async function holdWeek(tx: Context, runId: string): Promise<void> {
  await tx.db.$queryRaw`SELECT 1 FROM public.roster_run WHERE id = ${runId}::uuid FOR NO KEY UPDATE`
}

type Reminding = {
  commandId: string
  /** The week's; one of the old engine may not hold it in its row. */
  deadline: Date
  links: readonly { tenderId: string; tokenHash: string }[]
  messages: readonly NewMessage[]
  data: { to: number; first: number; without: number }
}

/**
 * Links, mails and the event in one statement, while the form is open and its deadline ahead by the database's clock.
 * It moves nothing. @returns whether it was
 */
export async function writeReminders(
  tx: Context,
  runId: string,
  { commandId, deadline, links, messages, data }: Reminding,
): Promise<boolean> {
  const fact = { machine: 'run', subjectId: runId, type: 'run.reminded', data, commandId } as const
  const rows = await tx.db.$queryRaw<unknown[]>`
    WITH seen AS MATERIALIZED (SELECT x.* FROM public.roster_run x WHERE x.id = ${runId}::uuid FOR NO KEY UPDATE),
    timed AS MATERIALIZED (SELECT s.*, ${clock(tx)} AS door_at FROM seen s),
    upd AS MATERIALIZED (
      SELECT r.id, r.version FROM timed r WHERE r.kind = 'week' AND ${stateOf('r')} = 'COLLECTING' AND ${deadline.toISOString()}::timestamptz > r.door_at),
    ev AS (${factRows(tx, answerFacts, [fact], 'upd')})
    ${carried([linkWrites(tx, links), ...queuedRows(tx, messages)])}
    SELECT 1 FROM upd`
  return rows.length > 0
}
