'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DateOnlyField } from '@/components/ui/date-time-field'

/** The first and the last day of what is shown, for a filter that says "from – to". They live in the URL. */
export function DayRange() {
  const query = useSearchParams()
  const path = usePathname()
  const router = useRouter()
  const [from, setFrom] = useState(query.get('from'))
  const [to, setTo] = useState(query.get('to'))
  const backwards = from && to && from > to ? 'The last day lies before the first one.' : null
  const show = () => {
    const params = new URLSearchParams(query.toString())
    for (const [name, value] of [
      ['from', from],
      ['to', to],
    ] as const) {
      if (value) params.set(name, value)
      else params.delete(name)
    }
    router.push(`${path}?${params}`, { scroll: false })
  }
  return (
    <div className="mb-3 flex flex-wrap items-end gap-2">
      <DateOnlyField label="First day" value={from} onChange={setFrom} />
      <DateOnlyField label="Last day" value={to} onChange={setTo} />
      <Button lockedReason={backwards} onPress={show}>
        Show these days
      </Button>
    </div>
  )
}
