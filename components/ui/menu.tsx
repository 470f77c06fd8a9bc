'use client'

import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { ButtonContext } from 'react-aria-components'
import { later } from '@/components/ui/later'
import type { MenuEntry, MenuPlacement } from '@/components/ui/menu-list'

export type { MenuEntry } from '@/components/ui/menu-list'

type Props = {
  label: string
  entries: MenuEntry[]
  /** The button that opens it: a react-aria button. */
  children: ReactElement
  placement?: MenuPlacement
}

const MenuList = later(() => import('@/components/ui/menu-list').then((loaded) => loaded.MenuList))

/** Opens by a press, by ArrowDown at its first entry and by ArrowUp at its last. */
export function Menu({ label, entries, children, placement = 'bottom start' }: Props) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'first' | 'last' | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
  }
  const button = {
    ref: trigger,
    onPress: () => setOpen('first'),
    onKeyDown,
    'aria-haspopup': 'menu',
    'aria-expanded': open !== null,
  } as const
  return (
    <>
      <ButtonContext value={button}>{children}</ButtonContext>
      {open && (
        <MenuList
          label={label}
          entries={entries}
          placement={placement}
          trigger={trigger}
          first={open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
