import type { EventData, Mark, Words } from '@/lib/timeline/labels'
import { counted, isState, STATE_WORDS } from '../labels'

/** `short` for events from before the record kept the names. */
const EDITS: Readonly<Record<string, { named(data: EventData): string; short: string }>> = {
  pin: { named: (of) => `${of.tenderName} pinned to ${of.shiftName}`, short: 'a seat pinned' },
  unpin: { named: (of) => `${of.tenderName} unpinned from ${of.shiftName}`, short: 'a pin taken off' },
  ban: { named: (of) => `${of.tenderName} banned from ${of.shiftName}`, short: 'a person banned from a shift' },
  unban: { named: (of) => `${of.tenderName} may work ${of.shiftName} again`, short: 'a ban lifted' },
  exchange: {
    named: (of) => `${of.tenderName} to ${of.withShiftName}, ${of.withTenderName} to ${of.shiftName}`,
    short: 'two people exchanged',
  },
  remove: { named: (of) => `${of.tenderName} off ${of.shiftName}`, short: 'a seat freed' },
  move: {
    named: (of) =>
      of.withTender === of.tender
        ? `${of.tenderName} from ${of.shiftName} to ${of.withShiftName}`
        : `${of.withTenderName} on ${of.shiftName} in place of ${of.tenderName}`,
    short: 'a seat given to another person or shift',
  },
}

/** A change of a roster by hand, as the timeline says it: with who and where, as they were called then. */
export function editedWords(data: EventData): string {
  const words = EDITS[String(data.change)]
  return (data.tenderName ? words?.named(data) : words?.short) ?? ''
}

/** What stays in its state, and the moves of the old engine, which leaves the state column alone. */
const FACTS: Readonly<Record<string, Mark>> = {
  'run.made': STATE_WORDS.DRAFT,
  'run.opened': STATE_WORDS.COLLECTING,
  'run.closed': STATE_WORDS.CLOSED,
  'run.reopened': STATE_WORDS.COLLECTING,
  'run.generated': STATE_WORDS.ASSIGNED,
  'run.approved': STATE_WORDS.APPROVED,
  'run.unapproved': STATE_WORDS.ASSIGNED,
  'run.sent': STATE_WORDS.SENT,
  'run.handed_back': { label: 'Old engine’s', tone: 'act', icon: 'undo' },
  'run.extended': { label: 'Deadline moved', tone: 'open', icon: 'calendar-clock' },
  'run.regenerated': { label: 'Regenerated', tone: 'open', icon: 'refresh-cw' },
  'run.queued': { label: 'Mails written', tone: 'moving', icon: 'send' },
  'run.edited': { label: 'Changed by hand', tone: 'open', icon: 'pencil' },
  'run.late_taken': { label: 'Late answers taken in', tone: 'open', icon: 'inbox' },
  'run.answered': { label: 'Answered', tone: 'quiet', icon: 'check' },
  'run.reminded': { label: 'Reminded', tone: 'open', icon: 'bell' },
  'run.nudged_collecting': { label: 'Reminded', tone: 'act', icon: 'bell' },
  'run.nudged_unsent': { label: 'Reminded', tone: 'act', icon: 'bell' },
  'run.ended_unsent': { label: 'Ended unsent', tone: 'bad', icon: 'calendar-off' },
  'run.set_aside': { label: 'Put aside', tone: 'quiet', icon: 'minus' },
  'run.reshaped': { label: 'Shifts changed', tone: 'open', icon: 'calendar-clock' },
  'run.settings_changed': { label: 'Times changed', tone: 'quiet', icon: 'clock' },
}

const EVENTS: Readonly<Record<string, (data: EventData) => string>> = {
  'run.made': (data) => counted(Number(data.shifts), 'shift'),
  'run.opened': (data) => `${counted(Number(data.invited), 'tender')} asked`,
  'run.extended': (data) => `${counted(Number(data.invited), 'tender')} written to again`,
  'run.reopened': (data) => `${counted(Number(data.invited), 'tender')} written to again`,
  'run.closed': (data) => `${data.answered} answered, ${data.silent} silent`,
  'run.generated': generatedWords,
  'run.regenerated': (data) => `${generatedWords(data)}, ${data.added} in, ${data.removed} out`,
  'run.approved': (data) => `${data.filled} of ${counted(Number(data.seats), 'seat')} filled`,
  'run.unapproved': (data) => {
    const taken = Number(data.takenBack)
    const mails = taken > 0 ? `, ${counted(taken, 'mail')} taken back` : ''
    return `${data.because === 'edit' ? 'by a change of the roster' : 'by the button'}${mails}`
  },
  'run.queued': (data) => `${counted(Number(data.messages), 'mail')}, ${data.without} of them without a shift`,
  'run.sent': (data) => `${counted(Number(data.sent), 'mail')} sent, ${data.letGo} not to be sent`,
  'run.edited': editedWords,
  'run.late_taken': (data) => counted(Number(data.answers), 'answer'),
  'run.answered': (data) =>
    `${data.inTime ? 'in time' : 'late'}: ${data.yes} yes, ${data.ifNeeded} if needed, ${data.no} no`,
  'run.reminded': (data) =>
    `${counted(Number(data.to), 'mail')} to who had not answered${Number(data.first) > 0 ? `, ${data.first} asked for the first time` : ''}`,
  'run.nudged_collecting': (data) => `the deadline has passed; ${counted(Number(data.to), 'person', 'people')} told`,
  'run.nudged_unsent': (data) => `approved and not sent; ${counted(Number(data.to), 'person', 'people')} told`,
  'run.ended_unsent': (data) => `still ${String(data.state).toLowerCase()}`,
  'run.set_aside': (data) => `ended ${String(data.state).toLowerCase()}, and needs nobody any more`,
  'run.reshaped': reshapedWords,
  'run.adopted': () => 'taken over from the old engine',
  'run.handed_back': (data) => `left to the old engine, ${String(data.state).toLowerCase()}`,
  'run.settings_changed': (data) => `autopilot ${data.autopilot ? 'on' : 'off'}`,
}

function generatedWords({ engine, seed, filled, seats }: EventData): string {
  return `${filled} of ${counted(Number(seats), 'seat')} filled, picker ${engine}, seed ${seed}`
}

function reshapedWords({ change, name, was, freed }: EventData): string {
  const seats = Number(freed) > 0 ? `, ${counted(Number(freed), 'seat')} freed` : ''
  if (change === 'add') return `${name} added`
  return change === 'drop' ? `${name} taken out${seats}` : `${name}, was ${was}${seats}`
}

/** What happens to a week, as the timeline says it. */
export const runWords: Words = {
  machine: 'run',
  desk: 'roster',
  state: (state) => (isState(state) ? STATE_WORDS[state] : null),
  event: (type, data, reason) => EVENTS[type]?.(data) ?? reason ?? '',
  fact: (type) => FACTS[type] ?? null,
}
