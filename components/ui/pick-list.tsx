'use client'

import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { Icon, type IconName } from '@/components/ui/icon'
import { itemStyle } from '@/components/ui/option-list'
import { type Tone, toneText } from '@/components/ui/tone'

export type PickItem = { id: string; label: string; note: string; icon?: IconName; tone?: Tone }
export type PickGroup = { title: string; items: PickItem[] }

type Props = {
  label: string
  groups: PickGroup[]
  selected: string | null
  onSelect: (id: string) => void
  /** What stands here while nothing matches. */
  empty: string
}

/** A list that stays beside what it opens: arrow keys go through it, and what has the focus is chosen. */
export function PickList({ label, groups, selected, onSelect, empty }: Props) {
  return (
    <ListBox
      aria-label={label}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={selected === null ? [] : [selected]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys]
        if (key !== undefined) onSelect(String(key))
      }}
      renderEmptyState={() => <p className="px-2 py-3 text-sm text-muted">{empty}</p>}
      className="overflow-y-auto p-1 outline-none max-lg:max-h-64 lg:max-h-[calc(100dvh-15rem)]"
    >
      {groups.map(({ title, items }) => (
        <ListBoxSection key={title} id={title}>
          <Header className="px-2 pt-2 pb-1 text-xs text-muted">{title}</Header>
          {items.map((item) => (
            <ListBoxItem
              key={item.id}
              id={item.id}
              textValue={item.label}
              className={`${itemStyle} selected:bg-accent-soft focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent`}
            >
              {item.icon && (
                <Icon
                  name={item.icon}
                  className={`size-4 shrink-0 ${item.tone ? toneText[item.tone] : 'text-muted'}`}
                />
              )}
              <span className="min-w-0 flex-1">
                <span className="block break-words">{item.label}</span>
                <span className="block text-xs break-words text-muted">{item.note}</span>
              </span>
            </ListBoxItem>
          ))}
        </ListBoxSection>
      ))}
    </ListBox>
  )
}
