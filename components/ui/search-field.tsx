'use client'

import { type KeyboardEvent, useRef } from 'react'
import { Button, Input } from 'react-aria-components'
import { Icon } from '@/components/ui/icon'

type Props = {
  /** Read out; the magnifying glass shows it. */
  label: string
  value: string
  onChange: (text: string) => void
  onSubmit?: (text: string) => void
}

/** Escape clears it first, and only then what it stands in. It never sends a form around it. */
export function SearchField({ label, value, onChange, onSubmit }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      onSubmit?.(value)
    } else if (event.key === 'Escape' && value !== '') {
      event.preventDefault()
      event.stopPropagation()
      clear()
    }
  }
  return (
    <div className="relative min-w-0">
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-muted"
      />
      <Input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="w-full min-w-0 rounded-md border border-strong bg-surface py-1 pr-8 pl-8 text-sm placeholder:text-faint max-md:min-h-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <Button
          aria-label="Clear the search"
          excludeFromTabOrder
          onPress={clear}
          className="absolute inset-y-0 right-0 grid w-8 place-items-center text-muted max-md:w-11"
        >
          <Icon name="x" className="size-3.5" />
        </Button>
      )}
    </div>
  )
}
