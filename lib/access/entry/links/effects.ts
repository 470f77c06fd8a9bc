import type { Mail } from '@/lib/messages/schema'
import { configuredTransport } from '@/lib/messages/transport/configured'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

function sender(): Mail['from'] {
  const [, name, address] = /^(.*) <(.+)>$/.exec(env().MAIL_FROM) ?? []
  return name && address ? { name, address } : { name: 'Daybook', address: env().MAIL_FROM }
}

/** The mail with a link. The token stands behind `#`, which browsers keep from servers, logs and referrers. */
export function linkMail({ to, url, now }: { to: Mail['to']; url: string; now: Date }): Mail {
  const lines = [
    `Hello ${to.name},`,
    'open this link in the browser in which you asked for it, within ten minutes, and press the button there:',
    url,
    'If you did not ask for it, leave it: nobody gets in by this mail alone.',
  ]
  const html = lines.map((line) =>
    line === url ? `<p><a href="${escaped(url)}">Sign in to Daybook</a></p>` : `<p>${escaped(line)}</p>`,
  )
  return {
    from: sender(),
    to,
    subject: 'Your link to Daybook',
    text: lines.join('\n\n'),
    html: html.join('\n'),
    attachments: [],
    date: now.toISOString(),
  }
}

/**
 * Sends the mail past the outbox, in one attempt: whoever reads the outbox must not find a way into somebody's account
 * there, and who gets no mail presses the button again.
 */
export async function sendLink(mail: Mail): Promise<void> {
  const id = newId()
  const messageId = `<${id}@${mail.from.address.split('@')[1]}>`
  const answer = await configuredTransport().send({ id, messageId, mail })
  if (answer.kind !== 'sent') log.warn({ code: answer.code, kind: answer.kind }, 'a sign-in link was not sent')
}
