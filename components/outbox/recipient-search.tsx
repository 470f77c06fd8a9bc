'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { withFilter } from '@/components/ui/filter-params'
import { SearchField } from '@/components/ui/search-field'

/** Finds a recipient by a part of their name or address. It lives in the URL, as every filter does. */
export function RecipientSearch() {
  const query = useSearchParams()
  const path = usePathname()
  const router = useRouter()
  const searched = query.get('to') ?? ''
  const [typed, setTyped] = useState({ for: searched, text: searched })
  if (typed.for !== searched) setTyped({ for: searched, text: searched })
  const go = (text: string) =>
    router.push(`${path}${withFilter(query.toString(), 'to', text.trim() || null)}`, { scroll: false })
  const type = (text: string) => {
    setTyped({ for: searched, text })
    if (text === '' && searched !== '') go('')
  }
  return <SearchField label="Find a recipient" value={typed.text} onChange={type} onSubmit={go} />
}
