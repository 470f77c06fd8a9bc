'use client'

import { type TextFieldProps as AriaProps, TextField as AriaTextField, Input } from 'react-aria-components'
import { ariaField, FieldLabel, FieldNotes, type FieldProps, inputStyle } from '@/components/ui/field-parts'

export type TextFieldProps = FieldProps &
  Pick<AriaProps, 'value' | 'onChange' | 'type' | 'inputMode' | 'autoComplete' | 'autoFocus' | 'maxLength'> & {
    placeholder?: string
  }

export function TextField(props: TextFieldProps) {
  const { label, hint, error, name: _, placeholder = '', ...rest } = props
  return (
    <AriaTextField {...rest} {...ariaField(props)} className="min-w-0">
      <FieldLabel>{label}</FieldLabel>
      <Input placeholder={placeholder} className={inputStyle} />
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  )
}
