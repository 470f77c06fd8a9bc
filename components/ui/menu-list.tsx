'use client'

import type { RefObject } from 'react'
import { Menu as AriaMenu, MenuItem, Popover } from 'react-aria-components'
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

export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start' | 'top end'

type Props = {
  label: string
  entries: MenuEntry[]
  placement: MenuPlacement
  trigger: RefObject<HTMLButtonElement | null>
  /** Which entry has the focus as it opens. */
  first: 'first' | 'last'
  onClose: () => void
}

/** What a `Menu` draws while it is open. */
export function MenuList({ label, entries, placement, trigger, first, onClose }: Props) {
  return (
    <Popover
      isOpen
      onOpenChange={(open) => !open && onClose()}
      triggerRef={trigger}
      trigger="MenuTrigger"
      offset={4}
      placement={placement}
      aria-label={label}
      className={floatStyle}
    >
      <AriaMenu aria-label={label} autoFocus={first} onClose={onClose} className="outline-none">
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
  )
}
