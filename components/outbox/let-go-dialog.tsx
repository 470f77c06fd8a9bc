'use client'

import { useId, useState } from 'react'
import { namesOf } from '@/components/outbox/names'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
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
  const form = useId()
  const { button, many, hint } = DECISION_WORDS.letGo
  const [first] = rows
  return (
    <Dialog
      title={rows.length === 1 ? `Let the message to ${first?.to} go?` : `Let ${rows.length} messages go?`}
      isOpen
      sticky
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onPress={onClose}>
            Leave it
          </Button>
          <Button type="submit" form={form} variant="danger" pending={pending}>
            {rows.length === 1 ? button : many(rows.length)}
          </Button>
        </>
      }
    >
      <p className="text-muted">
        {rows.length === 1 ? hint : 'They will not be sent. Tell the people another way if it matters.'}
      </p>
      {rows.length > 1 && <p className="mt-2">{namesOf(rows)}</p>}
      <form
        id={form}
        method="post"
        className="mt-3"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(reason)
        }}
      >
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
      </form>
    </Dialog>
  )
}
