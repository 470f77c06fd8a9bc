import { momentOf } from '../rules'
import type { Week } from '../schema'
import { generatesAt, type StepName } from './rules'

/** What the clock does, why it is due, and the time that makes it so where one does. */
export type StepWords = { what: string; why: string; at: Date | null }

const sendBy = ({ zone, weekOf, settings }: Week): Date => momentOf(zone, weekOf, settings.sendBy)

const STEP_WORDS: Record<StepName, { what: string; why: string; at: (week: Week) => Date | null }> = {
  adopt: {
    what: 'Take the week over from the old engine',
    why: 'The old engine left it half-way, and the new one moves weeks now.',
    at: () => null,
  },
  open: { what: 'Open the form', why: 'Its time to open has come.', at: (week) => week.opensAt },
  close: { what: 'Close the form', why: 'Its deadline has passed.', at: (week) => week.deadlineAt },
  generate: {
    what: 'Generate the roster',
    why: 'The form is closed, and the time to generate has come.',
    at: generatesAt,
  },
  settle: { what: 'Finish the week', why: 'Every schedule mail is sent or decided.', at: () => null },
  nudgeCollecting: {
    what: 'Tell the operators that the form is past its deadline',
    why: 'Nobody has closed it, and autopilot is off.',
    at: (week) => week.deadlineAt,
  },
  nudgeUnsent: {
    what: 'Tell the operators that the schedule has not left',
    why: 'The roster is approved, and the time to send it by has passed.',
    at: sendBy,
  },
  endedUnsent: {
    what: 'Note that the week ended unsent',
    why: 'The week is over, and its schedule never went out.',
    at: (week) => week.endsAt,
  },
}

/** A step of a week in words. `at` is told in the roster's zone. */
export function stepWords(week: Week, name: StepName): StepWords {
  const { what, why, at } = STEP_WORDS[name]
  return { what, why, at: at(week) }
}

/** A week that is to be made, before its form opens. */
export const makeWords = (opensAt: Date): StepWords => ({
  what: 'Make the week',
  why: 'Its form opens within seven days.',
  at: opensAt,
})

/** A swap that nobody confirmed in time. */
export const lapseWords = (startsAt: Date | null): StepWords => ({
  what: 'End the swap',
  why: 'Its shift has begun, and the seat has not changed hands.',
  at: startsAt,
})
