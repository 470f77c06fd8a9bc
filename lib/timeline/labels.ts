/** The six tones of state, as `components/ui/tone` draws them. */
export type Tone = 'quiet' | 'open' | 'act' | 'moving' | 'good' | 'bad'

/** Icons that a state or an event may have: a part of the set in `components/ui/icon`, which the compiler holds it to. */
export type StateIcon =
  | 'bell'
  | 'calendar-clock'
  | 'calendar-off'
  | 'check'
  | 'circle-alert'
  | 'circle-x'
  | 'clock'
  | 'clock-alert'
  | 'file-pen'
  | 'inbox'
  | 'info'
  | 'key-round'
  | 'link'
  | 'loader'
  | 'lock'
  | 'lock-open'
  | 'log-out'
  | 'mail-check'
  | 'mail-question'
  | 'mail-x'
  | 'minus'
  | 'pause'
  | 'pencil'
  | 'play'
  | 'plus'
  | 'refresh-cw'
  | 'send'
  | 'shield'
  | 'undo'
  | 'user'
  | 'user-check'
  | 'user-plus'
  | 'user-x'
  | 'users'

/** A state or an event as a person reads it: tone, icon and word together. */
export type Mark = { label: string; tone: Tone; icon: StateIcon }

/** What an event carries beside its states. `reason` is a code of the desk, or a sentence. */
export type EventData = Readonly<Record<string, unknown>>

/** The words of a machine or ledger, from its desk's `labels.ts`. Null: it has none, and the timeline makes do. */
export type Words = {
  /** As in `audit_event.machine`. */
  machine: string
  /** The desk as a filter offers it: "roster". */
  desk: string
  /** What one subject is called beside its name, where the desk has several kinds: "message". */
  noun?: string
  state(state: string): Mark | null
  /** What happened, beyond the states: "picker 3, seed 41907, 31 of 31 seats". Empty when there is nothing to add. */
  event(type: string, data: EventData, reason: string | null): string
  /** A fact, or a move that stays in its state: "reminded", "deadline moved". */
  fact?(type: string): Mark | null
}

/** `run.late_taken` → 'late taken': how an event is called that nobody wrote words for. */
export const plainType = (type: string): string =>
  type
    .slice(type.indexOf('.') + 1)
    .replaceAll(/[._-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

/** `let_go` → 'let go', `COLLECTING` → 'collecting'. */
export const plainState = (state: string): string => state.replaceAll('_', ' ').toLowerCase()

/** Whether a reason was written for people; codes have no spaces. */
export const isSentence = (text: string): boolean => text.includes(' ')

/** Data that nobody wrote words for: its plain values by name, ids and digests left out. */
export function plainData(data: EventData): string {
  return Object.entries(data)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && !isMachineText(String(value)))
    .map(([name, value]) => `${plainType(name)} ${value === true ? 'yes' : value === false ? 'no' : value}`)
    .join(', ')
}

const isMachineText = (text: string): boolean =>
  text === '' || text.length > 80 || /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text) || /^[0-9a-f]{32,}$/.test(text)

/** What the engine itself records, on any machine. */
const ENGINE: Readonly<Record<string, { mark: Mark; note: (data: EventData) => string }>> = {
  'lease.reclaimed': {
    mark: { label: 'taken over', tone: 'act', icon: 'key-round' },
    note: (data) => `${data.kind}: the lease before had run out`,
  },
  'lease.released': { mark: { label: 'failed', tone: 'bad', icon: 'circle-x' }, note: () => '' },
  'lease.expired': {
    mark: { label: 'lease ran out', tone: 'act', icon: 'clock-alert' },
    note: (data) => `${data.kind}: whoever held it is gone`,
  },
}

export type Described = { from: string | null; mark: Mark; note: string }
type Happened = {
  type: string
  from: string | null
  to: string | null
  reason: string | null
  attempt: number | null
  data: EventData
}

/** An event in words, whether its desk has words for it or not. */
export function describe(words: Words | undefined, event: Happened): Described {
  const own = ENGINE[event.type]
  const written = own?.note(event.data) ?? words?.event(event.type, event.data, event.reason)
  const reason = event.reason === null ? '' : isSentence(event.reason) ? event.reason : plainState(event.reason)
  const note = written || reason || (words ? '' : plainData(event.data))
  const attempt = event.attempt !== null && event.attempt > 1 ? `attempt ${event.attempt}` : ''
  const described = { note: [attempt, note].filter(Boolean).join(': ') }
  if (own) return { from: null, mark: own.mark, ...described }
  const changes = event.to !== null && event.to !== event.from
  if (!changes) return { from: null, mark: words?.fact?.(event.type) ?? unworded(plainType(event.type)), ...described }
  const state = (name: string) => words?.state(name) ?? unworded(plainState(name))
  return { from: event.from && state(event.from).label.toLowerCase(), mark: state(event.to ?? ''), ...described }
}

const unworded = (label: string): Mark => ({ label, tone: 'quiet', icon: 'info' })

/** How long a lease was held: '40 ms', '2.1 s', '3 min', '2 hours'. Milliseconds in. */
export function heldFor(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  if (ms < 2 * 3_600_000) return `${Math.round(ms / 60_000)} min`
  return `${Math.round(ms / 3_600_000)} hours`
}

type LeaseSeen = { kind: string; claimedAt: Date; expiresAt: Date; endedAt: Date | null; outcome: string | null }

/** A claim of the lease ledger in words. `until` is its end as the page writes times; `error` what it failed with. */
export function describeLease(lease: LeaseSeen, now: Date, until: string, error: string | null): Described {
  const live = lease.endedAt === null && lease.expiresAt > now
  const tone: Tone = live ? 'moving' : lease.endedAt === null || lease.outcome === 'superseded' ? 'act' : 'quiet'
  const mark: Mark = { label: `lease: ${plainState(lease.kind)}`, tone, icon: 'key-round' }
  return { from: null, mark, note: leaseNote(lease, live, until, error) }
}

function leaseNote(lease: LeaseSeen, live: boolean, until: string, error: string | null): string {
  if (lease.endedAt === null)
    return live ? `taken, at the latest until ${until}` : `taken, ran out at ${until}; the next move closes it`
  const span = heldFor(lease.endedAt.getTime() - lease.claimedAt.getTime())
  if (lease.outcome === 'superseded') return `ran out, superseded after ${span}`
  if (lease.outcome === 'released') return [`held for ${span}, then released`, error].filter(Boolean).join(': ')
  return `held for ${span}`
}

export type RecordFault = { kind: 'digest' | 'head' | 'state'; subject: string }

/** What a verification found, one sentence a fault. */
export function faultWords({ kind, subject }: RecordFault): string {
  const name = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`
  if (kind === 'digest') return `${name}: the events under it are not the ones that were sealed.`
  if (kind === 'head') return `${name}: the chain of seals is broken here.`
  return `${name}: its state is not what its events add up to.`
}
