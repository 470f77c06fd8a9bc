import type { Context } from '@/lib/platform/context'
import { STATE_WORDS } from '../labels'
import { listNamedTenders, listNamedWeeks, nameTenders, nameWeeks } from './data'
import { holds } from './rules'

/** As the palette lists it. */
type Found = {
  id: string
  label: string
  group: 'Weeks' | 'Tenders'
  icon: 'calendar-days' | 'user'
  note: string
  href: string
}

/** So many of each kind: whoever wants others types another letter. */
const MOST = 8

/** Weeks, the latest first, and tenders, by words of their names. */
export async function findSubjects(ctx: Context, typed: string): Promise<Found[]> {
  const [weeks, tenders] = await Promise.all([listNamedWeeks(ctx.db), listNamedTenders(ctx.db)])
  const names = await nameWeeks(
    ctx.db,
    weeks.map(({ id }) => id),
  )
  const foundWeeks = weeks.flatMap(({ id, weekOf, state }): Found[] => {
    const { name, href } = names.get(id) ?? { name: '', href: null }
    const note = `${STATE_WORDS[state].label}, ${weekOf.slice(0, 4)}`
    if (!href || !holds(`${name} ${note} Weeks`, typed)) return []
    return [{ id: `week:${id}`, label: name, group: 'Weeks', icon: 'calendar-days', note, href }]
  })
  const close = tenders.filter(({ name, note }) => holds(`${name} ${note} Tenders`, typed)).slice(0, MOST)
  const links = await nameTenders(
    ctx.db,
    close.map(({ id }) => id),
  )
  const foundTenders = close.flatMap(({ id, name, note }): Found[] => {
    const href = links.get(id)?.href
    return href ? [{ id: `tender:${id}`, label: name, group: 'Tenders', icon: 'user', note, href }] : []
  })
  return [...foundWeeks.slice(0, MOST), ...foundTenders]
}
