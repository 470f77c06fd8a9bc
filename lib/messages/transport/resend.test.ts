import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { Envelope } from './contract'
import { resendTransport } from './resend'

const envelope: Envelope = {
  id: '0190aaaa-0000-7000-8000-000000000001',
  messageId: '<0190aaaa-0000-7000-8000-000000000001@daybook.test>',
  mail: {
    from: { name: 'The Anchor', address: 'roster@anchor.test' },
    to: { name: 'Zoë', address: 'zoe@example.test' },
    subject: 'Your shifts',
    html: '<p>Thu 18:00</p>',
    text: 'Thu 18:00',
    attachments: [{ filename: 'shifts.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }],
    date: '2026-12-01T09:00:00.000Z',
  },
}

type Call = { key: string | undefined; auth: string | undefined; body: string }
const calls: Call[] = []
const stops: (() => void)[] = []
afterEach(() => {
  calls.length = 0
  for (const stop of stops.splice(0)) stop()
})

async function provider(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    calls.push({ key: request.headers['idempotency-key'] as string, auth: request.headers.authorization, body })
    answer(response, request)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json =
  (status: number, value: unknown, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

const to = (baseUrl: string, callMs = 1_000) => resendTransport({ apiKey: 're_secret', baseUrl, callMs })

it('sends once a key, the same bytes each time, to one recipient', async () => {
  const transport = to(await provider(json(200, { id: 'r-1' })))
  expect(await transport.send(envelope)).toEqual({ kind: 'sent', providerId: 'r-1' })
  await transport.send(envelope)
  expect(calls[0]).toEqual(calls[1])
  expect(calls[0]).toMatchObject({ key: envelope.id, auth: 'Bearer re_secret' })
  const body = JSON.parse(calls[0]?.body ?? '')
  expect(body).toMatchObject({
    from: '"The Anchor" <roster@anchor.test>',
    to: ['zoe@example.test'],
    headers: { 'Message-ID': envelope.messageId },
    attachments: [{ filename: 'shifts.ics', content: Buffer.from('BEGIN:VCALENDAR').toString('base64') }],
  })
})

it.each([
  [422, { name: 'validation_error', message: 'bad from' }, { permanent: true, service: false }],
  [400, { name: 'invalid', message: 'no' }, { permanent: true, service: false }],
  [401, { name: 'missing_api_key', message: 'who?' }, { permanent: true, service: true }],
  [403, { name: 'invalid_api_key', message: 'no' }, { permanent: true, service: true }],
])('%i is a refusal', async (status, body, meaning) => {
  const answer = await to(await provider(json(status, body))).send(envelope)
  expect(answer).toMatchObject({ kind: 'not_sent', ...meaning })
  expect(JSON.stringify(answer)).not.toContain('re_secret')
})

it('429 waits as long as it was asked to', async () => {
  const answer = await to(await provider(json(429, { name: 'rate_limit_exceeded' }, { 'retry-after': '7' }))).send(
    envelope,
  )
  expect(answer).toMatchObject({ kind: 'not_sent', permanent: false, service: true, waitMs: 7_000 })
})

it.each([
  ['500', json(500, { message: 'oh' })],
  ['502 without JSON', (response: ServerResponse) => response.writeHead(502).end('<html>')],
  ['409, a call under this key is running', json(409, { name: 'concurrent_idempotent_requests' })],
  ['a line that drops', (response: ServerResponse) => response.destroy()],
  ['silence', () => {}],
  [
    'half an answer',
    (response: ServerResponse) => void response.writeHead(200, { 'content-length': '90' }).write('{"id"'),
  ],
])('nobody knows: %s', async (_what, answer) => {
  expect(await to(await provider(answer), 300).send(envelope)).toMatchObject({ kind: 'no_answer' })
})

it('surely not sent: nobody listens, no such host', async () => {
  const closed = await provider(json(200, {}))
  for (const stop of stops.splice(0)) stop()
  expect(await to(closed).send(envelope)).toMatchObject({
    kind: 'not_sent',
    permanent: false,
    service: true,
  })
  expect(await to('http://no-such-host.invalid').send(envelope)).toMatchObject({ kind: 'not_sent', service: true })
})

it('follows no redirect', async () => {
  const elsewhere = await provider(json(200, { id: 'r-2' }))
  const transport = to(await provider((response) => response.writeHead(307, { location: `${elsewhere}/emails` }).end()))
  expect(await transport.send(envelope)).not.toMatchObject({ kind: 'sent' })
  expect(calls).toHaveLength(1)
})
