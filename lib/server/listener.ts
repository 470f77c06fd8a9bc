import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import { BARE_POLICY, FIXED_HEADERS, HSTS } from '@/lib/server/headers'

type Refusal = { status: number; allow?: string; message: string }

/** Paths as Next takes them apart: what cannot be decoded would end there in an error of ours. */
function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** What Next answers with a 500 and no header of ours, because it fails before any code of ours is asked. */
export function unanswerable(method: string, url: string): Refusal | null {
  // ASVS 5.0 13.4.4; a TRACE would send cookies back to whoever asked.
  if (['TRACE', 'TRACK', 'CONNECT'].includes(method))
    return { status: 405, allow: 'GET, HEAD, POST', message: 'This method is not taken here.' }
  if (url.startsWith('/_next/static/') && method !== 'GET' && method !== 'HEAD') {
    return { status: 405, allow: 'GET, HEAD', message: 'This can only be read.' }
  }
  if (/^\/+_global-error\b/.test(url)) return { status: 404, message: 'There is no such page.' }
  return isReadable(url) ? null : { status: 400, message: 'This address cannot be read. Check how it is spelled.' }
}

/** Next's own redirects and errors carry no header of ours; where it has better ones, they take the place of these. */
function setHeaders({ headers }: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(FIXED_HEADERS)) response.setHeader(name, value)
  response.setHeader('content-security-policy', BARE_POLICY)
  if (headers['x-forwarded-proto'] === 'https') response.setHeader('strict-transport-security', HSTS)
}

function refuse(response: ServerResponse, { status, allow, message }: Refusal): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' }
  response.writeHead(status, { ...headers, ...(allow ? { allow } : {}) }).end(`${message}\n`)
}

/** Next itself adds the address only where the header is missing, so a caller who writes one would hide behind it. */
function appendAddress({ headers, socket }: IncomingMessage): void {
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
}

/**
 * Stands before Next in this process: sets the headers of every answer, appends the address that a request really
 * came from to its `X-Forwarded-For`, as a proxy would, and refuses what Next cannot answer. Called once, before the
 * server listens; never where a platform in front is the only one that can reach us (Vercel).
 */
export function standBeforeNext(): void {
  const emit = Server.prototype.emit
  Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'request') {
      const [request, response] = args as [IncomingMessage, ServerResponse]
      setHeaders(request, response)
      const refusal = unanswerable(request.method ?? '', request.url ?? '')
      if (refusal) {
        refuse(response, refusal)
        return true
      }
      appendAddress(request)
    }
    return Reflect.apply(emit, this, [event, ...args])
  }
}
