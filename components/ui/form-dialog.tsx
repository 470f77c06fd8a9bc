'use client'

import { type ReactNode, useId } from 'react'
import { Button } from '@/components/ui/button'
import type { ButtonVariant } from '@/components/ui/button-style'
import { Dialog } from '@/components/ui/dialog'

type Props = {
  title: string
  /** The button that decides: a verb with its object. */
  label: string
  variant?: ButtonVariant
  pending: boolean
  /** Why the button may not be pressed yet. */
  lockedReason?: string | null
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

/** A form that is filled in and sent, or left. A stray click outside throws nothing away. */
export function FormDialog({
  title,
  label,
  variant = 'primary',
  pending,
  lockedReason = null,
  onClose,
  onSubmit,
  children,
}: Props) {
  const form = useId()
  return (
    <Dialog
      title={title}
      isOpen
      sticky
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onPress={onClose}>
            Leave it
          </Button>
          <Button type="submit" form={form} variant={variant} pending={pending} lockedReason={lockedReason}>
            {label}
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
