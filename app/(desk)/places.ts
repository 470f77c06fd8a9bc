import type { NavItem } from '@/components/shell/shell-types'
import { can, type Permission, type Role } from '@/lib/access/rules'
import type { PlaceKey } from '@/lib/server/status'

/** The places of the navigation in the order of importance, each with what it takes to open it. */
const places: readonly (NavItem & { key: PlaceKey; permission: Permission })[] = [
  { key: 'today', href: '/', label: 'Today', icon: 'sun', permission: 'account.own' },
  { key: 'roster', href: '/roster', label: 'Roster', icon: 'calendar-days', permission: 'roster.read' },
  { key: 'schedules', href: '/schedules', label: 'Schedules', icon: 'clock', permission: 'schedules.read' },
  { key: 'timeline', href: '/timeline', label: 'Timeline', icon: 'history', permission: 'timeline.read' },
  { key: 'outbox', href: '/outbox', label: 'Outbox', icon: 'send', permission: 'outbox.read' },
]

/** Pages within a place that the palette finds by name as well. */
const inner: readonly (NavItem & { permission: Permission })[] = [
  { key: 'cutover', href: '/roster/cutover', label: 'Cut-over', icon: 'git-compare', permission: 'roster.operate' },
  { key: 'try', href: '/schedules/try', label: 'Try a cron', icon: 'flask-conical', permission: 'schedules.read' },
]

export const settingsPlace: NavItem & { key: PlaceKey } = {
  key: 'settings',
  href: '/settings',
  label: 'Settings',
  icon: 'settings',
}

const allowed = (role: Role, pages: readonly (NavItem & { permission: Permission })[]): NavItem[] =>
  pages.filter(({ permission }) => can(role, permission)).map(({ permission: _, ...page }) => page)

export const placesFor = (role: Role): NavItem[] => allowed(role, places)
export const innerPagesFor = (role: Role): NavItem[] => allowed(role, inner)

/** Where sign-in leads when nothing else was asked for: the first place that a role may open. */
export const homeOf = (role: Role): string => (placesFor(role)[0] ?? settingsPlace).href
