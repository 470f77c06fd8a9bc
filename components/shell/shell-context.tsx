'use client'

import { createContext, useContext } from 'react'
import type { ShellStatus } from '@/components/shell/shell-types'

export type ShellValue = { status: ShellStatus; openPalette: () => void }

export const ShellContext = createContext<ShellValue | null>(null)

/** What a page inside the shell may ask of it. */
export function useShell(): ShellValue {
  const value = useContext(ShellContext)
  if (!value) throw new Error('This component stands only inside the shell.')
  return value
}
