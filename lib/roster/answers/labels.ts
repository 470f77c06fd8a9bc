import type { RunState } from '../machine'

/** Whether an answer that is saved now counts by itself. */
export type FormMode = 'open' | 'late' | 'sent'

export const modeOf = (state: RunState, past: boolean): FormMode =>
  state === 'SENT' ? 'sent' : state === 'COLLECTING' && !past ? 'open' : 'late'

/** What a tender reads beside the title once the form no longer takes ordinary answers. */
export const MODE_WORDS: Record<Exclude<FormMode, 'open'>, { title: string; text: string }> = {
  late: {
    title: 'This is late',
    text: 'The form has closed. You can still save an answer: it is kept, and whoever makes the roster sees it and may take it in.',
  },
  sent: {
    title: 'The schedule is out',
    text: 'It stands as it was mailed. What you save now is kept and seen, but it changes no shift: tell whoever makes the roster if you cannot come.',
  },
}

/** Under the button, once an answer is kept. @param at 'at 17:58 GMT', or with its day when that is not today */
export function savedWords(at: string, inTime: boolean, mode: FormMode): string {
  if (mode === 'open') return `Saved ${at}. Change it as often as you like.`
  if (inTime) return `Your answer, saved ${at}, came in time.`
  if (mode === 'late') return `Saved ${at}, as late. Whoever makes the roster sees it.`
  return `Saved ${at}. The schedule stays as it was mailed.`
}

/** The three answers, in the order of the form. */
export const CHOICE_WORDS = { yes: 'Yes', if_needed: 'If needed', no: 'No' } as const
