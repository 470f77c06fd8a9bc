'use client'

import { Label, RadioButton, RadioField, RadioGroup } from 'react-aria-components'
import { FieldNotes } from '@/components/ui/field-parts'
import { type Tone, toneSoft } from '@/components/ui/tone'

export type Segment = {
  value: string
  label: string
  tone: Tone
}

export type SegmentedChoiceProps = {
  /** Read out; the row beside it shows it. */
  label: string
  segments: Segment[]
  value: string | null
  onChange: (value: string) => void
  error: string | null
}

/** One of a few answers, all in sight. Arrow keys move, the first press chooses. */
export function SegmentedChoice({ label, segments, value, onChange, error }: SegmentedChoiceProps) {
  return (
    <RadioGroup
      orientation="horizontal"
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      value={value}
      onChange={onChange}
      className="shrink-0"
    >
      <Label className="sr-only">{label}</Label>
      <div className="flex w-fit rounded-md border border-strong bg-surface text-sm">
        {segments.map((segment) => (
          <RadioField
            key={segment.value}
            value={segment.value}
            className="border-line not-first:border-l first:*:rounded-l-[5px] last:*:rounded-r-[5px]"
          >
            <RadioButton
              className={({ isSelected }) =>
                'flex min-h-8 cursor-default items-center gap-1 justify-center px-2.5 transition-colors duration-150 max-md:min-h-11 max-md:min-w-11 ' +
                'focus-visible:z-10 focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-accent ' +
                (isSelected
                  ? `font-medium ${segment.tone === 'quiet' ? 'bg-sunken text-ink' : toneSoft[segment.tone]}`
                  : 'text-muted hover:text-ink')
              }
            >
              {segment.label}
            </RadioButton>
          </RadioField>
        ))}
      </div>
      <FieldNotes error={error} />
    </RadioGroup>
  )
}
