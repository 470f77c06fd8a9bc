'use client'

import { useForm } from '@/components/roster/use-form'
import { Checkbox } from '@/components/ui/checkbox'
import { FormDialog } from '@/components/ui/form-dialog'
import { TextField } from '@/components/ui/text-field'
import type { CommandAction } from '@/components/ui/use-command'

type Tender = { id: string; name: string; email: string; keyHolder: boolean; seen: string }
export type TenderValues = {
  rosterId: string
  tenderId: string | null
  seen: string | null
  name: string
  email: string
  keyHolder: boolean
}
type Props = { rosterId: string; tender: Tender | null; save: CommandAction<TenderValues>; onClose: () => void }

export function TenderDialog({ rosterId, tender, save, onClose }: Props) {
  const initial: TenderValues = {
    rosterId,
    tenderId: tender?.id ?? null,
    seen: tender?.seen ?? null,
    name: tender?.name ?? '',
    email: tender?.email ?? '',
    keyHolder: tender?.keyHolder ?? false,
  }
  const { input, set, fields, submit, pending } = useForm(initial, save, onClose)
  return (
    <FormDialog
      title={tender ? `Change ${tender.name}` : 'Add a tender'}
      label={tender ? 'Save the tender' : 'Add the tender'}
      pending={pending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        value={input.name}
        onChange={(name) => set({ name })}
        error={fields.name}
        autoComplete="off"
        autoFocus
      />
      <TextField
        label="E-mail address"
        hint="Where the personal link and the schedule go. Without one they are never asked."
        inputMode="email"
        value={input.email}
        onChange={(email) => set({ email })}
        error={fields.email}
        autoComplete="off"
      />
      <Checkbox
        checked={input.keyHolder}
        onChange={(keyHolder) => set({ keyHolder })}
        hint="Shifts that want a key holder get one where they can."
      >
        Holds a key
      </Checkbox>
    </FormDialog>
  )
}
