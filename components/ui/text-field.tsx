'use client'

import { type TextFieldProps as AriaProps, TextField as AriaTextField, Input } from 'react-aria-components'
import { ariaField, FieldLabel, FieldNotes, type FieldProps, inputStyle } from '@/components/ui/field-parts'

export type TextFieldProps = FieldProps &
  Pick<AriaProps, 'value' | 'onChange' | 'type' | 'inputMode' | 'autoComplete' | 'autoFocus' | 'maxLength'> & {
    placeholder?: string
    /** For codes and addresses. */
    mono?: boolean
  }

export function TextField(props: TextFieldProps) {
  const { label, hint, error, name: _, placeholder = '', mono, ...rest } = props
  const look = `${inputStyle} ${mono ? 'font-mono text-sm' : ''}`
  return (
    <AriaTextField {...rest} {...ariaField(props)} className="min-w-0">
      <FieldLabel>{label}</FieldLabel>
      <Input placeholder={placeholder} className={look} />
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  )
}
