import type { EventData } from '@/lib/timeline/labels'

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
