'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { type Filter, FilterChips } from '@/components/ui/filter-chips'
import { withFilter } from '@/components/ui/filter-params'
import { SearchField } from '@/components/ui/search-field'
import { SHOW_WORDS, SORT_WORDS } from '@/lib/roster/people/list/labels'

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const FILTERS: Filter[] = [
  { name: 'show', label: 'Show', all: 'everybody', options: optionsOf(SHOW_WORDS) },
  { name: 'sort', label: 'Order', all: 'active first', options: optionsOf(SORT_WORDS) },
]

/** How long a hand rests before the list is asked for, in ms. What is in sight is narrowed at each key. */
const REST_MS = 150

/** What a list of tenders is narrowed to. It lives in the address, so that a link shows the same list. */
export function TenderSearch({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const query = useSearchParams()
  const path = usePathname()
  const router = useRouter()
  const [wanted, setWanted] = useState(typed)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (text: string) => {
    setWanted(text)
    onType(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // Read anew: a filter may have been chosen while the hand rested.
      const { search } = window.location
      router.replace(`${path}${withFilter(search.slice(1), 'find', text.trim())}`, { scroll: false })
    }, REST_MS)
  }
  const asked = query.get('find') ?? ''
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <SearchField label="Find a name or an address" value={wanted} onChange={change} />
      </div>
      <FilterChips filters={FILTERS} />
      <p role="status" className="sr-only">
        {asked === wanted.trim() ? '' : 'Looking'}
      </p>
    </div>
  )
}
