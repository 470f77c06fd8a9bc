'use client'

import { type ReactNode, useRef } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from '@/components/ui/icon-button'

export type DialogBoxProps = {
  title: string
  onClose: () => void
  children: ReactNode
  /** The buttons, the deciding one last. */
  actions?: ReactNode
  wide?: boolean
  /** A decision that a stray click outside must not throw away. */
  sticky?: boolean
}

export const overlayStyle =
  'fixed inset-0 z-40 flex justify-center bg-black/40 p-4 max-md:items-end max-md:p-0 entering:animate-appear'

/** What a `Dialog` draws once it is open. */
export function DialogBox({ title, onClose, children, actions, wide = false, sticky = false }: DialogBoxProps) {
  const overlay = useRef<HTMLDivElement>(null)
  return (
    <ModalOverlay
      ref={overlay}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!sticky}
      // A press that lands on a question as it comes up over this dialog is not one beside this dialog.
      shouldCloseOnInteractOutside={(pressed) => pressed === overlay.current}
      className={`${overlayStyle} md:items-center`}
    >
      <Modal
        className={`flex max-h-[calc(100dvh-4rem)] w-full flex-col rounded-lg border border-line bg-surface shadow-raised max-md:rounded-b-none ${wide ? 'max-w-3xl' : 'max-w-md'}`}
      >
        <AriaDialog className="flex min-h-0 flex-col outline-none">
          <div className="flex items-start gap-3 py-3 pr-2.5 pl-5">
            <Heading slot="title" className="flex-1 pt-1 font-serif text-lg font-semibold text-balance">
              {title}
            </Heading>
            <IconButton icon="x" label="Close" onPress={onClose} />
          </div>
          <div className="min-h-0 overflow-y-auto px-5 pb-4 text-sm">{children}</div>
          {actions && (
            <div className="flex flex-wrap items-start justify-end gap-2 border-t border-line px-5 py-3 max-md:*:flex-1">
              {actions}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
