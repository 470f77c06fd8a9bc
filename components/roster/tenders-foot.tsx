'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { withFilter } from '@/components/ui/filter-params'
import { LinkButton } from '@/components/ui/link-button'
import type { TenderList } from '@/lib/roster/people/list/schema'

const number = (n: number) => n.toLocaleString('en-GB')

/** How many there are, and the pages before and after where there are several. */
export function TendersFoot({ list: { found, page, pages, counts } }: { list: TenderList }) {
  const query = useSearchParams().toString()
  const path = usePathname()
  const to = (n: number) => `${path}${withFilter(query, 'cursor', n > 1 ? String(n) : null)}`
  const said = found === counts.all ? `${number(found)} tenders` : `${number(found)} of ${number(counts.all)} tenders`
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2 text-xs text-muted">
      <p role="status">
        {said}
        {pages > 1 && `, page ${page} of ${pages}`}
      </p>
      {pages > 1 && (
        <nav aria-label="Pages of the tenders" className="flex gap-2">
          {page > 1 && (
            <LinkButton href={to(page - 1)} size="sm">
              Page before
            </LinkButton>
          )}
          {page < pages && (
            <LinkButton href={to(page + 1)} size="sm">
              Next page
            </LinkButton>
          )}
        </nav>
      )}
    </div>
  )
}
