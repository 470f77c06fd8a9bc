import type { Db } from '@/lib/platform/database'
import { Prisma } from '@/lib/platform/prisma/client'
import { formatDate } from '@/lib/platform/zone-format'
import { stateOf } from '../engines/data'
import type { RunState } from '../machine'
import { REAL } from '../people/data'
import { dayName } from '../people/rules'

type Name = { name: string; href: string | null }
type Named = Map<string, Name>

const SEVERAL = Prisma.sql`(SELECT count(*) > 1 FROM public.roster o WHERE ${REAL})`

/** What a rehearsal played on is on record, and has no page that could change it. */
const named = (isCopy: boolean, name: string, href: string): Name =>
  isCopy ? { name: `${name}, rehearsal`, href: null } : { name, href }

/** What the subjects of the record are called, by id. */
export async function nameWeeks(db: Db, ids: readonly string[]): Promise<Named> {
  const rows = await db.$queryRaw<{ id: string; week: string; roster: string; several: boolean; isCopy: boolean }[]>`
    SELECT r.id::text, r.week_of::text AS week, o.name AS roster, ${SEVERAL} AS several, NOT (${REAL}) AS "isCopy"
      FROM public.roster_run r JOIN public.roster o ON o.id = r.roster_id WHERE r.id = ANY(${[...ids]}::uuid[])`
  return new Map(
    rows.map(({ id, week, roster, several, isCopy }) => {
      const name = formatDate(week, 'week')
      return [id, named(isCopy, several ? `${roster}, ${name.replace(/^W/, 'w')}` : name, `/roster/${id}`)]
    }),
  )
}

const OF_ROSTER = { select: { id: true, rehearsalOf: true } } as const

export async function nameTenders(db: Db, ids: readonly string[]): Promise<Named> {
  const rows = await db.tender.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, roster: OF_ROSTER },
  })
  return new Map(
    rows.map(({ id, name, roster }) => [
      id,
      named(roster.rehearsalOf !== null, name, `/roster/tenders?roster=${roster.id}`),
    ]),
  )
}

export async function nameTemplates(db: Db, ids: readonly string[]): Promise<Named> {
  const rows = await db.shiftTemplate.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, weekday: true, startTime: true, role: true, roster: OF_ROSTER },
  })
  return new Map(
    rows.map(({ id, weekday, startTime, role, roster }) => {
      const name = `${dayName(weekday)} ${startTime}, ${role}`
      return [id, named(roster.rehearsalOf !== null, name, `/roster/shifts?roster=${roster.id}`)]
    }),
  )
}

export async function nameRosters(db: Db, ids: readonly string[]): Promise<Named> {
  const rows = await db.roster.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, rehearsalOf: true },
  })
  return new Map(
    rows.map(({ id, name, rehearsalOf }) => [id, named(rehearsalOf !== null, name, `/roster/settings?roster=${id}`)]),
  )
}

/** Weeks of the last two years, the latest first. */
export const listNamedWeeks = (db: Db): Promise<{ id: string; weekOf: string; state: RunState }[]> => db.$queryRaw`
  SELECT r.id::text, r.week_of::text AS "weekOf", ${stateOf('r')} AS state FROM public.roster_run r
   WHERE r.kind = 'week' ORDER BY r.week_of DESC, r.id LIMIT 104`

/** Everybody by name, with the roster where there are several; who is not asked any more comes last. */
export const listNamedTenders = (db: Db): Promise<{ id: string; name: string; note: string }[]> => db.$queryRaw`
  SELECT t.id::text, t.name, concat_ws(', ', CASE WHEN ${SEVERAL} THEN o.name END,
         CASE WHEN NOT t.active THEN 'not asked any more' END) AS note
    FROM public.tender t JOIN public.roster o ON o.id = t.roster_id AND ${REAL} ORDER BY NOT t.active, t.name, t.id LIMIT 5000`
