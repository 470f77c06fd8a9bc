'use client'

import type { IconName } from '@/components/ui/icon'
import { createRegister } from '@/components/ui/register'

export type PaletteItem = {
  id: string
  label: string
  /** The heading it stands under: "Pages", "Weeks", "On this page". */
  group: string
  icon?: IconName
  note?: string
  /** Goes there; otherwise `run` is called. */
  href?: string
  run?: () => void
}

const register = createRegister<PaletteItem>()

/** What the present page adds to the palette. */
export const usePageItems = register.useEntries

/** Puts one thing into the palette for as long as the caller is on the page. */
export const usePaletteItem = register.useEntry
