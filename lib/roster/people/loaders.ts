import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import { addDays } from '@/lib/platform/plain-date'
import { formatDate, type Shown, shownAt } from '@/lib/platform/zone-format'
import type { RunState } from '../machine'
import { weekOfInstant } from '../rules'
import { type Settings, settingsSchema } from '../schema'
import { listSeatCounts, listWeeks } from '../week/data'
import { countActive, listRosters, listTemplates } from './data'

export type RosterView = { id: string; name: string; zone: string; settings: Settings; seen: string }

/** Every roster, the oldest first. */
export async function loadRosters(ctx: Context): Promise<RosterView[]> {
  const rows = await listRosters(ctx)
  return rows.map((row) => ({ ...row, settings: settingsSchema.parse(row.settings) }))
}

export async function loadRoster(ctx: Context, id: string): Promise<RosterView | null> {
  return (await loadRosters(ctx)).find((roster) => roster.id === id) ?? null
}

/** The zone that a new roster begins with: the company's. */
export const loadZone = (ctx: Context): Promise<string> => companyZone(ctx.db)

/** How many people of a roster are asked and mailed. */
export const countTenders = countActive

export const loadTemplates = listTemplates

export type WeekLine = {
  id: string
  title: string
  weekOf: string
  rosterName: string
  state: RunState
  deadline: Shown | null
  filled: number
  seats: number
  waiting: number
}

/** More weeks than half a year are looked up in the timeline. */
const WEEKS = 60

/** The weeks of a roster, newest first. */
export async function loadWeeks(ctx: Context, rosterId: string): Promise<WeekLine[]> {
  const weeks = await listWeeks(ctx, WEEKS, rosterId)
  const counts = await listSeatCounts(
    ctx,
    weeks.map(({ id }) => id),
  )
  return weeks.flatMap((week) => {
    if (!week.state) return []
    const { seats, filled } = counts.get(week.id) ?? { seats: 0, filled: 0 }
    return [
      {
        id: week.id,
        title: formatDate(week.weekOf, 'week'),
        weekOf: week.weekOf,
        rosterName: week.rosterName,
        state: week.state,
        deadline: week.deadlineAt && shownAt(week.zone, week.deadlineAt),
        filled,
        seats,
        waiting: (week.rows.failed ?? 0) + (week.rows.unknown ?? 0),
      },
    ]
  })
}

/** The Monday that "Make the next week" proposes: after the latest week, and never one that has begun. */
export function nextWeek(ctx: Context, zone: string, weeks: readonly { weekOf: string }[]): string {
  const coming = addDays(weekOfInstant(zone, ctx.now()), 7)
  const after = weeks.map(({ weekOf }) => addDays(weekOf, 7))
  return [coming, ...after].sort().at(-1) ?? coming
}
