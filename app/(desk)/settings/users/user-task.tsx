'use client'

import { useState } from 'react'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { FormDialog } from '@/components/ui/form-dialog'
import type { Option } from '@/components/ui/option-list'
import { RadioList } from '@/components/ui/radio-list'
import { TextField } from '@/components/ui/text-field'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import type { Shown } from '@/lib/platform/zone-format'

export type User = {
  id: string
  name: string
  email: string
  role: string
  roleName: string
  disabled: Shown | null
  sessions: { id: string; lastSeen: Shown }[]
  own: boolean
  kept: string | null
}
export type Task = 'role' | 'password' | 'sessions' | 'disable' | 'enable'
type One = { userId: string }
export type Actions = {
  changeRole: CommandAction<One & { role: string }>
  resetPassword: CommandAction<One & { password: string }>
  endSessions: CommandAction<One>
  disable: CommandAction<One>
  enable: CommandAction<One>
}
type Props = { user: User; kind: Task; roles: Option[]; minLength: number; actions: Actions; onClose: () => void }

/** What the admin chose to do to an account: its question, its button. */
export function UserTask(props: Props) {
  if (props.kind === 'role') return <RoleTask {...props} />
  if (props.kind === 'password') return <PasswordTask {...props} />
  return <PlainTask {...props} kind={props.kind} />
}

function RoleTask({ user, roles, actions, onClose }: Props) {
  const [role, setRole] = useState(user.role)
  const { run, pending } = useCommand<One & { role: string }>({ action: actions.changeRole, onDone: onClose })
  return (
    <FormDialog
      title={`Role of ${user.name}`}
      label="Change the role"
      pending={pending}
      onClose={onClose}
      onSubmit={() => run({ userId: user.id, role })}
    >
      <RadioList
        label="Acts at the next press, also where they are signed in now"
        options={roles}
        value={role}
        onChange={setRole}
      />
    </FormDialog>
  )
}

function PasswordTask({ user, minLength, actions, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<One & { password: string }>({
    action: actions.resetPassword,
    onDone: onClose,
    onRefused: setFields,
  })
  return (
    <FormDialog
      title={`Password of ${user.name}`}
      label="Set the password"
      pending={pending}
      onClose={onClose}
      onSubmit={() => run({ userId: user.id, password })}
    >
      <TextField
        label="New password"
        hint={`At least ${minLength} characters. All sessions of ${user.name} end. Hand it over in person.`}
        value={password}
        onChange={setPassword}
        error={fields.password}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}

const PLAIN = {
  sessions: {
    title: (name: string) => `End the sessions of ${name}?`,
    text: 'Every browser that is signed in has to sign in again. What is typed but not saved there is lost.',
    label: 'End the sessions',
  },
  disable: {
    title: (name: string) => `Disable the account of ${name}?`,
    text: 'It is signed out everywhere at once and cannot sign in. What it did stays on record, and it can be enabled again.',
    label: 'Disable the account',
  },
  enable: {
    title: (name: string) => `Enable the account of ${name}?`,
    text: 'It can sign in again with its password and its role.',
    label: 'Enable the account',
  },
}

function PlainTask({ user, kind, actions, onClose }: Props & { kind: 'sessions' | 'disable' | 'enable' }) {
  const action = { sessions: actions.endSessions, disable: actions.disable, enable: actions.enable }[kind]
  const { run } = useCommand<One>({ action })
  const { title, text, label } = PLAIN[kind]
  return (
    <ConfirmDialog
      title={title(user.name)}
      confirmLabel={label}
      danger={kind === 'disable'}
      isOpen
      onClose={onClose}
      onConfirm={() => run({ userId: user.id })}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
