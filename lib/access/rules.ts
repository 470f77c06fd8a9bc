/** The six roles, one a person. `admin` may do everything; what the others may do stands in `GRANTS`. */
export const ROLES = ['admin', 'operator', 'editor', 'office', 'engineer', 'supervisor'] as const
export type Role = (typeof ROLES)[number]

/** The closed list of what can be asked for. `account.own` is held by whoever is signed in. */
export const PERMISSIONS = [
  'account.own',
  'roster.read',
  'roster.operate',
  'outbox.read',
  'outbox.decide',
  'timeline.read',
  'schedules.read',
  'schedules.operate',
  'users.manage',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The person behind a request, as their row stands now. */
export type CurrentUser = { id: string; name: string; email: string; role: Role; sessionId: string }

const OPERATOR: readonly Permission[] = [
  'account.own',
  'roster.read',
  'roster.operate',
  'outbox.read',
  'outbox.decide',
  'timeline.read',
  'schedules.read',
]
const GRANTS: Record<Role, readonly Permission[]> = {
  admin: PERMISSIONS,
  operator: OPERATOR,
  editor: ['account.own'],
  office: ['account.own', 'schedules.read'],
  engineer: ['account.own'],
  supervisor: ['account.own'],
}

export const isRole = (value: string): value is Role => (ROLES as readonly string[]).includes(value)

/** The one question every action, route and page asks. */
export const can = (role: Role, permission: Permission): boolean => GRANTS[role].includes(permission)
