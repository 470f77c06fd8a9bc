import type { Mark, Words } from '@/lib/timeline/labels'
import type { DecisionName, MessageState } from './machine'

/** A message's state as a person reads it. */
export const STATE_WORDS: Record<MessageState, Mark> = {
  queued: { label: 'Queued', tone: 'open', icon: 'clock' },
  claimed: { label: 'Taken up', tone: 'moving', icon: 'loader' },
  sending: { label: 'Sending', tone: 'moving', icon: 'send' },
  sent: { label: 'Sent', tone: 'good', icon: 'mail-check' },
  failed: { label: 'Not sent', tone: 'bad', icon: 'mail-x' },
  unknown: { label: 'Unknown', tone: 'act', icon: 'mail-question' },
  let_go: { label: 'Let go', tone: 'quiet', icon: 'minus' },
}

/** Beside `sent`, where no mail server is configured. */
export const CAPTURED: Mark = { label: 'Captured', tone: 'quiet', icon: 'inbox' }
export const CAPTURED_HINT = 'Not sent: no mail server is set. It was kept here as it would have left.'

export const KIND_WORDS: Readonly<Record<string, string>> = {
  schedule: 'Schedule',
  invitation: 'Invitation',
  reminder: 'Reminder',
  nudge: 'Heads-up',
  swap: 'Swap',
}
export const kindWord = (kind: string): string => KIND_WORDS[kind] ?? kind

/** As their buttons stand beside each other. */
export const DECISION_ORDER: readonly DecisionName[] = ['retry', 'itArrived', 'sendAgain', 'letGo']

/** A decision as its button says it for one and for several, what it means, and as the toast says it. */
export const DECISION_WORDS: Record<
  DecisionName,
  { button: string; many: (n: number) => string; hint: string; done: (n: number) => string }
> = {
  retry: {
    button: 'Try again',
    many: (n) => `Try all ${n} again`,
    hint: 'It surely did not leave, so nobody gets it twice.',
    done: (n) => `${mails(n)} queued again.`,
  },
  sendAgain: {
    button: 'Send again',
    many: (n) => `Send all ${n} again`,
    hint: 'It may have arrived already: then this person gets it twice.',
    done: (n) => `${mails(n)} queued again, by your decision.`,
  },
  itArrived: {
    button: 'It arrived',
    many: (n) => `All ${n} arrived`,
    hint: 'You asked the person, or saw it in the mail server’s log.',
    done: (n) => `${mails(n)} noted as arrived.`,
  },
  letGo: {
    button: 'Let it go',
    many: (n) => `Let all ${n} go`,
    hint: 'It will not be sent. Tell the person another way if it matters.',
    done: (n) => `${mails(n)} let go.`,
  },
}

const mails = (n: number): string => (n === 1 ? '1 message is' : `${n} messages are`)

/** What a message of a kind is called: "schedule mail". */
export const mailOf = (kind: string): string => `${kindWord(kind).toLowerCase()} mail`

/**
 * What waits for a decision, as its title says it.
 * @param kinds of the messages, each once
 * @param to the one person, where it is one message
 */
export function waitingTitle(
  state: 'failed' | 'unknown',
  { kinds, count, to }: { kinds: readonly string[]; count: number; to: string },
): string {
  const [kind] = kinds
  const noun = kind !== undefined && kinds.length === 1 ? mailOf(kind) : 'message'
  if (count === 1) return `The ${noun} to ${to} ${state === 'failed' ? 'was not sent' : 'may not have arrived'}`
  return `${count} ${noun}s ${state === 'failed' ? 'were not sent' : 'may not have arrived'}`
}

/** What a wait for a decision means, beside its reason. */
export const waitingMeans = (state: 'failed' | 'unknown'): string =>
  state === 'failed'
    ? 'Nothing left, so trying again cannot mail anybody twice.'
    : 'If it did arrive, sending it again is a second mail.'

/** The outbox in one sentence: what waits first. */
export function outboxSentence(counts: Partial<Record<MessageState, number>>, captures: boolean): string {
  const { queued = 0, claimed = 0, sending = 0, sent = 0, failed = 0, unknown = 0, let_go = 0 } = counts
  const waiting = failed + unknown
  const parts = [
    waiting > 0 && (waiting === 1 ? '1 needs a decision' : `${number(waiting)} need a decision`),
    queued + claimed + sending > 0 && `${number(queued + claimed + sending)} on the way`,
    sent > 0 && `${number(sent)} ${captures ? 'sent or captured' : 'sent'}`,
    let_go > 0 && `${number(let_go)} let go`,
  ].filter((part) => part !== false)
  const facts = parts.length > 0 ? ` ${parts.join(', ')}.` : ''
  const captured = captures ? ' No mail server is set, so messages are kept here and do not leave.' : ''
  return `Every message, newest first.${facts}${captured}`
}

const number = (n: number): string => n.toLocaleString('en-GB')

type Standing = {
  state: MessageState
  captured: boolean
  attempt: number
  /** When the next attempt may be made. */
  next: string | null
  /** An attempt of ours ended well; otherwise a person said that it arrived. */
  taken: boolean
}

/** Where a message stands and what comes next, as a sentence. */
export function standing({ state, captured, attempt, next, taken }: Standing): string {
  switch (state) {
    case 'queued':
      if (next) return `Attempt ${attempt} did not reach the mail server. The next one comes after ${next}.`
      return 'It goes out as soon as it may, by itself.'
    case 'claimed':
    case 'sending':
      return 'It is on its way to the mail server right now.'
    case 'sent':
      if (captured) return CAPTURED_HINT
      return taken ? 'The mail server took it.' : 'Somebody said that it arrived.'
    case 'failed':
      return `It surely did not leave. ${attempt > 1 ? `${attempt} attempts were made. ` : ''}Nobody gets it twice when you try again.`
    case 'unknown':
      return 'It may have arrived or not, and nobody can say. Ask the person, or look into the mail server’s log.'
    case 'let_go':
      return 'It is not sent, and will not be.'
  }
}

/** What came of an attempt. */
export const ATTEMPT_WORDS: Readonly<Record<string, Mark>> = {
  sent: { label: 'Taken', tone: 'good', icon: 'mail-check' },
  not_sent: { label: 'Refused', tone: 'bad', icon: 'mail-x' },
  no_answer: { label: 'No answer', tone: 'act', icon: 'mail-question' },
  expired_claim: { label: 'Not called', tone: 'quiet', icon: 'undo' },
  expired_call: { label: 'Broken off', tone: 'act', icon: 'clock-alert' },
}

const ATTEMPT_NOTES: Readonly<Record<string, string>> = {
  sent: 'It was taken.',
  not_sent: 'It surely did not leave.',
  no_answer: 'The call had no answer, so it may have left.',
  expired_claim: 'Whoever took it up stopped before calling. Nothing left.',
  expired_call: 'Whoever was sending it stopped in the middle. It may have left.',
}

/** An attempt's end in a sentence; the provider's code says it best where there are words for it. */
export const attemptWords = (outcome: string, provider: string | null, code: string | null): string =>
  provider === 'capture' && outcome === 'sent'
    ? CAPTURED_HINT
    : (code && REASON_WORDS[code]) || (ATTEMPT_NOTES[outcome] ?? outcome)

/** Who carries a message. */
export const PROVIDER_WORDS: Readonly<Record<string, string>> = {
  smtp: 'SMTP server',
  resend: 'Resend',
  capture: 'Nobody: no mail server is set',
}

/** What a decision that did not take says about a row. */
export const OUTCOME_WORDS: Record<'repeat' | 'moved_on' | 'not_now' | 'gone', string> = {
  repeat: 'That was decided already, by this same click.',
  moved_on: 'This message changed since the page was drawn. Look at it again.',
  not_now: 'This message is in another state now, and that decision does not apply to it.',
  gone: 'This message is not there any more: it was taken back before it left.',
}

type Decided = { done: boolean; now: MessageState | 'captured' | null }

/**
 * A decision as the toast says it: what was decided, and for what goes out again where it stands by now.
 * @param held nothing leaves at present
 */
export function decidedWords(decision: DecisionName, rows: readonly Decided[], held: boolean): string {
  const done = rows.filter((row) => row.done)
  const count = (...states: Decided['now'][]) => done.filter(({ now }) => states.includes(now)).length
  const says: string[] = []
  const goesOut = decision === 'retry' || decision === 'sendAgain'
  if (!goesOut || held) says.push(DECISION_WORDS[decision].done(done.length))
  if (goesOut && held) says.push('Nothing leaves before the restore is confirmed.')
  if (goesOut && !held) {
    const [sent, kept, undecided] = [count('sent'), count('captured'), count('failed', 'unknown')]
    const left = done.length - sent - kept - undecided
    if (sent > 0) says.push(`${mails(sent)} sent.`)
    if (kept > 0) says.push(`${mails(kept)} captured: no mail server is set.`)
    if (undecided > 0)
      says.push(
        `${undecided === 1 ? '1 needs' : `${undecided} need`} a decision again: the mail server did not take it.`,
      )
    if (left > 0) says.push(left === 1 ? '1 follows by itself.' : `${left} follow by themselves.`)
  }
  const others = rows.length - done.length
  if (others > 0) says.push(`${others} had moved on and ${others === 1 ? 'stays as it is' : 'stay as they are'}.`)
  return says.join(' ')
}

/** Codes of transports and of the protocol: what happened, and what it means. */
const REASON_WORDS: Readonly<Record<string, string>> = {
  EDNS: 'The mail server’s name cannot be found.',
  ESOCKET: 'The mail server could not be reached, or its certificate is not valid.',
  ECONNECTION: 'The mail server closed the line.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ETLS: 'The line to the mail server could not be made safe.',
  EAUTH: 'The mail server refused our password.',
  EENVELOPE: 'The mail server refused this address, or ours as the sender.',
  EMESSAGE: 'The mail server refused this message.',
  EPROTOCOL: 'The mail server said something that is not SMTP.',
  TimeoutError: 'The mail service did not answer in time.',
  validation_error: 'The mail service refused this message.',
  rate_limit_exceeded: 'The mail service asked us to slow down.',
  no_result: 'Whoever was sending this stopped in the middle, and nobody can say whether it left.',
  ended_its_worker: 'Sending this ended its worker several times.',
  key_over: 'It may have left, and asking the mail service again is not safe any more.',
  EREHEARSAL: 'A rehearsal mails its operator alone, and this message was for somebody else. Nothing left.',
  restored: 'It waited in the backup that was restored, and may have left after it was made.',
}

/** Why a message is where it is: a sentence, or the code's own words where there is none. */
export function reasonWords(reason: string | null): string | null {
  if (!reason) return null
  return REASON_WORDS[reason] ?? (reason.includes(' ') ? reason : `The mail service refused it (${reason}).`)
}

/** The outbox, as the timeline reads it. */
export const messageWords: Words = {
  machine: 'message',
  desk: 'outbox',
  noun: 'message',
  state: (state) => STATE_WORDS[state as MessageState] ?? null,
  event(type, data, reason) {
    const kind = kindWord(String(data.kind)).toLowerCase()
    const to = `${kind} to ${data.to}`
    const why = reasonWords(reason)
    if (data.captured) return `${to}, captured`
    if (data.late) return `${to}, proven by a late answer`
    if (type === 'message.arrived') return `${to}, a person knows that it arrived`
    if (type === 'message.sent_again') return `${to}, sent again at own risk`
    if (type === 'message.retried') return `${to}, tried again`
    return why ? `${to}. ${why}` : to
  },
  fact: (type) => (type === 'message.taken_back' ? { label: 'Taken back', tone: 'quiet', icon: 'undo' } : null),
}

const underWay = (n: number): string =>
  n === 1 ? '1 message that was under way waits' : `${n} messages that were under way wait`

/** Once a restore is confirmed. @param parked what was under way in the backup */
export const confirmedWords = (parked: number): string =>
  parked === 0
    ? 'Sending goes on. Nothing was under way in the backup.'
    : `Sending goes on. ${underWay(parked)} for your decision.`

/** Restores, as the timeline reads them. */
export const restoreWords: Words = {
  machine: 'restore',
  desk: 'outbox',
  noun: 'restore',
  state: () => null,
  event: (type, data) =>
    type === 'restore.held'
      ? `this database holds ${data.databaseSeal} seals, ${data.seenSeal} were seen before: nothing leaves until a person confirms`
      : `sending goes on; ${underWay(Number(data.parked))} for a decision`,
  fact: (type) =>
    type === 'restore.held'
      ? { label: 'On hold', tone: 'act', icon: 'pause' }
      : { label: 'Restore confirmed', tone: 'good', icon: 'play' },
}
