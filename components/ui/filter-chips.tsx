'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useRef } from 'react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { withFilter } from '@/components/ui/filter-params'
import { Icon } from '@/components/ui/icon'
import { floatStyle, itemStyle, type Option } from '@/components/ui/option-list'

export type Filter = {
  /** The name in the URL. */
  name: string
  /** "Desk". */
  label: string
  /** What the chip says while nothing is chosen: "all". */
  all: string
  options: Option[]
}

/** Filters as menus. What is chosen lives in the URL alone, so that a link shows the same list. */
export function FilterChips({ filters }: { filters: Filter[] }) {
  const query = useSearchParams()
  const path = usePathname()
  const router = useRouter()
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Filters</legend>
      {filters.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          value={query.get(filter.name)}
          onChange={(value) =>
            router.push(`${path}${withFilter(query.toString(), filter.name, value)}`, { scroll: false })
          }
        />
      ))}
    </fieldset>
  )
}

type ChipProps = { filter: Filter; value: string | null; onChange: (value: string | null) => void }

function FilterChip({ filter, value, onChange }: ChipProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const remove = () => {
    onChange(null)
    trigger.current?.focus()
  }
  const chosen = filter.options.find((option) => option.value === value)
  const look = value === null ? 'border-line bg-surface text-muted' : 'border-accent bg-accent-soft text-accent'
  return (
    <span className={`inline-flex items-center rounded-md border text-xs transition-colors duration-150 ${look}`}>
      <MenuTrigger>
        <AriaButton
          ref={trigger}
          className="flex min-h-7 items-center gap-1 rounded-md px-2 hover:text-ink max-md:min-h-11"
        >
          {filter.label}: {value === null ? filter.all : (chosen?.label ?? value)}
          <Icon name="chevron-down" className="size-3" />
        </AriaButton>
        <Popover offset={4} className={floatStyle}>
          <Menu
            aria-label={filter.label}
            selectionMode="single"
            selectedKeys={[value ?? '']}
            onSelectionChange={(keys) => {
              const [key] = keys === 'all' ? [] : [...keys]
              if (key !== undefined) onChange(key === '' ? null : String(key))
            }}
            className="max-h-80 overflow-auto outline-none"
          >
            {[{ value: '', label: filter.all }, ...filter.options].map((option) => (
              <MenuItem key={option.value} id={option.value} textValue={option.label} className={itemStyle}>
                <span className="flex-1">{option.label}</span>
                {option.value === (value ?? '') && <Icon name="check" className="size-4 text-accent" />}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {value !== null && (
        <AriaButton
          aria-label={`Remove the filter ${filter.label}`}
          onPress={remove}
          className="grid min-h-7 w-6 place-items-center rounded-md max-md:min-h-11 max-md:w-11"
        >
          <Icon name="x" className="size-3" />
        </AriaButton>
      )}
    </span>
  )
}
