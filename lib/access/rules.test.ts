import { expect, it } from 'vitest'
import { can, PERMISSIONS, ROLES } from '@/lib/access/rules'

/** Written out, so that a change of a right is a change of this table. */
const MATRIX = {
  'account.own': ['admin', 'operator', 'editor', 'office', 'engineer', 'supervisor'],
  'roster.read': ['admin', 'operator'],
  'roster.operate': ['admin', 'operator'],
  'outbox.read': ['admin', 'operator'],
  'outbox.decide': ['admin', 'operator'],
  'timeline.read': ['admin', 'operator'],
  'schedules.read': ['admin', 'operator', 'office'],
  'schedules.operate': ['admin'],
  'users.manage': ['admin'],
}

it('grants each permission to exactly these roles', () => {
  const granted = Object.fromEntries(
    PERMISSIONS.map((permission) => [permission, ROLES.filter((role) => can(role, permission))]),
  )
  expect(granted).toEqual(MATRIX)
})
