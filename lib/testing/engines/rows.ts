import type { PrismaClient } from '@/lib/platform/prisma/client'
import { stateOf } from '@/lib/roster/engines/data'
import type { Stamps } from '@/lib/roster/legacy/rules'
import type { Seat } from '@/lib/roster/schema'

export type Mail = { id: string; person: string; state: string; again: number }
export type Row = Stamps & {
  id: string
  v2State: string | null
  state: string
  version: number
  events: number
  latest: number
  queuedAt: Date | null
  approvedHash: string | null
  queuedHash: string | null
  /** It ended unsent, and somebody has seen it. */
  aside: boolean
  mails: Mail[]
  seats: Seat[]
}

/** The weeks of a town as their rows are. */
export const readRows = (db: PrismaClient, ids: readonly string[]): Promise<Row[]> => db.$queryRaw<Row[]>`
  SELECT EXISTS (SELECT FROM public.audit_event a WHERE a.machine = 'run' AND a.subject_id = r.id AND a.type = 'run.set_aside') AS aside,
         r.id::text, r.v2_state AS "v2State", r.status, r.version, ${stateOf('r')} AS state, r.opened_at AS "openedAt",
         r.closed_at AS "closedAt", r.generated_at AS "generatedAt", r.reopened_at AS "reopenedAt", r.sent_at AS "sentAt",
         r.queued_at AS "queuedAt", r.approved_hash AS "approvedHash", e.events, e.latest,
         (SELECT a.data->>'hash' FROM public.audit_event a WHERE a.machine = 'run' AND a.subject_id = r.id AND a.type = 'run.queued'
           ORDER BY a.version DESC LIMIT 1) AS "queuedHash",
         (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'person', m.person_id, 'state', m.state, 'again', m.again) ORDER BY m.id), '[]')
            FROM public.message m WHERE m.subject_id = r.id AND m.kind = 'schedule') AS mails,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('shiftId', s.shift_id, 'tenderId', s.tender_id, 'pinned', s.pinned)
                   ORDER BY s.shift_id, s.tender_id), '[]') FROM public.seat s WHERE s.run_id = r.id) AS seats
    FROM public.roster_run r, LATERAL (
      SELECT count(*)::int AS events, max(a.version) AS latest FROM public.audit_event a
       WHERE a.machine = 'run' AND a.subject_id = r.id AND a.version IS NOT NULL) e
   WHERE r.id = ANY(${[...ids]}::uuid[])`
