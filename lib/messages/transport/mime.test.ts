import { simpleParser } from 'mailparser'
import { expect, it } from 'vitest'
import type { Envelope } from './contract'
import { composeMime } from './mime'

const envelope: Envelope = {
  id: '0190aaaa-0000-7000-8000-000000000001',
  messageId: '<0190aaaa-0000-7000-8000-000000000001@daybook.test>',
  mail: {
    from: { name: 'The Anchor', address: 'roster@anchor.test' },
    to: { name: 'Zoë', address: 'zoe@example.test' },
    subject: 'Your shifts',
    html: '<p>Thu 18:00</p>',
    text: 'Thu 18:00',
    attachments: [],
    date: '2026-12-01T09:00:00.000Z',
  },
}
const url = `https://roster.a-rather-long-name-of-a-pub.example.org/api/unsubscribe/${'x'.repeat(43)}`

it('a mail that can be stopped says where, in one line each as RFC 8058 wants them', async () => {
  const { raw } = await composeMime({ ...envelope, mail: { ...envelope.mail, unsubscribe: url } })
  const { headers } = await simpleParser(raw)
  expect(headers.get('list')).toMatchObject({ unsubscribe: { url } })
  expect(raw.toString()).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect(raw.toString().replace(/\r\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${url}>\r\n`)
})

it('one from before, without the address, is what it was', async () => {
  const { raw } = await composeMime(envelope)
  expect(raw.toString()).not.toContain('List-Unsubscribe')
})

it.each([
  'javascript:alert(1)',
  'https://x.test/a>, <https://evil.test',
  'https://x.test/a b',
  'https://x.test/\r\nBcc: x',
])('an address that would break the header is refused: %j', async (unsubscribe) => {
  await expect(composeMime({ ...envelope, mail: { ...envelope.mail, unsubscribe } })).rejects.toThrow()
})
