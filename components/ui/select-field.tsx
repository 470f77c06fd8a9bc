'use client'

import { Button, Select, SelectValue } from 'react-aria-components'
import { ariaField, FieldLabel, FieldNotes, type FieldProps, inputStyle } from '@/components/ui/field-parts'
import { Icon } from '@/components/ui/icon'
import { type Option, OptionList } from '@/components/ui/option-list'

export type SelectFieldProps = FieldProps & {
  options: Option[]
  value: string | null
  onChange: (value: string) => void
}

const PLACEHOLDER = 'Choose'

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, options, value, onChange } = props
  return (
    <Select
      {...ariaField(props)}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      placeholder={PLACEHOLDER}
      className="group min-w-0"
    >
      <FieldLabel>{label}</FieldLabel>
      <Button className={`${inputStyle} flex items-center gap-2 text-left group-invalid:border-bad`}>
        <SelectValue className="min-w-0 flex-1 truncate placeholder-shown:text-faint">
          {({ selectedText }) => selectedText || PLACEHOLDER}
        </SelectValue>
        <Icon name="chevron-down" className="size-4 text-muted" />
      </Button>
      <FieldNotes hint={hint} error={error} />
      <OptionList options={options} />
    </Select>
  )
}
