import { z } from 'zod'
import { defineMachine, type Edge } from '@/lib/engine/machine'
import { OLD, type OLD_OF, type OldEdge, oldEdges } from './legacy/machine'

/** What the run's own rules judge: the week as a page or a verb sees it. */
export type RunSubject = {
  endsAt: Date | null
  /** Tenders who are active, and shifts of the week. */
  tenders: number
  shifts: number
  /** Schedule rows that have left `queued`: claimed, sent, failed, unknown or let go. */
  rowsLeft: number
  /** Another week of the same roster has its form open. */
  otherOpen: boolean
  /** Schedule rows exist: Send has happened and delivery is under way. */
  queued: boolean
}

export type RunState = 'DRAFT' | 'COLLECTING' | 'CLOSED' | 'ASSIGNED' | 'APPROVED' | 'SENT'
/** A week's moves as pages and verbs name them, whichever engine makes them. */
export type RunEdge = keyof typeof OLD_OF

const instant = z.iso.datetime()
const count = z.int().nonnegative()
const otherOpen = { reason: 'other_open', when: (run: RunSubject) => run.otherOpen }
const noTenders = { reason: 'no_tenders', when: (run: RunSubject) => run.tenders === 0 }
const noShifts = { reason: 'no_shifts', when: (run: RunSubject) => run.shifts === 0 }
const weekOver = { reason: 'week_over', when: (run: RunSubject, now: Date) => run.endsAt !== null && run.endsAt <= now }
/** A mail that may be on its way cannot be called back: from the first one on the roster stands. */
const mailLeft = { reason: 'mail_left', when: (run: RunSubject) => run.rowsLeft > 0 }
const underWay = { reason: 'already_queued', when: (run: RunSubject) => run.queued }

const opening = z.strictObject({ deadline: instant, invited: count })
const generated = z.strictObject({
  seed: z.int(),
  engine: z.string(),
  inputHash: z.string(),
  hash: z.string(),
  seats: count,
  filled: count,
  added: count,
  removed: count,
})

/** The moves of a week, as the machine has them and as the old engine mirrors them. */
const week: Record<RunEdge, Edge<RunState, RunSubject>> = {
  open: {
    from: ['DRAFT'],
    to: 'COLLECTING',
    kind: 'pure',
    event: 'run.opened',
    data: opening,
    writes: ['opened_at', 'deadline_at'],
    refuses: [noShifts, noTenders, otherOpen, weekOver],
  },
  extend: {
    from: ['COLLECTING'],
    to: 'same',
    kind: 'pure',
    event: 'run.extended',
    data: opening,
    writes: ['deadline_at', 'answers_until'],
    refuses: [weekOver],
  },
  close: {
    from: ['COLLECTING'],
    to: 'CLOSED',
    kind: 'leased',
    lease: 'close',
    event: 'run.closed',
    data: z.strictObject({ answered: count, silent: count }),
    writes: ['closed_at'],
  },
  reopen: {
    from: ['CLOSED'],
    to: 'COLLECTING',
    kind: 'pure',
    event: 'run.reopened',
    data: opening,
    writes: ['reopened_at', 'deadline_at', 'answers_until'],
    refuses: [otherOpen, weekOver],
  },
  generate: {
    from: ['CLOSED'],
    to: 'ASSIGNED',
    kind: 'leased',
    lease: 'generate',
    event: 'run.generated',
    data: generated,
    writes: ['generated_at', 'pick'],
    refuses: [noTenders],
  },
  regenerate: {
    from: ['ASSIGNED'],
    to: 'same',
    kind: 'leased',
    lease: 'generate',
    event: 'run.regenerated',
    data: generated,
    writes: ['generated_at', 'pick'],
    refuses: [noTenders],
  },
  reopenAssigned: {
    from: ['ASSIGNED'],
    to: 'COLLECTING',
    kind: 'pure',
    event: 'run.reopened',
    data: opening,
    writes: ['reopened_at', 'deadline_at', 'answers_until'],
    refuses: [otherOpen, weekOver],
  },
  approve: {
    from: ['ASSIGNED'],
    to: 'APPROVED',
    kind: 'pure',
    event: 'run.approved',
    data: z.strictObject({ hash: z.string(), seats: count, filled: count }),
    writes: ['status', 'approved_at', 'approved_hash', 'approved_by'],
  },
  unapprove: {
    from: ['APPROVED'],
    to: 'ASSIGNED',
    kind: 'pure',
    event: 'run.unapproved',
    data: z.strictObject({ because: z.enum(['button', 'edit']), takenBack: count }),
    writes: ['status', 'approved_at', 'approved_hash', 'approved_by', 'queued_at'],
    refuses: [mailLeft],
  },
  queue: {
    from: ['APPROVED'],
    to: 'same',
    kind: 'leased',
    lease: 'send',
    event: 'run.queued',
    data: z.strictObject({ hash: z.string(), messages: count, without: count }),
    writes: ['queued_at'],
    refuses: [underWay, weekOver],
  },
  send: {
    from: ['APPROVED'],
    to: 'SENT',
    kind: 'leased',
    lease: 'send',
    event: 'run.sent',
    data: z.strictObject({ sent: count, letGo: count }),
    writes: ['status', 'sent_at'],
  },
  edit: {
    from: ['ASSIGNED'],
    to: 'same',
    kind: 'pure',
    event: 'run.edited',
    data: z.strictObject({
      change: z.enum(['pin', 'unpin', 'ban', 'unban', 'exchange', 'remove', 'move']),
      tender: z.uuid(),
      shift: z.uuid(),
      withTender: z.uuid().nullable(),
      withShift: z.uuid().nullable(),
      /** What they were called then. */
      tenderName: z.string().optional(),
      shiftName: z.string().optional(),
      withTenderName: z.string().optional(),
      withShiftName: z.string().optional(),
    }),
  },
  takeLate: {
    from: ['CLOSED', 'ASSIGNED'],
    to: 'same',
    kind: 'pure',
    event: 'run.late_taken',
    data: z.strictObject({ answers: count }),
    writes: ['answers_until'],
  },
  reshape: {
    from: ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED'],
    to: 'same',
    kind: 'pure',
    event: 'run.reshaped',
    data: z.strictObject({
      change: z.enum(['add', 'change', 'drop']),
      shift: z.uuid(),
      /** The shift as it is called from now on, and as it was. */
      name: z.string(),
      was: z.string().nullable(),
      /** Seats that went with it. */
      freed: count,
    }),
    refuses: [weekOver],
  },
  settings: {
    from: ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED'],
    to: 'same',
    kind: 'pure',
    event: 'run.settings_changed',
    data: z.strictObject({
      autopilot: z.boolean(),
      overridden: z.array(z.string()),
      opensAt: instant.nullable(),
      deadlineAt: instant.nullable(),
    }),
    writes: ['autopilot', 'settings_override', 'opens_at', 'deadline_at'],
  },
}

/** A week of a roster, from its making to the schedule in everybody's inbox. */
export const run = defineMachine<RunState | typeof OLD, RunEdge | OldEdge | 'adopt' | 'unadopt', RunSubject>({
  name: 'run',
  table: 'roster_run',
  column: 'v2_state',
  states: {
    '': 'The old engine’s: its progress is read from the stamps. Left when the new engine adopts it.',
    DRAFT: 'Made by the operator or the tick; nobody has been asked yet. Left by opening the form.',
    COLLECTING: 'The form is open and tenders answer. Entered by opening or reopening; left by closing.',
    CLOSED: 'Answers that come now are late. Entered by closing; left by generating or reopening.',
    ASSIGNED: 'The picker has run; the operator reads it through. Left by approving or reopening.',
    APPROVED: 'Bound to the roster that was read. Left by un-approving, until the first mail, or by sending.',
    SENT: 'Every schedule mail is sent or decided by a person. Never left.',
  },
  birth: { states: ['DRAFT', OLD], event: 'run.made', data: z.strictObject({ shifts: count }) },
  terminal: ['SENT'],
  edges: {
    ...week,
    ...oldEdges(week),
    adopt: {
      from: [OLD],
      // A sent week is final for either engine, and neither touches it.
      to: ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED'],
      kind: 'pure',
      event: 'run.adopted',
      data: z.strictObject({ state: z.string() }),
      writes: ['status', 'opens_at', 'deadline_at', 'ends_at', 'approved_hash'],
    },
    unadopt: {
      from: ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED'],
      to: OLD,
      kind: 'pure',
      event: 'run.handed_back',
      data: z.strictObject({ state: z.string() }),
      writes: ['opened_at', 'closed_at', 'generated_at', 'reopened_at'],
    },
  },
  // A close counts answers and a generate solves a week: seconds. A send renders a mail a person.
  leases: { close: { seconds: 60 }, generate: { seconds: 120 }, send: { seconds: 120 } },
  columns: {
    roster_id: 'uuid',
    week_of: 'date',
    status: 'text',
    opened_at: 'timestamptz',
    closed_at: 'timestamptz',
    generated_at: 'timestamptz',
    approved_at: 'timestamptz',
    sent_at: 'timestamptz',
    created_at: 'timestamptz',
    settings_override: 'jsonb',
    reopened_at: 'timestamptz',
    autopilot: 'boolean',
    kind: 'text',
    deadline_at: 'timestamptz',
    opens_at: 'timestamptz',
    ends_at: 'timestamptz',
    answers_until: 'timestamptz',
    queued_at: 'timestamptz',
    approved_hash: 'text',
    approved_by: 'uuid',
    pick: 'jsonb',
  },
  errorColumn: 'last_error',
  indexes: { roster_run_one_collecting: 'other_open', roster_run_roster_id_week_of_key: 'week_exists' },
})
