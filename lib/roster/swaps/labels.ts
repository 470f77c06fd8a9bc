import type { Mark, Words } from '@/lib/timeline/labels'
import type { SwapEdge, SwapState } from './machine'

/** A swap's state as a person reads it. */
export const SWAP_STATES = {
  asked: { label: 'Asked', tone: 'open', icon: 'users' },
  offered: { label: 'Offered', tone: 'act', icon: 'user-check' },
  confirmed: { label: 'Confirmed', tone: 'good', icon: 'check' },
  withdrawn: { label: 'Withdrawn', tone: 'quiet', icon: 'undo' },
  refused: { label: 'Refused', tone: 'quiet', icon: 'user-x' },
} as const satisfies Record<SwapState, Mark>

/** A move as the operator's button says it, and as the toast says it once it is done. */
export const SWAP_EDGES: Record<SwapEdge, { button: string; done: string }> = {
  offer: { button: 'Take it', done: 'The offer is made.' },
  retract: { button: 'Take the offer back', done: 'The offer is taken back.' },
  confirm: { button: 'Confirm the swap', done: 'The shift has a new holder. Both of them get a mail, nobody else.' },
  withdraw: { button: 'Withdraw it', done: 'The request is withdrawn.' },
  refuse: { button: 'Refuse the swap', done: 'The swap is refused. Whom it concerns gets a mail with your reason.' },
}

/** Why a swap was refused, as a sentence that says what to do. */
const REASONS: Readonly<Record<string, string>> = {
  no_such_edge: 'This page knows a button that the server does not. Load it again.',
  not_found: 'This request is not there any more. Load the page again.',
  no_such_link: 'This link does not open anything any more. The newest mail has the one that does.',
  not_sent: 'This week is not sent yet. Until then its roster is changed on the week’s own page.',
  shift_begun: 'This shift has begun. From then on it stays with whoever has it.',
  not_holding: 'This shift has another holder meanwhile. Load the page again.',
  not_yours: 'This is another person’s. Load the page again.',
  already_open: 'This shift is being given away already. One request at a time.',
  clock_back: 'The server’s clock was set back to before the last swap of this shift. Confirm it a little later.',
  offer_stands: 'Somebody has offered to take this shift. Confirm or refuse that first.',
  with_oneself: 'This is their own shift. Somebody else has to take it.',
  taker_gone: 'Whoever takes it has to be an active tender of this roster.',
  taker_on_shift: 'They work this shift already.',
  taker_busy: 'They have another shift on that day, or at that time.',
  changed_since: 'This changed since you looked. What you see now is how it stands: look, then press again.',
  not_from_asked: 'Nobody has offered to take it yet.',
  not_from_offered: 'Somebody has offered to take it already.',
  not_from_confirmed: 'This swap is confirmed: the shift has its new holder.',
  not_from_withdrawn: 'This request was withdrawn.',
  not_from_refused: 'This swap was refused.',
}

/** A refusal in words. @param own as the page of the person themselves says it: "you" instead of "they" */
export const swapReason = (reason: string, own = false): string =>
  (own ? OWN_REASONS[reason] : undefined) ?? REASONS[reason] ?? REASONS.changed_since ?? reason

const OWN_REASONS: Readonly<Record<string, string>> = {
  with_oneself: 'This is your own shift. Somebody else has to take it.',
  taker_gone: 'You are not on this roster any more. Whoever makes it can put you back.',
  taker_on_shift: 'You work this shift already.',
  taker_busy: 'You have another shift on that day, or at that time.',
  not_holding: 'This shift is not yours any more. Load the page again.',
}

const BECAUSE: Readonly<Record<string, string>> = {
  giver: 'by whoever asked',
  operator: 'by the operator',
  began: 'nobody had taken it when the shift began',
}

const isState = (state: string): state is SwapState => state in SWAP_STATES

/** What happens to a swap, as the timeline says it. */
export const swapWords: Words = {
  machine: 'swap',
  desk: 'roster',
  noun: 'swap',
  state: (state) => (isState(state) ? SWAP_STATES[state] : null),
  event: (type, data, reason) =>
    type === 'swap.withdrawn' ? (BECAUSE[String(data.because)] ?? '') : type === 'swap.refused' ? (reason ?? '') : '',
}
