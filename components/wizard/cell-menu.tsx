'use client'

import { useRef } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { floatStyle, itemStyle } from '@/components/ui/option-list'
import type { CellAction, CellKey } from '@/components/wizard/grid-changes'

type Props = {
  label: string
  /** The cell it belongs to. */
  anchor: HTMLElement
  actions: CellAction[]
  /** Why the roster cannot be changed now, or null. */
  lock: string | null
  onAction: (key: CellKey) => void
  onClose: () => void
}

/** What can be done with one cell, each with its key. */
export function CellMenu({ label, anchor, actions, lock, onAction, onClose }: Props) {
  const trigger = useRef<HTMLElement>(anchor)
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      offset={2}
      placement="bottom start"
      aria-label={label}
      className={floatStyle}
    >
      <p className="px-2 pt-1 pb-1.5 text-xs text-muted">{label}</p>
      <Menu
        aria-label={label}
        autoFocus="first"
        className="outline-none"
        disabledKeys={lock ? actions.flatMap(({ key }) => (key === 'w' ? [] : [key])) : []}
        onAction={(key) => {
          onClose()
          onAction(key as CellKey)
        }}
      >
        {actions.map(({ key, label: words, icon }) => (
          <MenuItem key={key} id={key} textValue={words} className={itemStyle}>
            <Icon name={lock && key !== 'w' ? 'lock' : icon} className="size-4 text-muted" />
            <span className="min-w-0 flex-1">{words}</span>
            <Kbd>{key.toUpperCase()}</Kbd>
          </MenuItem>
        ))}
      </Menu>
      {lock && <p className="max-w-64 px-2 pt-1 pb-1.5 text-xs text-muted">{lock}</p>}
    </Popover>
  )
}
