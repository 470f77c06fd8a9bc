import { clock } from '@/lib/engine/sql'
import type { MessageKind } from '@/lib/messages/effects'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { settle } from './sending/process'

/**
 * When the roster's messages may go out. A schedule mail leaves only while its week is APPROVED and not over (hole 7);
 * an invitation only while its form is open, and is let go once it is not. Both are of weeks alone.
 */
export const rosterMessages = (ctx: Context): MessageKind[] => [
  {
    kind: 'schedule',
    may: Prisma.sql`EXISTS (SELECT FROM public.roster_run r
      WHERE r.id = m.subject_id AND r.kind = 'week' AND r.v2_state = 'APPROVED' AND r.ends_at > ${clock(ctx)})`,
    settled: async (told, ids) => {
      for (const id of ids) await settle(told, id)
    },
  },
  {
    kind: 'invitation',
    may: Prisma.sql`EXISTS (SELECT FROM public.roster_run r WHERE r.id = m.subject_id AND r.kind = 'week' AND r.v2_state = 'COLLECTING')`,
    stale: {
      when: Prisma.sql`EXISTS (SELECT FROM public.roster_run r WHERE r.id = m.subject_id AND r.v2_state <> 'COLLECTING')`,
      reason: 'The form was closed before this could be sent.',
    },
  },
  { kind: 'nudge', may: Prisma.sql`true` },
]
