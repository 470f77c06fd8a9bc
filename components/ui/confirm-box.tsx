'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/text-field'

export type ConfirmBoxProps = {
  title: string
  children: ReactNode
  /** A verb with its object: "Send to 24 tenders". */
  confirmLabel: string
  danger?: boolean
  /** A word that must be typed first, for what cannot be taken back. Phones begin it with a capital: either will do. */
  typed?: string
  onClose: () => void
  onConfirm: () => void
}

/**
 * Mounted only while open, so that the typed word is empty each time. It stays until it is answered: the second press of
 * a button that was pressed twice lands beside it.
 */
export function ConfirmBox({ title, children, confirmLabel, danger, typed, onClose, onConfirm }: ConfirmBoxProps) {
  const [text, setText] = useState('')
  const missing = typed !== undefined && text.trim().toLowerCase() !== typed.toLowerCase()
  const confirm = () => {
    if (missing) return
    onClose()
    onConfirm()
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      sticky
      actions={
        <>
          <Button variant="ghost" onPress={onClose}>
            Leave it
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            lockedReason={missing ? `Type “${typed}” first.` : null}
            onPress={confirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-muted">{children}</div>
      {typed !== undefined && (
        <form
          className="mt-3"
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
        >
          <TextField label={`Type “${typed}” to go on`} value={text} onChange={setText} autoComplete="off" autoFocus />
        </form>
      )}
    </Dialog>
  )
}
