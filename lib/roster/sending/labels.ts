import { counted } from '../labels'
import { serverWords } from '../people/reach/labels'
import { TWO_PERSON_RECIPIENTS } from '../rules'

type Said = { tone: 'good' | 'act'; text: string }

/** What the press of Send came to while not every mail is out; null when the move's own words say it. */
export function sendingWords({
  sent,
  waiting,
  left,
  held,
}: {
  sent: number
  waiting: number
  left: number
  held: boolean
}): Said | null {
  if (held)
    return { tone: 'act', text: 'The mails are written. They wait: this database is older than what was sent before.' }
  const out = counted(sent, 'mail is sent', 'mails are sent')
  if (waiting > 0)
    return {
      tone: 'act',
      text: `${sent > 0 ? out : 'No mail is sent'}, ${counted(waiting, 'waits', 'wait')} for your decision in the Outbox.`,
    }
  if (left > 0)
    return { tone: 'good', text: `${out}, ${left === 1 ? '1 follows by itself' : `${left} follow by themselves`}.` }
  return null
}

/** Why another person has to press Send. @param approver who approved, or null where no person did */
export const secondPersonWords = (approver: string | null): string =>
  approver
    ? `${approver} approved this roster. With more than ${TWO_PERSON_RECIPIENTS} recipients somebody else presses Send.`
    : `No person approved this roster. With more than ${TWO_PERSON_RECIPIENTS} recipients one person approves it and another presses Send: take the approval back, and approve it first.`

/** How somebody who cannot be written to is mended, or told. */
export function mendWords({ email, unsubscribed }: { email: string | null; unsubscribed: boolean }): string {
  if (!email) return 'Add an address, and their mail comes up here.'
  if (unsubscribed) return 'They asked for no mail: tell them another way.'
  return 'Correct the address, and their mail comes up here.'
}

/** The last mail came back, and theirs is tried all the same. */
export const bouncedWords = (why: string | null): string =>
  why
    ? `The last mail to this address came back: ${serverWords(why).replace(/[.\s]+$/, '')}.`
    : 'The last mail to this address came back.'

export const BOUNCED_MEND = 'It is tried again. Ask them for another address if you can.'
