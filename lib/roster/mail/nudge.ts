import { formatDate, formatInstant } from '@/lib/platform/zone-format'
import { type Written, write } from './page'

export type NudgeInput = {
  kind: 'collecting' | 'unsent'
  roster: string
  zone: string
  weekOf: string
  /** The deadline that passed, or the time by which the schedule was to go out. */
  at: Date
  url: string
}

/** One heads-up to the operators, once a week's run: it changes nothing. */
export function nudgeMail({ kind, roster, zone, weekOf, at, url }: NudgeInput): Written {
  const week = formatDate(weekOf, 'week')
  const when = formatInstant(zone, at, 'dayTime')
  if (kind === 'collecting')
    return write(`${week}: ready to close and generate?`, roster, [
      { kind: 'title', text: 'Ready to close and generate?' },
      {
        kind: 'text',
        text: `${week}. The deadline was ${when} and the form is still open. Close it, or give people more time.`,
      },
      { kind: 'button', text: 'Open the week', url },
    ])
  return write(`${week}: approved but not sent`, roster, [
    { kind: 'title', text: 'Approved, but not sent' },
    {
      kind: 'text',
      text: `${week}. The schedule was to go out by ${when}. It is approved and waits for you to send it.`,
    },
    { kind: 'button', text: 'Open the week', url },
  ])
}
