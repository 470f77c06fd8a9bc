import type { Metadata } from 'next'
import * as actions from '@/app/(desk)/settings/users/actions'
import { AddUser } from '@/app/(desk)/settings/users/add-user'
import { UsersTable } from '@/app/(desk)/settings/users/users-table'
import { Page } from '@/components/shell/page'
import { Card } from '@/components/ui/card'
import { PageHead } from '@/components/ui/page-head'
import { ROLE_HINT, ROLE_NAME } from '@/lib/access/labels'
import { MIN_LENGTH } from '@/lib/access/passwords/rules'
import { ROLES } from '@/lib/access/rules'
import { loadUsers } from '@/lib/access/users/loaders'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Users' }

export default async function UsersPage() {
  const ctx = await requirePage('users.manage')
  const users = await loadUsers(ctx, { id: ctx.user.id, sessionId: ctx.user.sessionId })
  const disabled = users.filter((user) => user.disabled).length
  const roles = ROLES.map((role) => ({ value: role, label: ROLE_NAME[role], note: ROLE_HINT[role] }))
  const facts = [
    users.length === 1 ? 'One account' : `${users.length} accounts`,
    disabled > 0 ? `${disabled} of them disabled` : null,
  ].filter((fact) => fact !== null)
  return (
    <Page crumbs={[{ label: 'Settings', href: '/settings' }, { label: 'Users' }]}>
      <PageHead
        title="Users"
        sentence={`${facts.join(', ')}. A change of role acts at once, also for whoever is signed in.`}
        actions={<AddUser add={actions.addUser} roles={roles} minLength={MIN_LENGTH} />}
      />
      <Card>
        <UsersTable
          users={users.map((user) => ({ ...user, roleName: ROLE_NAME[user.role] }))}
          roles={roles}
          minLength={MIN_LENGTH}
          actions={{
            changeRole: actions.changeRole,
            disable: actions.disableUser,
            enable: actions.enableUser,
            resetPassword: actions.resetPassword,
            endSessions: actions.endSessions,
          }}
        />
      </Card>
    </Page>
  )
}
