import { REASON_WORDS } from '../labels'

/** A week in the hands of an engine that may not act: its button, and what it says. */
export const FINISH_WORDS = {
  button: 'Finish with the old engine',
  done: 'The old engine goes on with this week from where it stands.',
  ask: {
    title: 'Finish this week with the old engine?',
    text: 'The week stays as it is: its form, its answers, its roster and its mails. From then on it is the old engine’s, whose weekly clock goes on with it; approving and sending stay yours. Once the new engine is back, it takes the week over again.',
    confirmLabel: 'Finish with the old engine',
  },
}

/** Why a week is not finished with the old engine. */
export const finishRefusal = (reason: string): string =>
  REASON_WORDS[reason] ?? 'This is not possible now. Load the page again.'
