'use client'

import type { ReactElement } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { Icon, type IconName } from '@/components/ui/icon'
import { floatStyle, itemStyle } from '@/components/ui/option-list'

export type MenuEntry = {
  key: string
  label: string
  icon?: IconName
  note?: string
  danger?: boolean
  /** Goes there; otherwise `onAction` is called. */
  href?: string
  onAction?: () => void
  /** Why it may not be chosen now. */
  lockedReason?: string
}

type Props = {
  label: string
  entries: MenuEntry[]
  /** The button that opens it: a react-aria button. */
  children: ReactElement
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
}

export function Menu({ label, entries, children, placement = 'bottom start' }: Props) {
  return (
    <MenuTrigger>
      {children}
      <Popover offset={4} placement={placement} className={floatStyle}>
        <AriaMenu aria-label={label} className="outline-none">
          {entries.map((entry) => (
            <MenuItem
              key={entry.key}
              id={entry.key}
              textValue={entry.label}
              isDisabled={Boolean(entry.lockedReason)}
              {...(entry.href ? { href: entry.href } : {})}
              {...(entry.onAction ? { onAction: entry.onAction } : {})}
              className={`${itemStyle} ${entry.danger ? 'text-bad' : ''}`}
            >
              {entry.icon && <Icon name={entry.lockedReason ? 'lock' : entry.icon} className="size-4 text-muted" />}
              <span className="min-w-0 flex-1">
                {entry.label}
                {(entry.lockedReason ?? entry.note) && (
                  <span className="block text-xs text-muted">{entry.lockedReason ?? entry.note}</span>
                )}
              </span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
