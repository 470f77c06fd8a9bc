'use client'

import { useForm } from '@/components/roster/use-form'
import { FormDialog } from '@/components/ui/form-dialog'
import { TextField } from '@/components/ui/text-field'
import type { CommandAction } from '@/components/ui/use-command'

export type Bounced = { id: string; why: string }
type Props = { id: string; name: string; save: CommandAction<Bounced>; onClose: () => void }

/** The operator heard that mails do not arrive. */
export function TenderBounce({ id, name, save, onClose }: Props) {
  const { input, set, fields, submit, pending } = useForm<Bounced>({ id, why: '' }, save, onClose)
  return (
    <FormDialog
      title={`Mails to ${name} come back`}
      label="Note that mails come back"
      pending={pending}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-muted">
        {name} is then shown as not reached, before each Send too. Mails are still tried, and a new address takes it
        off.
      </p>
      <TextField
        label="How does it show?"
        value={input.why}
        onChange={(why) => set({ why })}
        error={fields.why}
        placeholder="She rang: nothing came since May."
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
