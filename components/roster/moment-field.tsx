'use client'

import { TimeField } from '@/components/ui/date-time-field'
import { SelectField } from '@/components/ui/select-field'
import { momentDay } from '@/lib/roster/labels'
import type { Moment } from '@/lib/roster/schema'

/** From the week's Sunday back to three weeks before its Monday. */
const DAYS = Array.from({ length: 28 }, (_, index) => 21 - index)

/** The four moments of a rhythm, in their order. */
export const MOMENTS = [
  ['opens', 'The form opens'],
  ['closes', 'The form closes'],
  ['generates', 'The roster is generated'],
  ['sendBy', 'The schedule goes out by'],
] as const

type Props = { label: string; value: Moment; onChange: (value: Moment) => void }

/** A moment before a week: "Thursday before at 18:00". */
export function MomentField({ label, value, onChange }: Props) {
  const days = DAYS.includes(value.daysBefore) ? DAYS : [value.daysBefore, ...DAYS]
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_8.5rem] gap-3">
      <legend className="sr-only">{label}</legend>
      <SelectField
        label={label}
        options={days.map((day) => ({ value: String(day), label: momentDay(day) }))}
        value={String(value.daysBefore)}
        onChange={(day) => onChange({ ...value, daysBefore: Number(day) })}
      />
      <TimeField label="at" value={value.time} onChange={(time) => time && onChange({ ...value, time })} />
    </fieldset>
  )
}
