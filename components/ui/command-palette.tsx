'use client'

import { useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
  useFilter,
} from 'react-aria-components'
import { overlayStyle } from '@/components/ui/dialog-box'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { itemStyle } from '@/components/ui/option-list'
import { type PaletteItem, usePageItems } from '@/components/ui/palette-store'
import { useFound } from '@/components/ui/use-found'

type Props = {
  items: PaletteItem[]
  isOpen: boolean
  onClose: () => void
  /** Answers what was typed with the subjects of that name, as `PaletteItem`s in JSON. Without it only pages are found. */
  findUrl?: string | undefined
}

function byGroup(items: readonly PaletteItem[]): [string, PaletteItem[]][] {
  const groups = new Map<string, PaletteItem[]>()
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item])
  return [...groups]
}

/** Finds pages, subjects and the buttons of this page by a few letters. */
export function CommandPalette({ isOpen, ...rest }: Props) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && rest.onClose()}
      isDismissable
      className={`${overlayStyle} md:items-start md:pt-[12vh]`}
    >
      <Modal className="w-full max-w-xl rounded-lg border border-line bg-surface shadow-raised max-md:rounded-b-none">
        <Dialog aria-label="Find or do" className="flex max-h-[min(28rem,80dvh)] flex-col outline-none">
          <Search {...rest} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Mounted only while open, so that it begins empty each time. */
function Search({ items, onClose, findUrl }: Omit<Props, 'isOpen'>) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const [typed, setTyped] = useState('')
  const found = useFound(findUrl, typed)
  const groups = byGroup([...usePageItems(), ...items, ...found])
  return (
    <Autocomplete
      filter={(text, words) => words.split(/\s+/).every((word) => contains(text, word))}
      inputValue={typed}
      onInputChange={setTyped}
    >
      <TextField
        aria-label="Find a page, a subject or a button"
        autoFocus
        className="flex items-center gap-2.5 border-b border-line px-4"
      >
        <Icon name="search" className="size-4 text-muted" />
        <Input
          placeholder="Find or do"
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
        />
        <span className="max-md:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </TextField>
      <Menu
        aria-label="What was found"
        onClose={onClose}
        className="min-h-0 flex-1 overflow-y-auto p-1.5 outline-none"
        renderEmptyState={() => (
          <p className="px-2.5 py-6 text-center text-sm text-muted">Nothing here by that name.</p>
        )}
      >
        {groups.map(([group, found]) => (
          <MenuSection key={group} id={group}>
            <Header className="px-2.5 pt-2 pb-1 text-2xs font-medium text-faint">{group}</Header>
            {found.map((item) => (
              <Found key={item.id} item={item} onClose={onClose} />
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Autocomplete>
  )
}

function Found({ item, onClose }: { item: PaletteItem; onClose: () => void }) {
  const act = () => {
    onClose()
    // The dialog first gives its focus back, so that what follows can take it.
    if (item.run) setTimeout(item.run)
  }
  return (
    <MenuItem
      id={item.id}
      textValue={`${item.label} ${item.note ?? ''} ${item.group}`}
      {...(item.href ? { href: item.href } : {})}
      onAction={act}
      className={`${itemStyle} px-2.5`}
    >
      <Icon name={item.icon ?? 'arrow-right'} className="size-4 text-muted" />
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.note && <span className="text-xs text-faint">{item.note}</span>}
    </MenuItem>
  )
}
