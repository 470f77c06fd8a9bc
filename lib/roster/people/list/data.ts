import type { Context } from '@/lib/platform/context'
import { stateOf } from '../../engines/data'

export type ListRow = {
  id: string
  name: string
  email: string | null
  keyHolder: boolean
  active: boolean
  unsubscribedAt: Date | null
  bouncedAt: Date | null
  bouncedWhy: string | null
  createdAt: Date
  shifts: number
  rules: number
  seen: string
}

/** Everybody of a roster with what the list shows and orders by. */
export const listTenderRows = (ctx: Context, rosterId: string): Promise<ListRow[]> => ctx.db.$queryRaw`
  WITH weeks AS (
    SELECT r.id FROM public.roster_run r
     WHERE r.roster_id = ${rosterId}::uuid AND r.kind = 'week' AND ${stateOf('r')} = 'SENT'
     ORDER BY r.week_of DESC LIMIT 26),
  worked AS (SELECT x.tender_id, count(*)::int AS n FROM public.seat x JOIN weeks w ON w.id = x.run_id GROUP BY x.tender_id),
  ruled AS (
    SELECT p.id, count(*)::int AS n FROM public.tender_rule u CROSS JOIN LATERAL (VALUES (u.tender_id), (u.other_id)) AS p(id)
     WHERE u.roster_id = ${rosterId}::uuid GROUP BY p.id)
  SELECT t.id::text, t.name, t.email, t.key_holder AS "keyHolder", t.active, t.unsubscribed_at AS "unsubscribedAt",
         t.bounced_at AS "bouncedAt", t.bounced_why AS "bouncedWhy", t.created_at AS "createdAt",
         coalesce(k.n, 0) AS shifts, coalesce(u.n, 0) AS rules, md5(t::text) AS seen
    FROM public.tender t LEFT JOIN worked k ON k.tender_id = t.id LEFT JOIN ruled u ON u.id = t.id
   WHERE t.roster_id = ${rosterId}::uuid ORDER BY t.id`
