'use client'

import { SearchField as AriaSearchField, Button, Input, Label } from 'react-aria-components'
import { Icon } from '@/components/ui/icon'

type Props = {
  /** Read out; the magnifying glass shows it. */
  label: string
  value: string
  onChange: (text: string) => void
  onSubmit?: (text: string) => void
}

export function SearchField({ label, ...rest }: Props) {
  return (
    <AriaSearchField {...rest} className="group min-w-0">
      <Label className="sr-only">{label}</Label>
      <div className="relative">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-muted"
        />
        <Input
          placeholder={label}
          className="w-full min-w-0 rounded-md border border-strong bg-surface py-1 pr-8 pl-8 text-sm placeholder:text-faint max-md:min-h-11 [&::-webkit-search-cancel-button]:hidden"
        />
        <Button
          aria-label="Clear the search"
          className="absolute inset-y-0 right-0 grid w-8 place-items-center text-muted group-empty:hidden max-md:w-11"
        >
          <Icon name="x" className="size-3.5" />
        </Button>
      </div>
    </AriaSearchField>
  )
}
