'use client'

import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaProps,
  Button,
  Group,
  Input,
} from 'react-aria-components'
import { ariaField, FieldLabel, FieldNotes, type FieldProps } from '@/components/ui/field-parts'
import { Icon } from '@/components/ui/icon'

export type NumberFieldProps = FieldProps &
  Pick<AriaProps, 'value' | 'onChange' | 'minValue' | 'maxValue'> & {
    /** Label left, stepper right, as a row of a list. */
    inline?: boolean
  }

const stepStyle =
  'grid size-8 shrink-0 place-items-center rounded-md border border-strong bg-surface transition-colors hover:bg-sunken ' +
  'disabled:border-line disabled:bg-sunken disabled:text-faint max-md:size-11'

/** A number with a button on either side; arrow keys, Page Up and Page Down work too. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, error, name: _, inline, ...rest } = props
  return (
    <AriaNumberField
      {...rest}
      {...ariaField(props)}
      className={inline ? 'flex flex-wrap items-center justify-between gap-x-4' : 'min-w-0'}
    >
      <FieldLabel inline={inline ?? false}>{label}</FieldLabel>
      <Group className="flex w-fit items-center gap-2">
        <Button slot="decrement" className={stepStyle}>
          <Icon name="minus" />
        </Button>
        <Input className="num w-11 rounded-md bg-transparent py-1 text-center text-base font-medium max-md:min-h-11" />
        <Button slot="increment" className={stepStyle}>
          <Icon name="plus" />
        </Button>
      </Group>
      <FieldNotes hint={hint} error={error} />
    </AriaNumberField>
  )
}
