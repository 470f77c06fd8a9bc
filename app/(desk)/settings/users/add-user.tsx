'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/form-dialog'
import type { Option } from '@/components/ui/option-list'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { type CommandAction, useCommand } from '@/components/ui/use-command'

type Person = { name: string; email: string; role: string; password: string }
type Props = { add: CommandAction<Person>; roles: Option[]; minLength: number }

const NOBODY: Person = { name: '', email: '', role: 'operator', password: '' }

export function AddUser({ add, roles, minLength }: Props) {
  const [open, setOpen] = useState(false)
  const [person, setPerson] = useState(NOBODY)
  const [fields, setFields] = useState<Record<string, string>>({})
  const set = (field: keyof Person) => (value: string) => setPerson((before) => ({ ...before, [field]: value }))
  const { run, pending } = useCommand<Person>({
    action: add,
    onRefused: setFields,
    onDone: () => {
      setOpen(false)
      setPerson(NOBODY)
      setFields({})
    },
  })
  return (
    <>
      <Button variant="primary" icon="user-plus" onPress={() => setOpen(true)}>
        Add a user
      </Button>
      {open && (
        <FormDialog
          title="Add a user"
          label="Add the user"
          pending={pending}
          onClose={() => setOpen(false)}
          onSubmit={() => run(person)}
        >
          <TextField
            label="Name"
            value={person.name}
            onChange={set('name')}
            error={fields.name}
            autoComplete="off"
            autoFocus
          />
          <TextField
            label="E-mail address"
            type="email"
            value={person.email}
            onChange={set('email')}
            error={fields.email}
            autoComplete="off"
          />
          <SelectField label="Role" options={roles} value={person.role} onChange={set('role')} error={fields.role} />
          <TextField
            label="First password"
            hint={`At least ${minLength} characters. Hand it over in person; its owner changes it under Settings.`}
            value={person.password}
            onChange={set('password')}
            error={fields.password}
            autoComplete="off"
          />
        </FormDialog>
      )}
    </>
  )
}
