import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server that keeps each mail whole, for tests that read what people get. */
export async function openInbox() {
  const mails: { to: string; mail: ParsedMail }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      simpleParser(stream).then((mail) => {
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, mail })
        done()
      }, done)
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The inbox has no port.')
  return {
    port: address.port,
    /** Mails to an address, the oldest first. */
    of: (to: string): ParsedMail[] => mails.filter((one) => one.to === to).map(({ mail }) => mail),
    count: () => mails.length,
    close: () => new Promise<void>((done) => server.close(done)),
  }
}
