'use client'

import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { IconName } from '@/components/ui/icon'
import { usePaletteItem } from '@/components/ui/palette-store'

type ButtonItem = { id: string; label: string; icon: IconName | undefined; press: () => void; allowed?: boolean }

/** Puts a button of this page into the palette while it may be pressed. It does there what it does here. */
export function useButtonItem({ id, label, icon, press, allowed = true }: ButtonItem): void {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  const run = useCallback(() => latest.current(), [])
  usePaletteItem(
    useMemo(
      () => (allowed ? { id, label, group: 'On this page', run, ...(icon ? { icon } : {}) } : null),
      [allowed, id, label, icon, run],
    ),
  )
}
