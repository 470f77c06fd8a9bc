'use client'

import { createRegister } from '@/components/ui/register'

/** `keys` as they are printed: ['Ctrl', 'K']. `does` is a verb with its object. */
export type KeyHint = { id: string; keys: string[]; does: string }

const register = createRegister<KeyHint>()

export const usePageKeys = register.useEntries

/** Lists a key of the present page in the help. The caller listens for it itself. */
export const usePageKey = register.useEntry
