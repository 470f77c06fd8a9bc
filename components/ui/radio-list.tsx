'use client'

import { RadioButton, RadioField, RadioGroup } from 'react-aria-components'
import { ariaField, FieldLabel, FieldNotes, type FieldProps } from '@/components/ui/field-parts'
import type { Option } from '@/components/ui/option-list'

export type RadioListProps = FieldProps & {
  options: Option[]
  value: string | null
  onChange: (value: string) => void
}

/** One of a few choices that each need a line of explanation. */
export function RadioList({ options, value, onChange, ...props }: RadioListProps) {
  return (
    <RadioGroup {...ariaField(props)} value={value} onChange={onChange}>
      <FieldLabel>{props.label}</FieldLabel>
      <div className="flex flex-col gap-1">
        {options.map((option) => (
          <RadioField key={option.value} value={option.value}>
            <RadioButton className="group flex min-h-6 items-start gap-2 py-0.5 text-base disabled:text-faint max-md:min-h-11">
              <span className="mt-[3px] size-4 shrink-0 rounded-full border border-strong bg-surface group-selected:border-5 group-selected:border-accent group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent" />
              <span>
                {option.label}
                {option.note && <span className="block text-xs text-muted">{option.note}</span>}
              </span>
            </RadioButton>
          </RadioField>
        ))}
      </div>
      <FieldNotes hint={props.hint} error={props.error} />
    </RadioGroup>
  )
}
