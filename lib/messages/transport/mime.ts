import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { mailSchema } from '../schema'
import type { Envelope } from './contract'

/** Headers that every way out sets alike; with both of the list's a mail program offers one button that posts. */
export const headersOf = (unsubscribe: string | undefined): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}),
})

export type Mime = { from: string; to: string; raw: Buffer }

/**
 * The bytes of a mail, the same each time for one envelope: id, date and boundary are given, nothing is drawn.
 *
 * @throws when a header could be broken, or when the composed mail has not exactly the one recipient it should have:
 *   the last look before an address that was read otherwise than it was written (GHSA-mm7p-fcc7-pg87) is mailed.
 */
export async function composeMime({ id, messageId, mail }: Envelope): Promise<Mime> {
  const { from, to, subject, html, text, attachments, date, unsubscribe } = mailSchema.parse(mail)
  if (!/^<[A-Za-z0-9.-]+@[A-Za-z0-9.-]+>$/.test(messageId)) throw new Error(`not a message id: ${messageId}`)
  const node = new MailComposer({
    from,
    to,
    subject,
    text,
    html,
    date: new Date(date),
    messageId,
    baseBoundary: id,
    headers: headersOf(unsubscribe),
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content: Buffer.from(content, 'utf8'),
    })),
  } as ConstructorParameters<typeof MailComposer>[0]).compile()
  const envelope = node.getEnvelope()
  if (envelope.to.length !== 1 || envelope.to[0] !== to.address || envelope.from !== from.address)
    throw new Error('the composed mail has another envelope than its row')
  return { from: from.address, to: to.address, raw: await node.build() }
}
