'use client'

import { SwitchButton, SwitchField } from 'react-aria-components'
import { ariaField, FieldNotes, type FieldProps } from '@/components/ui/field-parts'

export type SwitchProps = FieldProps & {
  on: boolean
  onChange: (on: boolean) => void
}

/** On or off, at once. For a choice that waits for "Save", take a checkbox. */
export function Switch({ on, onChange, ...props }: SwitchProps) {
  return (
    <SwitchField {...ariaField(props)} isSelected={on} onChange={onChange}>
      <SwitchButton className="group flex min-h-6 items-center gap-2.5 text-base disabled:text-faint max-md:min-h-11">
        <span className="flex h-5 w-9 shrink-0 items-center rounded-full border border-strong bg-sunken p-0.5 transition-colors duration-150 group-selected:border-accent group-selected:bg-accent group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent">
          <span className="size-3.5 rounded-full bg-muted transition-transform duration-150 group-selected:translate-x-4 group-selected:bg-on-accent" />
        </span>
        {props.label}
      </SwitchButton>
      <FieldNotes hint={props.hint} error={props.error} />
    </SwitchField>
  )
}
