'use client'

import type { ReactNode } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components'
import { ariaField, FieldNotes, type FieldProps } from '@/components/ui/field-parts'
import { Icon } from '@/components/ui/icon'

export type CheckboxProps = Omit<FieldProps, 'label'> & {
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  indeterminate?: boolean
  /** Read out instead of the children, for a bare box in a table row. */
  'aria-label'?: string
}

export function Checkbox({ children, checked, onChange, indeterminate = false, ...props }: CheckboxProps) {
  const label = props['aria-label']
  return (
    <CheckboxField
      {...ariaField({ ...props, label: '' })}
      {...(label ? { 'aria-label': label } : {})}
      isSelected={checked}
      onChange={onChange}
      isIndeterminate={indeterminate}
    >
      <CheckboxButton className="group flex min-h-6 items-center gap-2 text-base disabled:text-faint max-md:min-h-11">
        <span className="grid size-4 shrink-0 place-items-center rounded-sm border border-strong bg-surface text-on-accent group-selected:border-accent group-selected:bg-accent group-indeterminate:border-accent group-indeterminate:bg-accent group-invalid:border-bad group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent">
          <Icon
            name={indeterminate ? 'minus' : 'check'}
            className="size-3 opacity-0 group-selected:opacity-100 group-indeterminate:opacity-100"
          />
        </span>
        {children}
      </CheckboxButton>
      <FieldNotes hint={props.hint} error={props.error} />
    </CheckboxField>
  )
}
