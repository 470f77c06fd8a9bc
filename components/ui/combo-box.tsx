'use client'

import { ComboBox as AriaComboBox, Button, Group, Input } from 'react-aria-components'
import { ariaField, FieldLabel, FieldNotes, type FieldProps, inputStyle } from '@/components/ui/field-parts'
import { Icon } from '@/components/ui/icon'
import { type Option, OptionList } from '@/components/ui/option-list'

export type ComboBoxProps = FieldProps & {
  options: Option[]
  value?: string | null
  defaultValue?: string | null
  onChange?: (value: string | null) => void
  /** What was typed, for lists that the server narrows. */
  onTyped?: (text: string) => void
  placeholder?: string
  empty?: string
}

/** A select that can be searched by typing: for lists of more than about ten. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hint, error, options, value, defaultValue, onChange, onTyped, placeholder = '', empty } = props
  return (
    <AriaComboBox
      {...ariaField(props)}
      {...(value !== undefined ? { value } : {})}
      {...(defaultValue !== undefined ? { defaultValue } : {})}
      {...(onTyped ? { onInputChange: onTyped } : {})}
      onChange={(key) => onChange?.(key === null ? null : String(key))}
      formValue="key"
      menuTrigger="focus"
      allowsEmptyCollection
      className="group min-w-0"
    >
      <FieldLabel>{label}</FieldLabel>
      <Group className="relative">
        <Input placeholder={placeholder} className={`${inputStyle} pr-9`} />
        <Button className="absolute inset-y-0 right-0 grid w-9 place-items-center text-muted max-md:w-11">
          <Icon name="chevron-down" />
        </Button>
      </Group>
      <FieldNotes hint={hint} error={error} />
      <OptionList options={options} {...(empty ? { empty } : {})} />
    </AriaComboBox>
  )
}
