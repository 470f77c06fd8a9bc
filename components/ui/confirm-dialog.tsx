'use client'

import type { ConfirmBoxProps } from '@/components/ui/confirm-box'
import { later } from '@/components/ui/later'

const ConfirmBox = later(() => import('@/components/ui/confirm-box').then((loaded) => loaded.ConfirmBox))

export function ConfirmDialog({ isOpen, ...props }: ConfirmBoxProps & { isOpen: boolean }) {
  return isOpen && <ConfirmBox {...props} />
}
