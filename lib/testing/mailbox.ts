import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export type Received = { to: string; subject: string; messageId: string }

/** A real SMTP server that keeps what it accepts, for tests that count mails. */
export async function openMailbox() {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      simpleParser(stream).then(
        (mail) => {
          for (const { address } of session.envelope.rcptTo)
            received.push({ to: address, subject: mail.subject ?? '', messageId: mail.messageId ?? '' })
          done()
        },
        (error: Error) => done(error),
      )
    },
  })
  // A client that is killed in the middle resets its line: no fault of the mailbox.
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mailbox has no port.')
  return {
    port: address.port,
    received,
    /** Schedule mails by recipient. */
    schedules: () => {
      const counts = new Map<string, number>()
      for (const { to, subject } of received)
        if (/you have|the schedule/.test(subject)) counts.set(to, (counts.get(to) ?? 0) + 1)
      return counts
    },
    close: () => new Promise<void>((done) => server.close(done)),
  }
}
