'use client'

import type { DialogBoxProps } from '@/components/ui/dialog-box'
import { later } from '@/components/ui/later'

type Props = DialogBoxProps & { isOpen: boolean }

const DialogBox = later(() => import('@/components/ui/dialog-box').then((loaded) => loaded.DialogBox))

/** A modal: takes the focus, keeps it, gives it back. A sheet from below on the phone. */
export function Dialog({ isOpen, ...props }: Props) {
  return isOpen && <DialogBox {...props} />
}
