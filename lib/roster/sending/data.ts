import type { Guard } from '@/lib/engine/sql'
import type { Actor } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { TWO_PERSON_RECIPIENTS } from '../rules'
import { concerned } from '../week/data'

/** Above so many recipients approver and sender are two people, both of them known. */
export function twoPeople({ kind, id }: Actor): Guard {
  const sender = Prisma.sql`${kind === 'user' ? id : null}::uuid`
  return {
    reason: 'second_person',
    sql: Prisma.sql`coalesce(r.approved_by <> ${sender}, false) OR ${TWO_PERSON_RECIPIENTS}::int >= (
      SELECT count(*) FROM public.tender t WHERE t.roster_id = r.roster_id AND ${concerned})`,
  }
}
