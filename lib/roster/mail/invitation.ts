import { formatDate, formatInstant, formatLocalRange } from '@/lib/platform/zone-format'
import { firstName } from '../people/rules'
import { type Written, write } from './page'

export type InvitationInput = {
  roster: string
  zone: string
  weekOf: string
  tender: string
  deadline: Date
  shifts: readonly { startsAt: Date; endsAt: Date; role: string; keyWanted: boolean }[]
  url: string
  /** The form was open before: this goes to who has not answered yet. */
  again: boolean
}

/** The question when somebody can work, with their personal link. */
export function invitationMail({
  roster,
  zone,
  weekOf,
  tender,
  deadline,
  shifts,
  url,
  again,
}: InvitationInput): Written {
  const week = formatDate(weekOf, 'week')
  const until = formatInstant(zone, deadline, 'dayTime')
  return write(again ? `${week}: you can still answer until ${until}` : `${week}: when can you work?`, roster, [
    { kind: 'title', text: `When can you work, ${firstName(tender)}?` },
    {
      kind: 'text',
      text: again
        ? `${week}. We have no answer from you yet; the form is open until ${until}.`
        : `${week}. Answer until ${until}. You can change your answer as often as you like until then.`,
    },
    { kind: 'button', text: 'Say when you can work', url },
    {
      kind: 'list',
      rows: shifts.map(({ startsAt, endsAt, role, keyWanted }) => ({
        strong: formatLocalRange(zone, startsAt, endsAt, 'full'),
        rest: keyWanted ? `${role}, key holder wanted` : role,
      })),
    },
    { kind: 'small', text: `Times are those in ${zone}. This link is yours alone: whoever has it can answer for you.` },
  ])
}
