'use client'

import Link from 'next/link'
import { RailLink } from '@/components/shell/nav-link'
import { PersonMenu } from '@/components/shell/person-menu'
import type { NavCount, NavItem, Person } from '@/components/shell/shell-types'
import type { MenuEntry } from '@/components/ui/menu'

type Props = {
  nav: NavItem[]
  settings: NavItem | undefined
  counts: Record<string, NavCount>
  person: Person
  entries: MenuEntry[]
}

/** The navigation on the desk: 208 px at the left. */
export function Rail({ nav, settings, counts, person, entries }: Props) {
  return (
    <nav
      aria-label="Places"
      className="sticky top-0 flex h-dvh flex-col overflow-y-auto border-r border-line bg-sunken px-3 py-4 max-md:hidden print:hidden"
    >
      <Link href="/" className="mb-4 rounded-md px-2 py-0.5 font-serif text-lg font-semibold tracking-tight">
        Daybook
      </Link>
      <div className="flex flex-col gap-px">
        {nav.map((item) => (
          <RailLink key={item.key} item={item} count={counts[item.key]} />
        ))}
      </div>
      <div className="mt-auto flex flex-col gap-1 border-t border-line pt-3">
        {settings && <RailLink item={settings} count={counts[settings.key]} />}
        <PersonMenu person={person} entries={entries} />
      </div>
    </nav>
  )
}
