import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Mail } from '../schema'
import type { Envelope } from './contract'
import { onlyTo } from './rehearsal'
import { resendTransport } from './resend'

const OLIVE = 'olive@anchor.test'

const mail: Mail = {
  from: { name: 'The Anchor', address: 'roster@anchor.test' },
  to: { name: 'Rosa Lind', address: OLIVE },
  subject: 'Your shifts',
  html: '<p>Thu 18:00</p>',
  text: 'Thu 18:00',
  attachments: [],
  date: '2026-12-01T09:00:00.000Z',
}
const envelope = (change: object = {}): Envelope => ({
  id: '0190aaaa-0000-7000-8000-000000000001',
  messageId: '<0190aaaa-0000-7000-8000-000000000001@daybook.test>',
  mail: { ...mail, ...change },
})

/** Mails that a rehearsal must not send, whoever wrote them. The server would take each. */
const NOT_FOR_OLIVE: [string, object][] = [
  ['somebody else', { to: { name: 'Rosa', address: 'rosa@example.test' } }],
  ['somebody whose name looks like hers', { to: { name: OLIVE, address: 'rosa@example.test' } }],
  ['her name at another house', { to: { name: 'Olive', address: 'olive@anchor.test.example.test' } }],
  ['her and somebody else', { to: { name: 'Olive', address: `${OLIVE},rosa@example.test` } }],
  ['a list of two', { to: [mail.to, { name: 'Rosa', address: 'rosa@example.test' }] }],
  ['her with a copy', { cc: { name: 'Rosa', address: 'rosa@example.test' } }],
  ['her with a hidden copy', { bcc: 'rosa@example.test' }],
  ['nobody', { to: undefined }],
]

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const portOf = (address: AddressInfo | string | null) => (address as AddressInfo).port

describe('over SMTP', () => {
  let connections: number
  let open: number
  let rcpts: string[]
  beforeEach(async () => {
    connections = open = 0
    rcpts = []
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onRcptTo({ address }, _session, done) {
        rcpts.push(address)
        done()
      },
      onData(stream, _session, done) {
        stream.resume()
        stream.on('end', () => done())
      },
    })
    server.on('error', () => {})
    server.server.on('connection', (socket) => {
      connections++
      open++
      socket.on('close', () => open--)
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
    stops.push(() => server.close(() => {}))
    vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${portOf(server.server.address())}`)
    vi.resetModules()
  })

  it('her mail arrives in her mailbox, over a session of its own, which ends with the rehearsal', async () => {
    const { rehearsalTransport } = await import('./rehearsal')
    const { configuredTransport } = await import('./configured')
    const transport = rehearsalTransport({ only: ' olive@ANCHOR.test ' })
    const ordinary = configuredTransport()
    stops.push(() => ordinary.close())
    expect(transport).toMatchObject({ name: 'smtp', keyWindowMs: null, callMs: ordinary.callMs, only: OLIVE })
    expect(await ordinary.send(envelope())).toMatchObject({ kind: 'sent' })
    expect(connections).toBe(1)
    expect(await transport.send(envelope())).toMatchObject({ kind: 'sent' })
    expect(await transport.send(envelope())).toMatchObject({ kind: 'sent' })
    expect(connections).toBe(2)
    expect(rcpts).toEqual([OLIVE, OLIVE, OLIVE])
    transport.close()
    await expect.poll(() => open).toBe(1)
    expect(await ordinary.send(envelope())).toMatchObject({ kind: 'sent' })
    expect(connections).toBe(2)
  })

  it.each(NOT_FOR_OLIVE)('nothing leaves for %s: the mail server is not even asked', async (_whom, change) => {
    const { rehearsalTransport } = await import('./rehearsal')
    const transport = rehearsalTransport({ only: OLIVE })
    expect(await transport.send(envelope(change))).toEqual({
      kind: 'not_sent',
      permanent: true,
      service: false,
      code: 'EREHEARSAL',
      detail: `A rehearsal mails ${OLIVE} alone. This message is not addressed to it alone, so it was not sent.`,
    })
    // And what is counted here can be counted.
    expect([connections, rcpts]).toEqual([0, []])
    expect(await transport.send(envelope())).toMatchObject({ kind: 'sent' })
    expect([connections, rcpts]).toEqual([1, [OLIVE]])
    transport.close()
  })
})

describe('over Resend', () => {
  const bodies: { to: string[] }[] = []
  async function provider() {
    bodies.length = 0
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      bodies.push(JSON.parse(body))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"r-1"}')
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
    stops.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return resendTransport({ apiKey: 're_secret', baseUrl: `http://127.0.0.1:${portOf(server.address())}` })
  }

  it('her mail is handed over once a key, as it would be without', async () => {
    const client = await provider()
    const transport = onlyTo(OLIVE, client)
    expect(transport).toMatchObject({ name: 'resend', keyWindowMs: 86_400_000, callMs: client.callMs })
    expect(await transport.send(envelope())).toEqual({ kind: 'sent', providerId: 'r-1' })
    expect(await client.send(envelope())).toEqual({ kind: 'sent', providerId: 'r-1' })
    expect(bodies[0]).toEqual(bodies[1])
    expect(bodies[0]?.to).toEqual([OLIVE])
  })

  it.each(NOT_FOR_OLIVE)('nothing leaves for %s: the service is not even asked', async (_whom, change) => {
    const transport = onlyTo(OLIVE, await provider())
    expect(await transport.send(envelope(change))).toMatchObject({
      kind: 'not_sent',
      permanent: true,
      code: 'EREHEARSAL',
    })
    expect(bodies).toEqual([])
  })

  it('is the way out where its key is set', async () => {
    vi.stubEnv('RESEND_API_KEY', 're_secret')
    vi.resetModules()
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    const { rehearsalTransport } = await import('./rehearsal')
    const transport = rehearsalTransport({ only: OLIVE })
    expect(transport).toMatchObject({ name: 'resend', keyWindowMs: 86_400_000, callMs: 10_000 })
    expect(await transport.send(envelope({ to: { name: 'Rosa', address: 'rosa@example.test' } }))).toMatchObject({
      kind: 'not_sent',
      code: 'EREHEARSAL',
    })
    expect(fetched).not.toHaveBeenCalled()
  })
})

it('captures where no mail server is set, and still refuses the others', async () => {
  vi.resetModules()
  const { rehearsalTransport } = await import('./rehearsal')
  const transport = rehearsalTransport({ only: OLIVE })
  expect(transport.name).toBe('capture')
  expect(await transport.send(envelope())).toEqual({ kind: 'sent', providerId: null })
  expect(await transport.send(envelope({ bcc: 'rosa@example.test' }))).toMatchObject({ code: 'EREHEARSAL' })
})
