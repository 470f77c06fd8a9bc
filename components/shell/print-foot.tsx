'use client'

import { useEffect, useState } from 'react'
import { useShell } from '@/components/shell/shell-context'
import { utcText } from '@/components/ui/time'

/** On paper only: where this sheet came from, and when. */
export function PrintFoot() {
  const { status } = useShell()
  const [address, setAddress] = useState('')
  useEffect(() => {
    const look = () => setAddress(window.location.href)
    look()
    window.addEventListener('beforeprint', look)
    return () => window.removeEventListener('beforeprint', look)
  }, [])
  return (
    <p className="print-foot">
      {address} · {utcText(status.now)}
    </p>
  )
}
