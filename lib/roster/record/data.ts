import type { Db } from '@/lib/platform/database'
import { formatDate } from '@/lib/platform/zone-format'
import { dayName } from '../people/rules'

type Named = Map<string, { name: string; href: string | null }>

/** What the subjects of the record are called, by id. */
export async function nameWeeks(db: Db, ids: readonly string[]): Promise<Named> {
  const rows = await db.$queryRaw<{ id: string; week: string; roster: string; several: boolean }[]>`
    SELECT r.id::text, r.week_of::text AS week, o.name AS roster, (SELECT count(*) > 1 FROM public.roster) AS several
      FROM public.roster_run r JOIN public.roster o ON o.id = r.roster_id WHERE r.id = ANY(${[...ids]}::uuid[])`
  return new Map(
    rows.map(({ id, week, roster, several }) => {
      const name = formatDate(week, 'week')
      return [id, { name: several ? `${roster}, ${name.replace(/^W/, 'w')}` : name, href: `/roster/${id}` }]
    }),
  )
}

export async function nameTenders(db: Db, ids: readonly string[]): Promise<Named> {
  const rows = await db.tender.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, rosterId: true },
  })
  return new Map(rows.map(({ id, name, rosterId }) => [id, { name, href: `/roster/tenders?roster=${rosterId}` }]))
}

export async function nameTemplates(db: Db, ids: readonly string[]): Promise<Named> {
  const rows = await db.shiftTemplate.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, weekday: true, startTime: true, role: true, rosterId: true },
  })
  return new Map(
    rows.map(({ id, weekday, startTime, role, rosterId }) => [
      id,
      { name: `${dayName(weekday)} ${startTime}, ${role}`, href: `/roster/shifts?roster=${rosterId}` },
    ]),
  )
}

export async function nameRosters(db: Db, ids: readonly string[]): Promise<Named> {
  const rows = await db.roster.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } })
  return new Map(rows.map(({ id, name }) => [id, { name, href: `/roster/settings?roster=${id}` }]))
}
