import { bornLetGo, freeze, type NewMessage } from '@/lib/messages/rules'
import { addressSchema, type Mail, type Mailbox } from '@/lib/messages/schema'
import { env } from '@/lib/platform/env'
import { oneLine } from './page'
import { stopPost, withStop } from './stop'

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

type Identity = Parameters<typeof freeze>[0]
type Person = { name: string; email: string | null; unsubscribed: boolean }

/**
 * A mail of a roster to a person as a row about to be born: frozen, or let go with the reason why none can go.
 * @param stop the token of the tender's own link of kind `mail`, with which they stop their mails; operators have none
 */
export function letter(
  identity: Identity,
  { name, email, unsubscribed }: Person,
  roster: string,
  { stop, ...mail }: Omit<Mail, 'from' | 'to' | 'unsubscribe'> & { stop?: string | undefined },
): NewMessage {
  const fault = mailFault({ email, unsubscribed })
  if (fault) return bornLetGo(identity, { name, address: email, subject: mail.subject, reason: fault })
  const written = stop ? { ...withStop(mail, stop), unsubscribe: stopPost(stop) } : mail
  return freeze(identity, { ...written, from: sender(roster), to: { name, address: email ?? '' } })
}
