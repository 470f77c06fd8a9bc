import type { Db } from '@/lib/platform/database'
import { formatDate } from '@/lib/platform/zone-format'
import type { RunState } from '../machine'
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

/** Weeks of the last two years, the latest first. */
export const listNamedWeeks = (db: Db): Promise<{ id: string; weekOf: string; state: RunState }[]> => db.$queryRaw`
  SELECT id::text, week_of::text AS "weekOf", v2_state AS state FROM public.roster_run
   WHERE kind = 'week' AND v2_state IS NOT NULL ORDER BY week_of DESC, id LIMIT 104`

/** Everybody by name, with the roster where there are several; who is not asked any more comes last. */
export const listNamedTenders = (db: Db): Promise<{ id: string; name: string; note: string }[]> => db.$queryRaw`
  SELECT t.id::text, t.name, concat_ws(', ', CASE WHEN (SELECT count(*) > 1 FROM public.roster) THEN o.name END,
         CASE WHEN NOT t.active THEN 'not asked any more' END) AS note
    FROM public.tender t JOIN public.roster o ON o.id = t.roster_id ORDER BY NOT t.active, t.name, t.id LIMIT 5000`
