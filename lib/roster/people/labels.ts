import type { EventData, Mark, Words } from '@/lib/timeline/labels'

/** Columns as the record of a change calls them. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  email: 'address',
  keyHolder: 'key holder',
  weekday: 'day',
  startTime: 'start',
  endTime: 'end',
  role: 'what is done',
  minSeats: 'people needed',
  targetSeats: 'people wanted',
  keyWanted: 'key holder wanted',
  zone: 'time zone',
  opens: 'opens',
  closes: 'closes',
  generates: 'generates',
  sendBy: 'send by',
  autopilot: 'autopilot',
  makesWeeks: 'makes weeks',
  restHours: 'hours of rest',
}

const said = (value: unknown): string => (value === true ? 'yes' : value === false ? 'no' : String(value ?? 'none'))

/** 'address rosa@example.org, was none' for each column that changed. */
export function changeWords({ before, after }: EventData): string {
  const [was, is] = [before, after].map((row) => (row ?? {}) as Record<string, unknown>)
  return Object.entries(is ?? {})
    .map(([field, value]) => `${FIELDS[field] ?? field} ${said(value)}, was ${said(was?.[field])}`)
    .join('; ')
}

const LINKS: Readonly<Record<string, string>> = {
  page: 'of their own page',
  calendar: 'of their calendar',
  mail: 'that ends their mails',
}

const MARKS: Readonly<Record<string, Mark>> = {
  added: { label: 'Added', tone: 'quiet', icon: 'plus' },
  changed: { label: 'Changed', tone: 'quiet', icon: 'pencil' },
  deactivated: { label: 'Made not active', tone: 'quiet', icon: 'pause' },
  reactivated: { label: 'Made active again', tone: 'quiet', icon: 'play' },
  retired: { label: 'Retired', tone: 'quiet', icon: 'pause' },
  restored: { label: 'Taken back', tone: 'quiet', icon: 'play' },
  unsubscribed: { label: 'Stopped their mails', tone: 'act', icon: 'mail-x' },
  resubscribed: { label: 'Wants mails again', tone: 'quiet', icon: 'mail-check' },
  bounced: { label: 'Mails come back', tone: 'act', icon: 'mail-x' },
  reachable: { label: 'Mails arrive again', tone: 'quiet', icon: 'mail-check' },
  imported: { label: 'Imported', tone: 'quiet', icon: 'inbox' },
  link_revoked: { label: 'Link revoked', tone: 'act', icon: 'link' },
  link_renewed: { label: 'Link renewed', tone: 'quiet', icon: 'link' },
}

function noteOf(what: string, data: EventData): string {
  if (what === 'changed') return changeWords(data)
  if (what === 'bounced') return String(data.why ?? '')
  if (what !== 'imported') return LINKS[String(data.link)] ?? ''
  const { of, added, changed, unchanged, refused } = data
  return `${of}: ${added} added, ${changed} changed, ${unchanged} as they were, ${refused} refused`
}

const wordsOf = (machine: string, noun: string): Words => ({
  machine,
  desk: 'roster',
  noun,
  state: () => null,
  event: (type, data) => noteOf(type.slice(type.indexOf('.') + 1), data),
  fact: (type) => MARKS[type.slice(type.indexOf('.') + 1)] ?? null,
})

export const tenderWords = wordsOf('tender', 'tender')
export const templateWords = wordsOf('shift_template', 'weekly shift')
export const rosterWords = wordsOf('roster', 'roster')
