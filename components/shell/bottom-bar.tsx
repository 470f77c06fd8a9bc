'use client'

import { Button } from 'react-aria-components'
import { BarLink } from '@/components/shell/nav-link'
import type { NavCount, NavItem } from '@/components/shell/shell-types'
import { Icon } from '@/components/ui/icon'
import { Menu, type MenuEntry } from '@/components/ui/menu'

const PLACES = 4

type Props = { nav: NavItem[]; settings: NavItem | undefined; counts: Record<string, NavCount>; entries: MenuEntry[] }

/** The navigation on the phone: the first four places, and the rest behind the fifth. */
export function BottomBar({ nav, settings, counts, entries }: Props) {
  const rest = [...nav.slice(PLACES), ...(settings ? [settings] : [])]
  return (
    <nav
      aria-label="Places"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {nav.slice(0, PLACES).map((item) => (
        <BarLink key={item.key} item={item} count={counts[item.key]} />
      ))}
      <Menu label="More places" placement="top end" entries={[...rest, ...entries]}>
        <Button className="flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-2xs text-muted -outline-offset-2">
          <Icon name="ellipsis" className="size-5" />
          More
        </Button>
      </Menu>
    </nav>
  )
}
