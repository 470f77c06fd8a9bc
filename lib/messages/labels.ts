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
export const CAPTURED_HINT = 'No mail server is set up, so this was kept here and did not leave.'

export const KIND_WORDS: Readonly<Record<string, string>> = {
  schedule: 'Schedule',
  invitation: 'Invitation',
  reminder: 'Reminder',
  nudge: 'Heads-up',
  swap: 'Swap',
}
export const kindWord = (kind: string): string => KIND_WORDS[kind] ?? kind

/** A decision as its button says it, what it means, and as the toast says it. */
export const DECISION_WORDS: Record<
  DecisionName,
  { button: string; many: string; hint: string; done: (n: number) => string }
> = {
  retry: {
    button: 'Try again',
    many: 'Try all again',
    hint: 'It surely did not leave, so nobody gets it twice.',
    done: (n) => `${mails(n)} queued again.`,
  },
  sendAgain: {
    button: 'Send again, at own risk',
    many: 'Send all again, at own risk',
    hint: 'It may have arrived already: then this person gets it twice.',
    done: (n) => `${mails(n)} queued again, by your decision.`,
  },
  itArrived: {
    button: 'It arrived',
    many: 'All of them arrived',
    hint: 'You asked the person, or saw it in the mail server’s log.',
    done: (n) => `${mails(n)} noted as arrived.`,
  },
  letGo: {
    button: 'Let it go',
    many: 'Let all go',
    hint: 'It will not be sent. Tell the person another way if it matters.',
    done: (n) => `${mails(n)} let go.`,
  },
}

const mails = (n: number): string => (n === 1 ? '1 message is' : `${n} messages are`)

/** What a decision that did not take says about a row. */
export const OUTCOME_WORDS: Record<'repeat' | 'moved_on' | 'not_now' | 'gone', string> = {
  repeat: 'That was decided already, by this same click.',
  moved_on: 'This message changed since the page was drawn. Look at it again.',
  not_now: 'This message is in another state now, and that decision does not apply to it.',
  gone: 'This message is not there any more: its approval was taken back.',
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

/** Restores, as the timeline reads them. */
export const restoreWords: Words = {
  machine: 'restore',
  desk: 'outbox',
  noun: 'restore',
  state: () => null,
  event: (type, data) =>
    type === 'restore.held'
      ? `this database holds ${data.databaseSeal} seals, ${data.seenSeal} were seen before: nothing leaves until a person confirms`
      : `sending goes on; ${data.parked} messages that were under way wait for a decision`,
  fact: (type) =>
    type === 'restore.held'
      ? { label: 'On hold', tone: 'act', icon: 'pause' }
      : { label: 'Restore confirmed', tone: 'good', icon: 'play' },
}
