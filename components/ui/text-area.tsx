'use client'

import { type TextFieldProps as AriaProps, TextField as AriaTextField, TextArea as Input } from 'react-aria-components'
import { ariaField, FieldLabel, FieldNotes, type FieldProps, inputStyle } from '@/components/ui/field-parts'

type Props = FieldProps &
  Pick<AriaProps, 'value' | 'onChange' | 'autoFocus'> & {
    rows?: number
    placeholder?: string
  }

/** Text of several lines, in figures of one width: for lists that are pasted. */
export function TextArea(props: Props) {
  const { label, hint, error, name: _, rows = 8, placeholder = '', ...rest } = props
  return (
    <AriaTextField {...rest} {...ariaField(props)} className="min-w-0">
      <FieldLabel>{label}</FieldLabel>
      <Input
        rows={rows}
        placeholder={placeholder}
        spellCheck={false}
        className={`${inputStyle} resize-y font-mono text-sm whitespace-pre`}
      />
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  )
}
