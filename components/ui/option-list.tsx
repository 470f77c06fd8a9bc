'use client'

import { ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { Icon, type IconName } from '@/components/ui/icon'

export type Option = { value: string; label: string; note?: string; icon?: IconName }

export const floatStyle =
  'min-w-(--trigger-width) max-w-[min(24rem,calc(100vw-2rem))] overflow-auto rounded-md border border-line bg-surface ' +
  'p-1 shadow-raised outline-none entering:animate-appear'

export const itemStyle =
  'flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none focus:bg-sunken hover:bg-sunken ' +
  'selected:font-medium disabled:text-faint max-md:min-h-11'

/** The floating list of a select or combo box. */
export function OptionList({ options, empty }: { options: Option[]; empty?: string }) {
  return (
    <Popover offset={4} className={floatStyle}>
      <ListBox
        items={options.map((option) => ({ ...option, id: option.value }))}
        className="max-h-72 overflow-auto outline-none"
        renderEmptyState={() => <p className="px-2 py-1.5 text-sm text-muted">{empty ?? 'Nothing matches.'}</p>}
      >
        {(option) => (
          <ListBoxItem id={option.value} textValue={option.label} className={itemStyle}>
            {({ isSelected }) => (
              <>
                {option.icon && <Icon name={option.icon} className="size-4 text-muted" />}
                <span className="min-w-0 flex-1">
                  {option.label}
                  {option.note && <span className="block text-xs text-muted">{option.note}</span>}
                </span>
                {isSelected && <Icon name="check" className="size-4 text-accent" />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}
