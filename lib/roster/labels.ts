import type { Mark } from '@/lib/timeline/labels'
import type { RunEdge, RunState } from './machine'
import { dayName } from './people/rules'

/** A state as a person reads it: its word, its tone and icon, the same on every page. */
export const STATE_WORDS = {
  DRAFT: { label: 'Draft', tone: 'quiet', icon: 'file-pen' },
  COLLECTING: { label: 'Collecting', tone: 'open', icon: 'inbox' },
  CLOSED: { label: 'Closed', tone: 'quiet', icon: 'lock' },
  ASSIGNED: { label: 'Assigned', tone: 'open', icon: 'users' },
  APPROVED: { label: 'Approved', tone: 'good', icon: 'check' },
  SENT: { label: 'Sent', tone: 'good', icon: 'mail-check' },
} as const satisfies Record<RunState, Mark>

/** The wizard's steps, in their order. */
export const STATE_ORDER = Object.keys(STATE_WORDS) as RunState[]

/** A move as its button says it, and as the toast says it once it is done. */
export const EDGE_WORDS: Record<RunEdge, { button: string; done: string }> = {
  open: { button: 'Open the form', done: 'The form is open. Whoever can be written to gets a personal link by mail.' },
  extend: { button: 'Move the deadline', done: 'The deadline is moved. Whoever has not answered is written to again.' },
  close: { button: 'Close the form', done: 'The form is closed. What comes now is kept as late.' },
  reopen: { button: 'Reopen the form', done: 'The form is open again. Whoever has not answered is written to.' },
  generate: { button: 'Generate the roster', done: 'The roster is generated. Read it through, then approve.' },
  regenerate: { button: 'Regenerate the roster', done: 'The roster is generated anew. Pins stayed where they were.' },
  reopenAssigned: { button: 'Reopen the form', done: 'The form is open again. The roster stays until you generate.' },
  approve: { button: 'Approve the roster', done: 'The roster is approved.' },
  unapprove: { button: 'Take the approval back', done: 'The approval is taken back, and no schedule mail goes out.' },
  queue: { button: 'Send the schedule', done: 'The schedule is on its way.' },
  send: { button: 'Finish the week', done: 'Every schedule mail is sent or decided. The week is done.' },
  edit: { button: 'Change the roster', done: 'The roster is changed.' },
  takeLate: { button: 'Take the late answers in', done: 'The late answers count now.' },
  reshape: { button: 'Change the shifts', done: 'The shifts of this week are changed.' },
  settings: { button: 'Week settings', done: 'This week keeps its own times now.' },
}

const UNAPPROVE_FIRST = 'Take the approval back first.'
const SENT = 'The schedule is sent, and its roster stands.'
const OPEN_FIRST = 'Open the form first.'
const GENERATE_FIRST = 'Generate the roster first.'

/** Why a move is not open from a state: what has to happen first, or that it has happened. */
export const NOT_FROM: Record<RunEdge, Partial<Record<RunState, string>>> = {
  open: {
    COLLECTING: 'The form is open.',
    CLOSED: 'The form was open before: reopen it instead.',
    ASSIGNED: 'The form was open before: reopen it instead.',
    APPROVED: UNAPPROVE_FIRST,
    SENT,
  },
  extend: {
    DRAFT: OPEN_FIRST,
    CLOSED: 'The form is closed: reopen it instead.',
    ASSIGNED: 'The form is closed: reopen it instead.',
    APPROVED: UNAPPROVE_FIRST,
    SENT,
  },
  close: {
    DRAFT: OPEN_FIRST,
    CLOSED: 'The form is closed.',
    ASSIGNED: 'The form is closed.',
    APPROVED: 'The form is closed.',
    SENT,
  },
  reopen: {
    DRAFT: OPEN_FIRST,
    COLLECTING: 'The form is open.',
    ASSIGNED: 'The roster has been generated meanwhile. Look at it, then reopen.',
    APPROVED: UNAPPROVE_FIRST,
    SENT,
  },
  reopenAssigned: {
    DRAFT: OPEN_FIRST,
    COLLECTING: 'The form is open.',
    CLOSED: 'The roster is not generated any more. Look again, then reopen.',
    APPROVED: UNAPPROVE_FIRST,
    SENT,
  },
  generate: {
    DRAFT: OPEN_FIRST,
    COLLECTING: 'Close the form first.',
    ASSIGNED: 'The roster is generated: regenerate it instead.',
    APPROVED: UNAPPROVE_FIRST,
    SENT,
  },
  regenerate: {
    DRAFT: GENERATE_FIRST,
    COLLECTING: 'Close the form first.',
    CLOSED: GENERATE_FIRST,
    APPROVED: UNAPPROVE_FIRST,
    SENT,
  },
  approve: {
    DRAFT: GENERATE_FIRST,
    COLLECTING: GENERATE_FIRST,
    CLOSED: GENERATE_FIRST,
    APPROVED: 'The roster is approved.',
    SENT,
  },
  unapprove: {
    DRAFT: 'Nothing is approved yet.',
    COLLECTING: 'Nothing is approved yet.',
    CLOSED: 'Nothing is approved yet.',
    ASSIGNED: 'Nothing is approved yet.',
    SENT: 'The schedule is sent: nobody can call it back.',
  },
  queue: {
    DRAFT: 'Approve a roster first.',
    COLLECTING: 'Approve a roster first.',
    CLOSED: 'Approve a roster first.',
    ASSIGNED: 'Approve it first.',
    SENT: 'The schedule is sent.',
  },
  send: {
    DRAFT: 'Approve and send first.',
    COLLECTING: 'Approve and send first.',
    CLOSED: 'Approve and send first.',
    ASSIGNED: 'Approve and send first.',
    SENT: 'The schedule is sent.',
  },
  edit: {
    DRAFT: GENERATE_FIRST,
    COLLECTING: 'The form is open: close it and generate first.',
    CLOSED: GENERATE_FIRST,
    APPROVED: UNAPPROVE_FIRST,
    SENT,
  },
  takeLate: {
    DRAFT: OPEN_FIRST,
    COLLECTING: 'The form is open: move the deadline, and late answers count.',
    APPROVED: UNAPPROVE_FIRST,
    SENT,
  },
  reshape: { APPROVED: UNAPPROVE_FIRST, SENT },
  settings: { SENT: 'The week is done: its times do not matter any more.' },
}

/** Every other reason of a refusal, as a sentence that says what to do. */
export const REASON_WORDS: Record<string, string> = {
  no_such_edge: 'This page knows a button that the server does not. Load it again.',
  not_found: 'This week is not there any more. Go back to the list of weeks.',
  bad_shift: 'This shift cannot be: look at its times and seats.',
  seats_taken: 'More people have a seat in the shift than it would have: take somebody off first.',
  seat_clashes: 'Somebody on the shift works another one then: take them off one of the two first.',
  not_to_remind: 'Nobody can be reminded now. Look at how the week stands.',
  same_shift: 'Nothing is different from how the shift stands.',
  last_shift: 'A week whose form has been opened keeps a shift: add another one first.',
  not_from_SENT: SENT,
  not_from_nothing: 'This week is the old engine’s at this moment. Look again, then press again.',
  half_done:
    'The new engine is switched off while this week is half-way. Switch it on again, or finish the week with the old engine.',
  not_killed: 'The new engine is not switched off, and goes on with this week itself.',
  not_half_done: 'This week is not half-way in the new engine’s hands any more.',
  changed_since: 'This week changed since you looked. What you see now is how it stands: look, then press again.',
  roster_changed: 'The roster changed since you looked. Read it through as it stands now, then press again.',
  lease_close: 'Somebody is closing the form at this moment. It takes a few seconds.',
  lease_generate: 'Somebody is generating the roster at this moment. It takes a few seconds.',
  lease_send: 'Somebody is sending at this moment. It takes a few seconds.',
  lease_lost: 'This took so long that somebody else took over. What they did stands.',
  in_progress: 'This press is still being worked on. The page shows what comes of it.',
  crashed: 'Something broke on our side, and nothing was changed. Try again.',
  cannot_pick: 'The roster could not be made from these answers and pins.',
  gate_closed: 'The engines were changed over at this very moment. Look again, then press again.',
  other_open: 'Another week’s form is open: close that one first.',
  no_tenders: 'There is nobody to ask. Add a tender, or make one active again.',
  no_shifts: 'This week has no shifts. Add one by “Change the shifts”.',
  week_over: 'This week is over.',
  week_exists: 'This week has been made already. It is in the list.',
  deadline_past: 'This deadline has passed already. Choose a later one.',
  deadline_after_week: 'The week is over by then. Choose an earlier deadline.',
  not_due: 'Autopilot is off, or its time has not come.',
  none_late: 'No late answer is left to take in.',
  rhythm: 'The week’s times are out of order: it opens, closes, generates and is sent, in this order.',
  mail_left: 'A schedule mail may be out already, and nobody can call it back. The roster stands.',
  already_queued: 'The schedule mails are written and on their way.',
  typed_wrong: 'What you typed is not this week. Type it as its page calls it, such as 14 December.',
  second_person: 'With more than 500 recipients somebody other than the approver sends.',
  not_queued: 'The schedule has not been sent yet.',
  not_settled: 'Some schedule mails still wait. The week ends when each one is sent or decided.',
  no_such_shift: 'This shift is not part of the week.',
  no_such_tender: 'This person is not an active tender of the roster.',
  already_pinned: 'This seat is pinned already.',
  not_pinned: 'This seat is not pinned.',
  pair_pinned: 'This person is pinned to the shift: unpin them first.',
  pair_banned: 'This person is banned from the shift: lift the ban first.',
  already_banned: 'This person is banned from the shift already.',
  not_banned: 'This person is not banned from the shift.',
  already_assigned: 'This person has a seat in the shift already.',
  not_assigned: 'This person has no seat in the shift.',
  shift_full: 'Every seat of the shift is taken: free one first.',
  one_shift_a_day: 'This person works another shift that day.',
  rule_apart: 'A rule keeps two of them off the same shift. It stands under Rules.',
  rule_mentor: 'A rule holds a trainee to shifts with one of their mentors. It stands under Rules.',
  rule_rest: 'That leaves too little rest between two days. The hours stand under Settings.',
  same_person: 'Choose two people on two different shifts.',
  same_seat: 'That is the seat itself: choose another cell.',
  not_a_move: 'A seat goes to another person of its shift, or to another shift of its person.',
  no_such_link: 'This link does not lead to a form. Ask whoever runs the roster to send you a new one.',
  shifts_changed: 'The shifts of this week changed since you opened the page. Load it again; what you chose is kept.',
}

export const isState = (text: string): text is RunState => text in STATE_WORDS

/** The sentence for a refused move. @param reason a code of a verb, of the engine, or of the machine's own rules */
export function reasonWords(edge: RunEdge, reason: string): string {
  const from = reason.replace(/^not_from_/, '')
  const state = from !== reason && isState(from) ? NOT_FROM[edge][from] : undefined
  return state ?? REASON_WORDS[reason] ?? 'This is not possible now. Load the page again.'
}

/** What goes on while an action holds the week. */
export const LEASE_WORDS: Record<string, string> = {
  close: 'Somebody is closing the form…',
  generate: 'Somebody is generating the roster…',
  send: 'Somebody is sending the schedule…',
}

/** A figure with its unit: 1 shift, 10 shifts. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** The day of a moment of the rhythm: so many days before the week's Monday, below zero within the week. */
export function momentDay(daysBefore: number): string {
  const day = dayName((((-daysBefore % 7) + 7) % 7) + 1)
  if (daysBefore <= 0) return `${day} of the week`
  const weeks = Math.ceil(daysBefore / 7)
  return weeks === 1 ? `${day} before` : `${day}, ${weeks} weeks before`
}
