'use client'

import { useEffect, useRef, useState } from 'react'
import { type Draft, useDraft } from '@/components/roster/use-draft'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { NumberField } from '@/components/ui/number-field'
import type { Result } from '@/components/ui/result'
import { type Segment, SegmentedChoice } from '@/components/ui/segmented-choice'
import { TextField } from '@/components/ui/text-field'
import { CHOICE_WORDS, type FormMode, MODE_WORDS } from '@/lib/roster/answers/labels'
import type { Choice } from '@/lib/roster/schema'

/** `was`: what it was when the answer was given, where its time changed since. `isNew`: it was added after the answer. */
type FormShift = { id: string; when: string; role: string; was: string | null; isNew: boolean }
export type AnswerForm = {
  mode: FormMode
  seen: string
  shifts: FormShift[]
  answer: { id: string; choices: Record<string, Choice>; most: number | null; note: string; saved: string } | null
}

type Answer = Draft & { token: string; seen: string }
type Props = {
  token: string
  form: AnswerForm
  save: (input: Answer) => Promise<Result<{ id: string; saved: string; mode: FormMode }>>
}

const SEGMENTS: Segment[] = [
  { value: 'yes', label: CHOICE_WORDS.yes, tone: 'good' },
  { value: 'if_needed', label: CHOICE_WORDS.if_needed, tone: 'act' },
  { value: 'no', label: CHOICE_WORDS.no, tone: 'quiet' },
]
const UNANSWERED = 'No answer came back, so this may not be saved yet. What you chose is still here: press again.'
const OFFLINE =
  'This phone is offline. What you chose stays here, also when you load the page again: save it once you are back.'

/** Yes, if needed or no for each shift. What was chosen stays, whatever the network does. */
export function AvailabilityForm({ token, form, save }: Props) {
  const initial: Draft = {
    choices: form.answer?.choices ?? {},
    most: form.answer?.most ?? null,
    note: form.answer?.note ?? '',
  }
  const { draft, set, kept, lost, unsaved } = useDraft(token, initial, form.answer?.id ?? null)
  const [mode, setMode] = useState(form.mode)
  const [saved, setSaved] = useState(form.answer?.saved ?? null)
  const [refused, setRefused] = useState<{ message: string; fields: Record<string, string> } | null>(null)
  const [busy, setBusy] = useState(false)
  /** How often Save was pressed: each time a shift that was forgotten is looked for. */
  const [asked, setAsked] = useState(0)
  const [confirmed, setConfirmed] = useState(false)
  /** What “None of these” wrote over, until something else is changed. */
  const [former, setFormer] = useState<Draft['choices'] | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const noneButton = useRef<HTMLButtonElement>(null)
  const missing = form.shifts.filter((shift) => !draft.choices[shift.id])

  const toConfirm = confirmed ? [] : form.shifts.filter(({ was, isNew }) => was !== null || isNew)

  const change = (next: Partial<Draft>): Draft => {
    setRefused(null)
    setFormer(null)
    return set(next)
  }
  const submit = async (sent: Draft) => {
    if (busy) return
    if (!navigator.onLine) return setRefused({ message: OFFLINE, fields: {} })
    setBusy(true)
    // A shift that was taken out since the draft was begun is not asked for any more.
    const choices = Object.fromEntries(
      form.shifts.flatMap(({ id }) => (sent.choices[id] ? [[id, sent.choices[id]]] : [])),
    )
    const answer = await save({ ...sent, token, seen: form.seen, choices }).catch(() => null)
    setBusy(false)
    if (!answer) lost()
    if (!answer?.ok) return setRefused({ message: answer?.message ?? UNANSWERED, fields: answer?.fields ?? {} })
    kept(sent, answer.value.id)
    setRefused(null)
    setConfirmed(true)
    setSaved(answer.value.saved)
    setMode(answer.value.mode)
  }
  const none = () => {
    const choices = Object.fromEntries(form.shifts.map(({ id }) => [id, 'no' as const]))
    const hasChosen = form.shifts.some(({ id }) => (draft.choices[id] ?? 'no') !== 'no')
    setAsked(0)
    void submit(change({ choices }))
    setFormer(hasChosen ? draft.choices : former)
  }
  const putBack = (choices: Draft['choices']) => {
    const back = change({ choices })
    noneButton.current?.focus()
    if (form.shifts.some(({ id }) => !choices[id])) return setAsked(asked + 1)
    void submit(back)
  }
  useEffect(() => {
    // A shift that was forgotten takes the focus, so that a keyboard and a screen reader find it too.
    if (asked > 0)
      list.current?.querySelector<HTMLElement>('[data-invalid] [role="radio"], [data-invalid] input')?.focus()
  }, [asked])

  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(asked + 1)
        if (missing.length === 0) void submit(draft)
      }}
    >
      {mode !== 'open' && (
        <div className="mt-4">
          <Notice tone="act" icon="clock-alert" title={MODE_WORDS[mode].title} text={MODE_WORDS[mode].text} />
        </div>
      )}
      {toConfirm.length > 0 && (
        <div className="mt-4">
          <Notice
            tone="act"
            icon="calendar-clock"
            title="The shifts changed since you answered"
            text="Look at those that are marked, and save your answer again: that confirms it."
          />
        </div>
      )}
      <div ref={list} className="mt-4">
        {form.shifts.map((shift) => (
          <div
            key={shift.id}
            className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 border-b border-line py-3 last:border-0"
          >
            <div className="min-w-0">
              <p className="font-medium whitespace-nowrap max-[25rem]:text-sm">{shift.when}</p>
              <p className="text-xs text-muted">{shift.role}</p>
              {!confirmed && (shift.was !== null || shift.isNew) && (
                <p className="flex items-start gap-1 text-xs text-act">
                  <Icon name="calendar-clock" className="mt-0.5 size-3.5" />
                  {shift.was === null ? 'New since you answered' : `Changed, was ${shift.was}: confirm`}
                </p>
              )}
            </div>
            <SegmentedChoice
              label={`${shift.when}, ${shift.role}`}
              segments={SEGMENTS}
              value={draft.choices[shift.id] ?? null}
              onChange={(value) => change({ choices: { ...draft.choices, [shift.id]: value as Choice } })}
              error={asked > 0 && !draft.choices[shift.id] ? 'Choose one.' : null}
            />
          </div>
        ))}
      </div>
      <div className="mt-3 flex flex-col gap-2">
        <Button
          ref={noneButton}
          wide
          size="lg"
          icon="minus"
          lockedReason={busy ? 'Your answer is on its way.' : null}
          onPress={none}
        >
          None of these
        </Button>
        {former && !busy && (
          <Button wide size="lg" icon="undo" onPress={() => putBack(former)}>
            Put back what I had chosen
          </Button>
        )}
      </div>
      <div className="mt-3 border-t border-line pt-3">
        <NumberField
          label="Most shifts this week"
          inline
          value={draft.most ?? Math.max(1, form.shifts.length)}
          minValue={0}
          maxValue={21}
          onChange={(most) => change({ most: Number.isNaN(most) ? null : most })}
          error={refused?.fields.most}
        />
      </div>
      <div className="mt-3">
        <TextField
          label="Anything to say?"
          value={draft.note}
          onChange={(note) => change({ note })}
          maxLength={500}
          error={refused?.fields.note}
        />
      </div>
      {asked > 0 && missing.length > 0 && (
        <div className="mt-4">
          <Notice
            tone="act"
            icon="circle-help"
            title={missing.length === 1 ? 'One shift has no answer' : `${missing.length} shifts have no answer`}
            text="Say yes, if needed or no to each. “No” to all is an answer too."
            live
          />
        </div>
      )}
      {refused && (
        <div className="mt-4">
          <Notice tone="bad" icon="circle-alert" title="Not saved" text={refused.message} live />
        </div>
      )}
      <div className="sticky bottom-0 mt-2 bg-paper pt-3 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <Button type="submit" variant="primary" size="lg" wide pending={busy}>
          Save my answer
        </Button>
        <p role="status" className="min-h-6 pt-1.5 text-xs text-good">
          {saved && !unsaved && (
            <span className="flex items-center gap-1.5">
              <Icon name="check" className="size-3.5" />
              {saved}
            </span>
          )}
        </p>
      </div>
    </form>
  )
}
