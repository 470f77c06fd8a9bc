'use client'

import {
  type CalendarDate,
  type CalendarDateTime,
  parseDate,
  parseDateTime,
  parseTime,
  type Time,
} from '@internationalized/date'
import { TimeField as AriaTimeField, DateField, DateInput, DateSegment } from 'react-aria-components'
import { ariaField, FieldLabel, FieldNotes, type FieldProps, inputStyle } from '@/components/ui/field-parts'
import { type Parts, useParts, WholeDate, WholeTime } from '@/components/ui/use-parts'

export type DateTimeFieldProps = FieldProps & {
  value: string | null
  /** The local text, or null while parts are missing. */
  onChange: (value: string | null) => void
  /** Said after the segments: "GMT", "Europe/London". */
  zone?: string
}

const segmentStyle =
  'rounded-sm px-0.5 tabular-nums outline-none focus:bg-accent focus:text-on-accent placeholder:text-faint type-literal:px-0 type-literal:text-faint'

function Segments({ zone }: { zone: string | undefined }) {
  return (
    <div
      className={`${inputStyle} flex items-center gap-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent`}
    >
      <DateInput className="flex flex-1">
        {(segment) => <DateSegment segment={segment} className={segmentStyle} />}
      </DateInput>
      {zone && <span className="text-xs text-muted">{zone}</span>}
    </div>
  )
}

/** A wall-clock date and time 'YYYY-MM-DDTHH:MM' in a stated zone; the instant is the server's to find. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { key, whole, ...parts }: Parts<CalendarDateTime> = useParts(props, parseDateTime, 16)
  return (
    <DateField<CalendarDateTime>
      key={key}
      {...ariaField(props)}
      granularity="minute"
      hourCycle={24}
      shouldForceLeadingZeros
      {...parts}
    >
      <WholeDate onChange={whole} />
      <FieldLabel>{props.label}</FieldLabel>
      <Segments zone={props.zone} />
      <FieldNotes hint={props.hint} error={props.error} />
    </DateField>
  )
}

/** A calendar date 'YYYY-MM-DD'. */
export function DateOnlyField(props: DateTimeFieldProps) {
  const { key, whole, ...parts }: Parts<CalendarDate> = useParts(props, parseDate, 10)
  return (
    <DateField<CalendarDate> key={key} {...ariaField(props)} granularity="day" shouldForceLeadingZeros {...parts}>
      <WholeDate onChange={whole} />
      <FieldLabel>{props.label}</FieldLabel>
      <Segments zone={props.zone} />
      <FieldNotes hint={props.hint} error={props.error} />
    </DateField>
  )
}

/** A time of day 'HH:MM'. */
export function TimeField(props: DateTimeFieldProps) {
  const { key, whole, ...parts }: Parts<Time> = useParts(props, parseTime, 5)
  return (
    <AriaTimeField<Time>
      key={key}
      {...ariaField(props)}
      granularity="minute"
      hourCycle={24}
      shouldForceLeadingZeros
      {...parts}
    >
      <WholeTime onChange={whole} />
      <FieldLabel>{props.label}</FieldLabel>
      <Segments zone={props.zone} />
      <FieldNotes hint={props.hint} error={props.error} />
    </AriaTimeField>
  )
}
