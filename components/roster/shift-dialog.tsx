'use client'

import { useForm } from '@/components/roster/use-form'
import { Checkbox } from '@/components/ui/checkbox'
import { TimeField } from '@/components/ui/date-time-field'
import { FormDialog } from '@/components/ui/form-dialog'
import { NumberField } from '@/components/ui/number-field'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import type { CommandAction } from '@/components/ui/use-command'
import { dayName, endWords } from '@/lib/roster/people/rules'
import type { Pattern } from '@/lib/roster/rules'

type Values = Omit<Pattern, 'id'>
export type Shift = Values & { id: string; active: boolean; seen: string }
export type ShiftValues = Values & { rosterId: string; templateId: string | null; seen: string | null }
type Props = {
  rosterId: string
  zone: string
  shift: Shift | null
  save: CommandAction<ShiftValues>
  onClose: () => void
}

const DAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: dayName(day) }))
const NEW: Values = {
  weekday: 5,
  startTime: '18:00',
  endTime: '23:00',
  role: 'Bar',
  minSeats: 1,
  targetSeats: 2,
  keyWanted: false,
}

/** A shift of the weekly pattern. An end before the start is after midnight, and the form says which day that is. */
export function ShiftDialog({ rosterId, zone, shift, save, onClose }: Props) {
  const { weekday, startTime, endTime, role, minSeats, targetSeats, keyWanted } = shift ?? NEW
  const values: Values = { weekday, startTime, endTime, role, minSeats, targetSeats, keyWanted }
  const initial: ShiftValues = { rosterId, templateId: shift?.id ?? null, seen: shift?.seen ?? null, ...values }
  const { input, set, fields, submit, pending } = useForm(initial, save, onClose)
  const count = (value: number, least: number) => (Number.isNaN(value) ? least : value)
  return (
    <FormDialog
      title={shift ? 'Change the shift' : 'Add a shift'}
      label={shift ? 'Save the shift' : 'Add the shift'}
      pending={pending}
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="Day"
        options={DAYS}
        value={String(input.weekday)}
        onChange={(day) => set({ weekday: Number(day) })}
        error={fields.weekday}
      />
      <div className="grid grid-cols-2 gap-3">
        <TimeField
          label="Starts"
          value={input.startTime}
          onChange={(time) => time && set({ startTime: time })}
          error={fields.startTime}
        />
        <TimeField
          label="Ends"
          value={input.endTime}
          onChange={(time) => time && set({ endTime: time })}
          hint={endWords(input)}
          error={fields.endTime}
        />
      </div>
      <p className="-mt-2 text-xs text-muted">Wall clock in {zone}.</p>
      <TextField
        label="What is done"
        value={input.role}
        onChange={(text) => set({ role: text })}
        error={fields.role}
        placeholder="Bar, kitchen, door"
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label="People wanted"
          value={input.targetSeats}
          minValue={1}
          maxValue={99}
          onChange={(value) => set({ targetSeats: count(value, 1) })}
          error={fields.targetSeats}
        />
        <NumberField
          label="Needed at least"
          value={input.minSeats}
          minValue={0}
          maxValue={99}
          onChange={(value) => set({ minSeats: count(value, 0) })}
          error={fields.minSeats}
        />
      </div>
      <Checkbox checked={input.keyWanted} onChange={(wanted) => set({ keyWanted: wanted })}>
        Wants a key holder
      </Checkbox>
    </FormDialog>
  )
}
