'use client'

import { ComboBox as AriaComboBox, Button, Group, Input } from 'react-aria-components'
import { ariaField, FieldLabel, FieldNotes, type FieldProps, inputStyle } from '@/components/ui/field-parts'
import { Icon } from '@/components/ui/icon'
import { type Option, OptionList } from '@/components/ui/option-list'

type Props = FieldProps & {
  options: Option[]
  value: string | null
  onChange: (value: string | null) => void
  /** Said when nothing matches what is typed. */
  empty?: string
}

/** One of many, found by typing. Arrow keys open and walk the list, Enter chooses. */
export function ComboBox(props: Props) {
  const { label, hint, error, options, value, onChange, empty } = props
  return (
    <AriaComboBox
      {...ariaField(props)}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      allowsEmptyCollection
      menuTrigger="focus"
      className="group min-w-0"
    >
      <FieldLabel>{label}</FieldLabel>
      <Group className="relative">
        <Input className={`${inputStyle} pr-9`} />
        <Button className="absolute inset-y-0 right-0 grid w-9 place-items-center text-muted">
          <Icon name="chevron-down" />
        </Button>
      </Group>
      <FieldNotes hint={hint} error={error} />
      <OptionList options={options} {...(empty ? { empty } : {})} />
    </AriaComboBox>
  )
}
