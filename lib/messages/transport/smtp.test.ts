import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import type { Envelope, Transport } from './contract'
import { smtpTransport, withTls } from './smtp'

const LIMITS = { stepMs: 400, answerMs: 900, idleMs: 200 }

export const envelope: Envelope = {
  id: '0190aaaa-0000-7000-8000-000000000001',
  messageId: '<0190aaaa-0000-7000-8000-000000000001@daybook.test>',
  mail: {
    from: { name: 'The Anchor', address: 'roster@anchor.test' },
    to: { name: 'Zoë "Z" <Ó>', address: 'zoe@example.test' },
    subject: 'Your shifts, 7–13 December',
    html: '<p>Thu 18:00</p>',
    text: 'Thu 18:00',
    attachments: [{ filename: 'shifts.ics', contentType: 'text/calendar; charset=utf-8', content: 'BEGIN:VCALENDAR' }],
    date: '2026-12-01T09:00:00.000Z',
  },
}

type Reply = Error & { responseCode?: number }
const refusal = (code: number, text: string): Reply => Object.assign(new Error(text), { responseCode: code })

const opened: { close: () => void }[] = []
afterEach(() => {
  for (const thing of opened.splice(0)) thing.close()
})

async function listen(server: Server | SMTPServer): Promise<string> {
  const net = server instanceof SMTPServer ? server.server : server
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  opened.push({ close: () => server.close(() => {}) })
  return `127.0.0.1:${(net.address() as AddressInfo).port}`
}

async function transportTo(at: string, auth = ''): Promise<Transport> {
  const transport = smtpTransport({ url: `smtp://${auth}${at}`, limits: LIMITS })
  opened.push(transport)
  return transport
}

/** A real server without TLS; certificates have a test of their own. */
async function serverWith(options: SMTPServerOptions): Promise<Transport> {
  return transportTo(await listen(new SMTPServer({ disabledCommands: ['STARTTLS'], authOptional: true, ...options })))
}

/** A server that speaks line by line, to do what a well-behaved one never does. */
async function scripted(answer: (line: string, socket: Socket) => string | null): Promise<Transport> {
  const server = createServer((socket) => {
    let text = false
    let rest = ''
    socket.on('error', () => {})
    socket.write('220 scripted\r\n')
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (text && line !== '.') continue
        const reply = answer(line, socket)
        text = reply?.startsWith('354') ?? false
        if (reply !== null && !socket.destroyed) socket.write(`${reply}\r\n`)
      }
    })
  })
  return transportTo(await listen(server))
}

const usual = (line: string): string => (line === 'DATA' ? '354 go on' : '250 fine')

describe('a mail that arrives', () => {
  it('goes to its one recipient, readable, and the same bytes each time', async () => {
    const raws: string[] = []
    const rcpts: string[][] = []
    const transport = await serverWith({
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          raws.push(Buffer.concat(chunks).toString())
          rcpts.push(session.envelope.rcptTo.map((to) => to.address))
          done(null, 'queued as 17')
        })
      },
    })
    expect(await transport.send(envelope)).toEqual({ kind: 'sent', providerId: '250 queued as 17' })
    await transport.send(envelope)
    expect(rcpts).toEqual([['zoe@example.test'], ['zoe@example.test']])
    expect(raws[1]).toBe(raws[0])
    const mail: ParsedMail = await simpleParser(raws[0] ?? '')
    expect(mail.messageId).toBe(envelope.messageId)
    expect(mail.date?.toISOString()).toBe('2026-12-01T09:00:00.000Z')
    expect(mail.subject).toBe('Your shifts, 7–13 December')
    expect(Array.isArray(mail.to) ? null : mail.to?.value).toEqual([
      { name: 'Zoë "Z" <Ó>', address: 'zoe@example.test' },
    ])
    expect(mail.attachments.map((part) => [part.filename, part.content.toString()])).toEqual([
      ['shifts.ics', 'BEGIN:VCALENDAR'],
    ])
  })

  it('uses a session again, and a fresh one after the server hung up', async () => {
    let connections = 0
    const sockets: Socket[] = []
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onConnect: (_session, done) => {
        connections++
        done()
      },
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done())
      },
    })
    server.server.on('connection', (socket: Socket) => sockets.push(socket))
    const transport = await transportTo(await listen(server))
    await transport.send(envelope)
    await transport.send(envelope)
    expect(connections).toBe(1)
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => setTimeout(done, 30))
    expect(await transport.send(envelope)).toMatchObject({ kind: 'sent' })
    expect(connections).toBe(2)
  })
})

describe('surely not sent', () => {
  it('nobody listens', async () => {
    const transport = smtpTransport({ url: 'smtp://127.0.0.1:1', limits: LIMITS })
    expect(await transport.send(envelope)).toMatchObject({
      kind: 'not_sent',
      service: true,
      permanent: false,
      code: 'ESOCKET',
    })
  })

  it('no such host', async () => {
    const transport = smtpTransport({ url: 'smtp://no-such-host.invalid:25', limits: LIMITS })
    expect(await transport.send(envelope)).toMatchObject({
      kind: 'not_sent',
      service: true,
      permanent: false,
      code: 'EDNS',
    })
  })

  it('refused at the greeting', async () => {
    const transport = await serverWith({ onConnect: (_session, done) => done(refusal(554, 'not you')) })
    expect(await transport.send(envelope)).toMatchObject({ kind: 'not_sent', service: true, permanent: true })
  })

  it('a greeting that never comes', async () => {
    const transport = await transportTo(await listen(createServer(() => {})))
    expect(await transport.send(envelope)).toMatchObject({
      kind: 'not_sent',
      service: true,
      permanent: false,
      code: 'ETIMEDOUT',
    })
  })

  it('a line that closes before the greeting', async () => {
    const transport = await transportTo(await listen(createServer((socket) => socket.destroy())))
    expect(await transport.send(envelope)).toMatchObject({ kind: 'not_sent', service: true, permanent: false })
  })

  it('a wrong password', async () => {
    const at = await listen(
      new SMTPServer({
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(refusal(535, 'wrong password')),
      }),
    )
    const transport = await transportTo(at, 'anchor:secret@')
    const answer = await transport.send(envelope)
    expect(answer).toMatchObject({ kind: 'not_sent', service: true, permanent: true, code: 'EAUTH' })
    expect(JSON.stringify(answer)).not.toContain('secret')
  })

  it('a certificate that nobody vouches for', async () => {
    const transport = await transportTo(await listen(new SMTPServer({ authOptional: true })))
    expect(await transport.send(envelope)).toMatchObject({
      kind: 'not_sent',
      service: true,
      permanent: false,
      code: 'ESOCKET',
    })
  })

  it.each([
    [550, true],
    [450, false],
  ])('recipient refused with %i', async (code, permanent) => {
    const transport = await serverWith({ onRcptTo: (_to, _session, done) => done(refusal(code, 'no such person')) })
    expect(await transport.send(envelope)).toMatchObject({
      kind: 'not_sent',
      service: false,
      permanent,
      code: 'EENVELOPE',
    })
  })

  it.each([
    [554, true],
    [452, false],
  ])('the text refused with %i', async (code, permanent) => {
    const transport = await serverWith({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(refusal(code, 'looks like spam')))
      },
    })
    expect(await transport.send(envelope)).toMatchObject({
      kind: 'not_sent',
      service: false,
      permanent,
      code: 'EMESSAGE',
    })
  })

  it.each(['MAIL', 'RCPT', 'DATA'])('dropped at %s', async (verb) => {
    const transport = await scripted((line, socket) => {
      if (!line.startsWith(verb)) return usual(line)
      socket.destroy()
      return null
    })
    expect(await transport.send(envelope)).toMatchObject({ kind: 'not_sent', service: true, permanent: false })
  })

  it('silence after RCPT', async () => {
    const transport = await scripted((line) => (line.startsWith('RCPT') ? null : usual(line)))
    expect(await transport.send(envelope)).toMatchObject({ kind: 'not_sent', service: true, code: 'ETIMEDOUT' })
  })

  it.each([
    ['subject', { subject: 'Hello\r\nBcc: everyone@example.test' }],
    ['name', { to: { name: 'Zoe\u2028Bcc: x', address: 'zoe@example.test' } }],
    ['address list', { to: { name: 'Zoe', address: 'zoe@example.test,else@example.test' } }],
    ['quoted local part', { to: { name: 'Zoe', address: '"zoe@evil.test x"@example.test' } }],
    ['attachment', { attachments: [{ filename: 'a\nb.ics', contentType: 'text/calendar', content: '' }] }],
  ])('a header that would break: %s', async (_what, change) => {
    const transport = smtpTransport({ url: 'smtp://127.0.0.1:1', limits: LIMITS })
    const answer = await transport.send({ ...envelope, mail: { ...envelope.mail, ...change } })
    expect(answer).toMatchObject({ kind: 'not_sent', permanent: true, code: 'EMESSAGE' })
  })
})

describe('nobody knows', () => {
  it.each([
    ['the line drops after the final dot', null],
    ['the server says 421 after the final dot', '421 shutting down'],
  ])('%s', async (_what, reply) => {
    let accepted = 0
    const transport = await scripted((line, socket) => {
      if (line !== '.') return usual(line)
      accepted++
      if (reply) return reply
      socket.destroy()
      return null
    })
    expect(await transport.send(envelope)).toMatchObject({ kind: 'no_answer' })
    expect(accepted).toBe(1)
  })

  it('half a reply and a closed line', async () => {
    const transport = await scripted((line, socket) => {
      if (line === '.') socket.end('25')
      return line === '.' ? null : usual(line)
    })
    expect(await transport.send(envelope)).toMatchObject({ kind: 'no_answer' })
  })

  it('silence after the final dot, and it waits longer than for any step before', async () => {
    const transport = await scripted((line) => (line === '.' ? null : usual(line)))
    const began = performance.now()
    expect(await transport.send(envelope)).toMatchObject({ kind: 'no_answer', code: 'ETIMEDOUT' })
    expect(performance.now() - began).toBeGreaterThan(LIMITS.answerMs - 50)
  })

  it('a late yes within the long limit is a yes', async () => {
    const transport = await scripted((line, socket) => {
      if (line !== '.') return usual(line)
      setTimeout(() => socket.write('250 at last\r\n'), LIMITS.stepMs + 200)
      return null
    })
    expect(await transport.send(envelope)).toEqual({ kind: 'sent', providerId: '250 at last' })
  })
})

it('a password goes to another machine over TLS or not at all', () => {
  const auth = { user: 'u', pass: 'p' }
  expect(withTls({ host: 'mail.example.org', auth }).requireTLS).toBe(true)
  expect(withTls({ host: 'mail.example.org', auth, secure: true }).requireTLS).toBeUndefined()
  expect(withTls({ host: '127.0.0.1', auth }).requireTLS).toBeUndefined()
  expect(withTls({ host: 'mail.example.org' }).requireTLS).toBeUndefined()
})
