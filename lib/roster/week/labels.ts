import { counted, EDGE_WORDS } from '../labels'
import type { RunState } from '../machine'
import type { DeliveryView } from './schema'

export type TaskFacts = {
  state: RunState
  shifts: number
  tenders: number
  asked: number
  answered: number
  late: number
  seats: number
  filled: number
  /** Shifts that want a key holder and have none. */
  keyless: number
  /** How the roster differs from the one before the last generate, as a sentence. */
  changes: string | null
  deadline: string | null
  past: boolean
  /** Who opens, closes and generates by the clock; null: a person's buttons do. */
  clock: string | null
  opens: string | null
  /** When that clock generates, in words; null where it does not before a person has looked. */
  generates: string | null
  recipients: number
  problems: number
  delivery: DeliveryView | null
}

/** By which clock a week moves, under the engine in charge: the old one asks no week for its autopilot. */
export function clockName(isOld: boolean, autopilot: boolean): string | null {
  if (isOld) return 'The old engine’s clock'
  return autopilot ? 'Autopilot' : null
}

/** What the switches say of themselves while the old engine moves the weeks: its clock asks no week for them. */
export const PILOT_DORMANT =
  'No effect while the old engine moves the weeks: its clock opens, closes and generates every one. It counts once the new engine does.'

/** A week that v2 began and may not go on with. */
export const HALF_DONE_TASK = {
  title: 'This week waits: the new engine is switched off.',
  text: 'It was half-way then, and neither engine goes on with it. Switch the new one on again and it goes on by itself, or finish it with the old engine.',
}

/** What to do now, in one sentence, and the figures that decide it. */
export function taskWords(facts: TaskFacts): { title: string; text: string } {
  switch (facts.state) {
    case 'DRAFT':
      return draftWords(facts)
    case 'COLLECTING':
      return collectingWords(facts)
    case 'CLOSED':
      return { title: 'Generate the roster.', text: closedText(facts) }
    case 'ASSIGNED':
      return { title: 'Read it through, then approve.', text: assignedText(facts) }
    case 'APPROVED':
      return facts.delivery ? deliveryWords(facts.delivery) : approvedWords(facts)
    case 'SENT':
      return { title: 'The schedule is out.', text: sentText(facts.delivery) }
  }
}

function draftWords(facts: TaskFacts) {
  const { shifts, tenders, deadline, past, opens, recipients, problems } = facts
  if (shifts === 0)
    return {
      title: 'This week has no shifts.',
      text: `Add them here with “${EDGE_WORDS.reshape.button}”. Those of the weekly pattern come by themselves into weeks that are made after it.`,
    }
  if (tenders === 0)
    return { title: 'There is nobody to ask.', text: 'Add the people who work behind the bar, then open the form.' }
  // Made late, a week inherits a deadline that has passed: opening asks for another.
  const until = !deadline || past ? ' Say until when as you open it.' : ` They have until ${deadline}.`
  const clock = facts.clock && opens ? ` ${facts.clock} opens it ${opens}.` : ''
  return {
    title: 'Ask who can work.',
    text: `${counted(recipients, 'tender gets', 'tenders get')} a personal link by mail.${beyondMail(problems)}${until}${clock}`,
  }
}

function collectingWords({ past, asked, answered, deadline, clock }: TaskFacts) {
  const missing = asked - answered
  if (past)
    return {
      title: 'The deadline has passed: close the form.',
      text: `${answered} of ${asked} answered. ${clock ? `${clock} closes it at its next tick.` : 'Move the deadline to give the others more time.'}`,
    }
  if (missing === 0)
    return { title: 'Everybody has answered.', text: 'Close the form, or leave it open: answers can still change.' }
  return {
    title: 'Answers are coming in.',
    text: `${counted(missing, 'tender has', 'tenders have')} not answered yet. The form is open until ${deadline ?? 'it is closed'}.`,
  }
}

function closedText({ answered, asked, late, seats, clock, generates }: TaskFacts): string {
  const waiting = counted(late, 'late answer waits', 'late answers wait')
  const beside = late > 0 ? ` in time. ${waiting} to be taken in.` : '.'
  const by = clock && generates ? ` ${clock} generates it ${generates}.` : ''
  return `${answered} of ${asked} answered${beside} ${counted(seats, 'seat')} to fill.${by}`
}

function filledText({ filled, seats, keyless }: TaskFacts): string {
  const keys = keyless > 0 ? ` ${counted(keyless, 'shift has', 'shifts have')} no key holder.` : ''
  return `${filled} of ${counted(seats, 'seat')} filled.${keys}`
}

const assignedText = (facts: TaskFacts) => (facts.changes ? `${filledText(facts)} ${facts.changes}` : filledText(facts))

const beyondMail = (problems: number) => (problems > 0 ? ` ${problems} more cannot be written to.` : '')

function approvedWords(facts: TaskFacts) {
  const { recipients, problems } = facts
  return {
    title: 'Send the schedule.',
    text: `${filledText(facts)} ${counted(recipients, 'person gets', 'people get')} it by mail.${beyondMail(problems)}`,
  }
}

function deliveryWords({ total, sent, onWay, waiting, letGo }: DeliveryView) {
  const passed = letGo > 0 ? ` ${letGo} not to be sent.` : ''
  if (waiting > 0)
    return {
      title: `${counted(waiting, 'schedule mail waits', 'schedule mails wait')} for your decision.`,
      text: `${sent} of ${total} are sent, ${onWay} on their way.${passed} The week ends when each one is sent or decided.`,
    }
  return { title: 'The schedule is on its way.', text: `${sent} of ${total} mails are sent.${passed}` }
}

function sentText(delivery: DeliveryView | null): string {
  if (!delivery || delivery.total === 0) return 'Its roster stands.'
  const passed = delivery.letGo > 0 ? `, ${delivery.letGo} not to be sent` : ''
  return `${delivery.sent} of ${counted(delivery.total, 'mail')} sent${passed}. Its roster stands.`
}
