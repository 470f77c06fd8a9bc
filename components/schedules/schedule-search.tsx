'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { withFilter } from '@/components/ui/filter-params'
import { SearchField } from '@/components/ui/search-field'

/** Finds a schedule by a part of its name or id. It lives in the URL, as every filter does. */
export function ScheduleSearch() {
  const query = useSearchParams()
  const path = usePathname()
  const router = useRouter()
  const searched = query.get('q') ?? ''
  const [typed, setTyped] = useState({ for: searched, text: searched })
  if (typed.for !== searched) setTyped({ for: searched, text: searched })
  const go = (text: string) => {
    const rest = new URLSearchParams(query.toString())
    // Another list: what was picked in this one may not be in it.
    for (const name of ['id', 'before']) rest.delete(name)
    router.push(`${path}${withFilter(rest.toString(), 'q', text.trim() || null)}`, { scroll: false })
  }
  const type = (text: string) => {
    setTyped({ for: searched, text })
    if (text === '' && searched !== '') go('')
  }
  return <SearchField label="Find a schedule" value={typed.text} onChange={type} onSubmit={go} />
}
