'use client'

import { type TextFieldProps as AriaProps, TextField as AriaTextField, Input, TextArea } from 'react-aria-components'
import { ariaField, FieldLabel, FieldNotes, type FieldProps, inputStyle } from '@/components/ui/field-parts'

export type TextFieldProps = FieldProps &
  Pick<
    AriaProps,
    'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'type' | 'inputMode' | 'autoComplete' | 'autoFocus' | 'maxLength'
  > & {
    placeholder?: string
    /** Lines of a text area; a single-line input without it. */
    lines?: number
    /** For codes and addresses. */
    mono?: boolean
  }

export function TextField(props: TextFieldProps) {
  const { label, hint, error, name: _n, required: _r, disabled: _d, placeholder = '', lines, mono, ...rest } = props
  const look = `${inputStyle} ${mono ? 'font-mono text-sm' : ''}`
  return (
    <AriaTextField {...rest} {...ariaField(props)} className="min-w-0">
      <FieldLabel>{label}</FieldLabel>
      {lines ? (
        <TextArea rows={lines} placeholder={placeholder} className={`${look} resize-y`} />
      ) : (
        <Input placeholder={placeholder} className={look} />
      )}
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  )
}
