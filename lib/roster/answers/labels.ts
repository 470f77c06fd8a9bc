import type { RunState } from '../machine'

/** Whether an answer that is saved now counts by itself. */
export type FormMode = 'open' | 'late' | 'sent' | 'over'

/** @param past the deadline has passed @param over the week is behind us */
export const modeOf = (state: RunState, past: boolean, over: boolean): FormMode =>
  over ? 'over' : state === 'SENT' ? 'sent' : state === 'COLLECTING' && !past ? 'open' : 'late'

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
  over: {
    title: 'This week is over',
    text: 'This is the form of a week that has passed. What you save now is kept, but it changes nothing.',
  },
}

/** What a tender reads in the form of one week while that of another is open. */
export const otherOpenWords = (week: string): string =>
  `The form that is open now is that of the ${week.replace(/^W/, 'w')}. Its link is in the mail about that week.`

/** Under the button, once an answer is kept. @param at 'at 17:58 GMT', or with its day when that is not today */
export function savedWords(at: string, inTime: boolean, mode: FormMode): string {
  if (mode === 'open') return `Saved ${at}. Change it as often as you like.`
  if (inTime) return `Your answer, saved ${at}, came in time.`
  if (mode === 'late') return `Saved ${at}, as late. Whoever makes the roster sees it.`
  if (mode === 'over') return `Saved ${at}, after the week.`
  return `Saved ${at}. The schedule stays as it was mailed.`
}

/** Why nobody can be reminded now, or null. @param due who has not answered and was not reminded yet */
export function remindLock(state: RunState, past: boolean, due: number): string | null {
  if (state === 'DRAFT') return 'Nobody has been asked yet: open the form first.'
  if (state !== 'COLLECTING') return 'The form is closed: reopen it, and whoever has not answered is written to.'
  if (past) return 'The deadline has passed: move it, and whoever has not answered is written to.'
  return due === 0 ? 'Everybody who can be written to has answered or was reminded.' : null
}

type Reminder = { state: string; reason: string | null; first: boolean }

/** What became of a reminder, or of the invitation that it was to who was asked by it. @param at 'Mon 7 Dec 17:58 GMT' */
export function remindedWords({ state, reason, first }: Reminder, at: string): string {
  const mail = first ? 'invitation' : 'reminder'
  if (state === 'sent') return `${first ? 'asked' : 'reminded'} ${at}`
  if (state === 'let_go') return `${mail} of ${at} not sent${reason ? `: ${reason}` : ''}`
  if (state === 'failed' || state === 'unknown') return `${mail} waits for your decision in the Outbox`
  return `${mail} on its way`
}

/** What the press came to. */
export function remindedToast({ to, without }: { to: number; without: number }): string {
  const rest = without > 0 ? ` ${without} more cannot be written to.` : ''
  return `${to === 1 ? '1 reminder is' : `${to} reminders are`} on the way.${rest}`
}

/** The three answers, in the order of the form. */
export const CHOICE_WORDS = { yes: 'Yes', if_needed: 'If needed', no: 'No' } as const
