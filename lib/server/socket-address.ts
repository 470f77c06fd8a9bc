import { type IncomingMessage, Server } from 'node:http'

/**
 * Makes this server append the address that each request really came from to its `X-Forwarded-For`, as a proxy would.
 * Next itself adds it only where the header is missing, so a caller who writes one would hide behind it. Called once,
 * before the server listens; never where a platform in front is the only one that can reach us (Vercel).
 */
export function appendSocketAddress(): void {
  const emit = Server.prototype.emit
  Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'request') {
      const { headers, socket } = args[0] as IncomingMessage
      const given = headers['x-forwarded-for']
      headers['x-forwarded-for'] = [given, socket.remoteAddress].filter(Boolean).join(', ')
    }
    return Reflect.apply(emit, this, [event, ...args])
  }
}
