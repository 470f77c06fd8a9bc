import type { NavItem } from '@/components/shell/shell-types'
import { can, type Permission, type Role } from '@/lib/access/rules'
import type { PlaceKey } from '@/lib/server/status'

/** The places of the navigation in the order of importance, each with what it takes to open it. */
const places: readonly (NavItem & { key: PlaceKey; permission: Permission })[] = [
  { key: 'today', href: '/', label: 'Today', icon: 'sun', permission: 'account.own' },
  { key: 'roster', href: '/roster', label: 'Roster', icon: 'calendar-days', permission: 'roster.read' },
  { key: 'timeline', href: '/timeline', label: 'Timeline', icon: 'history', permission: 'timeline.read' },
  { key: 'outbox', href: '/outbox', label: 'Outbox', icon: 'send', permission: 'outbox.read' },
]

export const settingsPlace: NavItem & { key: PlaceKey } = {
  key: 'settings',
  href: '/settings',
  label: 'Settings',
  icon: 'settings',
}

export const placesFor = (role: Role): NavItem[] =>
  places.filter(({ permission }) => can(role, permission)).map(({ permission: _, ...place }) => place)

/** Where sign-in leads when nothing else was asked for: the first place that a role may open. */
export const homeOf = (role: Role): string => (placesFor(role)[0] ?? settingsPlace).href
