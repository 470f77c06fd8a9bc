'use client'

import { useState } from 'react'
import { namesOf } from '@/components/outbox/names'
import { FormDialog } from '@/components/ui/form-dialog'
import { TextField } from '@/components/ui/text-field'
import { DECISION_WORDS } from '@/lib/messages/labels'
import type { RowRef } from '@/lib/messages/outbox/schema'

type Props = {
  rows: RowRef[]
  pending: boolean
  error: string | undefined
  onClose: () => void
  onSubmit: (reason: string) => void
}

/** Asks why before messages are given up. What was typed stays until it is done. */
export function LetGoDialog({ rows, pending, error, onClose, onSubmit }: Props) {
  const [reason, setReason] = useState('')
  const { button, many, hint } = DECISION_WORDS.letGo
  const [first] = rows
  return (
    <FormDialog
      title={rows.length === 1 ? `Let the message to ${first?.to} go?` : `Let ${rows.length} messages go?`}
      label={rows.length === 1 ? button : many(rows.length)}
      variant="danger"
      pending={pending}
      onClose={onClose}
      onSubmit={() => onSubmit(reason)}
    >
      <p className="text-muted">
        {rows.length === 1 ? hint : 'They will not be sent. Tell the people another way if it matters.'}
      </p>
      {rows.length > 1 && <p>{namesOf(rows)}</p>}
      <TextField
        label="Why"
        hint="Stands beside the message and in the timeline."
        value={reason}
        onChange={setReason}
        error={error}
        maxLength={300}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
