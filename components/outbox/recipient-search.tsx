'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { withFilter } from '@/components/ui/filter-params'
import { SearchField } from '@/components/ui/search-field'

/** Finds a recipient by a part of their name or address. It lives in the URL, as every filter does. */
export function RecipientSearch() {
  const query = useSearchParams()
  const path = usePathname()
  const router = useRouter()
  const go = (text: string) =>
    router.push(`${path}${withFilter(query.toString(), 'to', text.trim() || null)}`, { scroll: false })
  const now = query.get('to') ?? ''
  return (
    <SearchField
      key={now}
      label="Find a recipient"
      defaultValue={now}
      onSubmit={go}
      onChange={(text) => text === '' && now !== '' && go('')}
    />
  )
}
