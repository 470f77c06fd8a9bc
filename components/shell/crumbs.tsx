import Link from 'next/link'
import { Icon } from '@/components/ui/icon'

export type Crumb = { label: string; href?: string }

/** Where I am. On the phone only the place above and this one are in sight. */
export function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Where you are" className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1.5 text-muted">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1
          const hidden = index < crumbs.length - 2 ? 'max-md:hidden' : ''
          return (
            <li key={crumb.label} className={`flex items-center gap-1.5 ${last ? 'min-w-0' : 'shrink-0'} ${hidden}`}>
              {last || !crumb.href ? (
                <span aria-current={last ? 'page' : undefined} className={last ? 'truncate text-ink' : ''}>
                  {crumb.label}
                </span>
              ) : (
                <Link href={crumb.href} className="rounded-sm py-1 hover:text-ink max-md:py-3">
                  {crumb.label}
                </Link>
              )}
              {!last && <Icon name="chevron-right" className="size-3.5 text-faint" />}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
