import { addressSchema, type Mailbox } from '@/lib/messages/schema'
import { env } from '@/lib/platform/env'
import { oneLine } from './page'

/** Why no mail can go to a tender, as a sentence, or null. */
export function mailFault(tender: { email: string | null; unsubscribed: boolean }): string | null {
  if (!tender.email) return 'No e-mail address.'
  if (tender.unsubscribed) return 'Unsubscribed from mail.'
  return addressSchema.safeParse(tender.email.trim()).success ? null : 'The e-mail address cannot be used.'
}

/** The sender of a roster's mails: the roster's name at the configured address. */
export function sender(roster: string): Mailbox {
  const address = /<([^>]+)>$/.exec(env().MAIL_FROM)?.[1] ?? env().MAIL_FROM
  return { name: oneLine(roster), address }
}
