'use client'

import { useEffect } from 'react'
import { useShell } from '@/components/shell/shell-context'
import { utcText } from '@/components/ui/time'

/** Text as a string of CSS holds it. */
const cssString = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]+/g, ' ')}"`

/**
 * On paper only: where this sheet came from, and when. It stands in the margin of each sheet (`@page` in globals.css),
 * because whatever is drawn within a page's own area may cover its last lines.
 *
 * @param about what the sheet is, before the address
 */
export function PrintFoot({ about }: { about?: string }) {
  const { status } = useShell()
  useEffect(() => {
    const write = () => {
      const where = `printed ${utcText(status.now)}, ${window.location.href}`
      const lines = (about ? [about, where] : [where]).map(cssString).join(' "\\A" ')
      document.documentElement.style.setProperty('--print-foot', lines)
    }
    write()
    window.addEventListener('beforeprint', write)
    return () => {
      window.removeEventListener('beforeprint', write)
      document.documentElement.style.removeProperty('--print-foot')
    }
  }, [about, status.now])
  return null
}
