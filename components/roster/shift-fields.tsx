import { Checkbox } from '@/components/ui/checkbox'
import { TimeField } from '@/components/ui/date-time-field'
import { NumberField } from '@/components/ui/number-field'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { dayName, endWords } from '@/lib/roster/people/rules'
import type { Pattern } from '@/lib/roster/rules'

export type ShiftFieldValues = Omit<Pattern, 'id'>

const DAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: dayName(day) }))
export const NEW_SHIFT: ShiftFieldValues = {
  weekday: 5,
  startTime: '18:00',
  endTime: '23:00',
  role: 'Bar',
  minSeats: 1,
  targetSeats: 2,
  keyWanted: false,
}

type Props = {
  values: ShiftFieldValues
  set: (next: Partial<ShiftFieldValues>) => void
  /** What was wrong with each. */
  fields: Record<string, string>
  zone: string
}

/** What a shift is, of the weekly pattern or of one week. */
export function ShiftFields({ values, set, fields, zone }: Props) {
  const count = (value: number, least: number) => (Number.isNaN(value) ? least : value)
  return (
    <>
      <SelectField
        label="Day"
        options={DAYS}
        value={String(values.weekday)}
        onChange={(day) => set({ weekday: Number(day) })}
        error={fields.weekday}
      />
      <div className="grid grid-cols-2 gap-3">
        <TimeField
          label="Starts"
          value={values.startTime}
          onChange={(time) => time && set({ startTime: time })}
          error={fields.startTime}
        />
        <TimeField
          label="Ends"
          value={values.endTime}
          onChange={(time) => time && set({ endTime: time })}
          hint={endWords(values)}
          error={fields.endTime}
        />
      </div>
      <p className="-mt-2 text-xs text-muted">Wall clock in {zone}.</p>
      <TextField
        label="What is done"
        value={values.role}
        onChange={(text) => set({ role: text })}
        error={fields.role}
        placeholder="Bar, kitchen, door"
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label="People wanted"
          value={values.targetSeats}
          minValue={1}
          maxValue={99}
          onChange={(value) => set({ targetSeats: count(value, 1) })}
          error={fields.targetSeats}
        />
        <NumberField
          label="Needed at least"
          value={values.minSeats}
          minValue={0}
          maxValue={99}
          onChange={(value) => set({ minSeats: count(value, 0) })}
          error={fields.minSeats}
        />
      </div>
      <Checkbox checked={values.keyWanted} onChange={(wanted) => set({ keyWanted: wanted })}>
        Wants a key holder
      </Checkbox>
    </>
  )
}
