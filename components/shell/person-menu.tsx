'use client'

import { Button } from 'react-aria-components'
import { initials } from '@/components/shell/initials'
import type { Person } from '@/components/shell/shell-types'
import { Menu, type MenuEntry } from '@/components/ui/menu'

export const personEntries = (signOut: () => void): MenuEntry[] => [
  { key: 'sign-out', label: 'Sign out', icon: 'log-out', onAction: signOut },
]

/** Who is signed in, and the way out. */
export function PersonMenu({ person, entries }: { person: Person; entries: MenuEntry[] }) {
  return (
    <Menu label="Your account" placement="top start" entries={entries}>
      <Button className="flex items-center gap-2.5 rounded-md px-2 py-1 text-left text-sm transition-colors duration-150 hover:bg-surface">
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-2xs font-semibold text-accent"
        >
          {initials(person.name)}
        </span>
        <span className="min-w-0 leading-tight">
          <span className="block truncate">{person.name}</span>
          <span className="block truncate text-2xs text-muted">
            {person.role}, {person.place}
          </span>
        </span>
      </Button>
    </Menu>
  )
}
