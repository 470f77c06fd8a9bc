'use client'

import { useState } from 'react'
import { type Actions, type Task, type User, UserTask } from '@/app/(desk)/settings/users/user-task'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import type { Option } from '@/components/ui/option-list'
import { Table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'

type Props = { users: User[]; roles: Option[]; minLength: number; actions: Actions }

const columns = [
  { key: 'who', head: 'Name' },
  { key: 'role', head: 'Role' },
  { key: 'state', head: 'Account' },
  { key: 'sessions', head: 'Signed in' },
  { key: 'menu', head: '', says: 'What can be done', align: 'right' as const },
]

/** All accounts, each with a menu of what can be done to it; one dialog at a time asks for the rest. */
export function UsersTable({ users, roles, minLength, actions }: Props) {
  const [task, setTask] = useState<{ user: User; kind: Task } | null>(null)
  const rows = users.map((user) => ({
    key: user.id,
    cells: {
      who: <Who user={user} />,
      role: user.roleName,
      state: <State user={user} />,
      sessions: <Sessions user={user} />,
      menu: (
        <span className="ml-auto inline-block">
          <Menu
            label={`Change ${user.name}`}
            placement="bottom end"
            entries={entriesOf(user, (kind) => setTask({ user, kind }))}
          >
            <IconButton icon="ellipsis" label={`Change ${user.name}`} />
          </Menu>
        </span>
      ),
    },
  }))
  return (
    <>
      <Table label="Users" columns={columns} rows={rows} cards />
      {task && (
        <UserTask
          key={`${task.user.id} ${task.kind}`}
          user={task.user}
          kind={task.kind}
          roles={roles}
          minLength={minLength}
          actions={actions}
          onClose={() => setTask(null)}
        />
      )}
    </>
  )
}

function Who({ user }: { user: User }) {
  return (
    <span className="block min-w-0">
      <span className="font-medium">{user.name}</span>
      {user.own && <span className="text-muted"> (you)</span>}
      <span className="block text-xs break-all text-muted">{user.email}</span>
    </span>
  )
}

function State({ user }: { user: User }) {
  if (!user.disabled) {
    return (
      <Badge tone="good" icon="check">
        Enabled
      </Badge>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone="quiet" icon="lock">
        Disabled
      </Badge>
      <Time iso={user.disabled.iso} label={user.disabled.label} className="text-xs text-muted" />
    </span>
  )
}

function Sessions({ user }: { user: User }) {
  const latest = user.sessions[0]
  if (!latest) return <span className="text-muted">Nowhere</span>
  return (
    <span>
      {user.sessions.length === 1 ? '1 browser' : `${user.sessions.length} browsers`}
      <span className="block text-xs text-muted">
        last seen <Time iso={latest.lastSeen.iso} label={latest.lastSeen.label} />
      </span>
    </span>
  )
}

function entriesOf(user: User, begin: (task: Task) => void): MenuEntry[] {
  const kept = user.own ? 'Your own account: another admin does this.' : user.kept
  const locked = kept ? { lockedReason: kept } : {}
  const own = user.own ? { lockedReason: 'Your own is changed under Settings.' } : {}
  const others = user.own ? user.sessions.length - 1 : user.sessions.length
  const nowhere = others > 0 ? {} : { lockedReason: 'Not signed in anywhere else.' }
  return [
    { key: 'role', label: 'Change the role', icon: 'shield', onAction: () => begin('role'), ...locked },
    { key: 'password', label: 'Set a password', icon: 'key-round', onAction: () => begin('password'), ...own },
    { key: 'sessions', label: 'End the sessions', icon: 'log-out', onAction: () => begin('sessions'), ...nowhere },
    user.disabled
      ? { key: 'enable', label: 'Enable the account', icon: 'user-check', onAction: () => begin('enable') }
      : {
          key: 'disable',
          label: 'Disable the account',
          icon: 'user-x',
          danger: true,
          onAction: () => begin('disable'),
          ...locked,
        },
  ]
}
