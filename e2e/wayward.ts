import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that refuses some recipients, and hangs up on others after it took their text. */
export async function openWayward() {
  const refused = new Set<string>()
  const dropped = new Set<string>()
  const taken: string[] = []
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(refused.has(address) ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      stream.resume()
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        taken.push(...to)
        if (to.some((address) => dropped.has(address))) sockets.get(session.remotePort)?.destroy()
        else done()
      })
    },
  })
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket))
  server.on('error', () => {})
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')
  return {
    port: address.port,
    refused,
    dropped,
    count: (to: string) => taken.filter((one) => one === to).length,
    close: () => new Promise<void>((down) => server.close(() => down())),
  }
}
