'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

type Props = {
  title: string
  label: string
  pending: boolean
  onClose: () => void
  onSubmit: (event: { preventDefault(): void }) => void
  children: ReactNode
}

/** A form that is filled in and saved, or left. A stray click outside throws nothing away. */
export function FormDialog({ title, label, pending, onClose, onSubmit, children }: Props) {
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
          <Button type="submit" form="form-dialog" variant="primary" pending={pending}>
            {label}
          </Button>
        </>
      }
    >
      <form id="form-dialog" method="post" className="flex flex-col gap-4" onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  )
}
