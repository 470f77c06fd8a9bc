'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { say } from '@/components/ui/toast'

/** Puts `text` on the clipboard. Where the browser forbids it, says what to do instead. */
export function CopyButton({ text, label, size = 'sm' }: { text: string; label: string; size?: 'sm' | 'md' }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      say({ tone: 'good', text: 'Copied.' })
      setTimeout(() => setCopied(false), 2000)
    } catch {
      say({ tone: 'act', text: `This browser does not let a page copy. Select it by hand: ${text}` })
    }
  }
  return (
    <Button variant="ghost" size={size} icon={copied ? 'check' : 'copy'} onPress={() => void copy()}>
      {label}
    </Button>
  )
}
