import type { Mail } from '@/lib/messages/schema'
import { resendTransport } from '@/lib/messages/transport/resend'
import { smtpTransport } from '@/lib/messages/transport/smtp'
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
  const { SMTP_URL, RESEND_API_KEY } = env()
  const transport = SMTP_URL
    ? smtpTransport({ url: SMTP_URL })
    : RESEND_API_KEY
      ? resendTransport({ apiKey: RESEND_API_KEY })
      : null
  if (!transport) return
  const id = newId()
  const answer = await transport.send({ id, messageId: `<${id}@${mail.from.address.split('@')[1]}>`, mail })
  transport.close()
  if (answer.kind !== 'sent') log.warn({ code: answer.code, kind: answer.kind }, 'a sign-in link was not sent')
}
