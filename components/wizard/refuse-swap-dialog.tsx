'use client'

import { useState } from 'react'
import { FormDialog } from '@/components/ui/form-dialog'
import { TextField } from '@/components/ui/text-field'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import { SWAP_EDGES } from '@/lib/roster/swaps/labels'
import type { SwapView } from '@/lib/roster/swaps/schema'

type Props = {
  swap: SwapView
  refuse: CommandAction<{ swapId: string; version: number; reason: string }>
  onClose: () => void
}

/** Asks why, for the mails to the two people. */
export function RefuseSwapDialog({ swap, refuse, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand({ action: refuse, onDone: onClose, onRefused: setFields })
  const { from, to } = swap
  return (
    <FormDialog
      title="Refuse the swap"
      label={SWAP_EDGES.refuse.button}
      pending={pending}
      onClose={onClose}
      onSubmit={() => run({ swapId: swap.id, version: swap.version, reason })}
    >
      <p className="text-muted">
        {from.name} keeps {swap.when}, {swap.role}. {to ? `${from.name} and ${to.name} each get` : `${from.name} gets`}{' '}
        a mail with what you write here.
      </p>
      <TextField label="Why" value={reason} onChange={setReason} maxLength={300} error={fields.reason} autoFocus />
    </FormDialog>
  )
}
