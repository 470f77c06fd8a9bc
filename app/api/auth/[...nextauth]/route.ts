import { NextRequest } from 'next/server'
import * as NextAuth from 'next-auth'
import { authOptions } from '@/lib/access/auth'
import { newId } from '@/lib/platform/ids'
import { readBytes } from '@/lib/server/body'
import { failure } from '@/lib/server/failure'

type Params = { params: Promise<{ nextauth: string[] }> }

/**
 * What of next-auth is reachable. Its session, log and page endpoints are not: sessions are read from our own rows, and
 * signing out is an action that ends one.
 */
const OPEN = {
  GET: [['csrf'], ['error'], ['signin'], ['callback', 'oidc']],
  POST: [
    ['signin', 'oidc'],
    ['callback', 'credentials'],
    ['callback', 'link'],
  ],
}
/** An address, a password and a token fit a hundred times. */
const MAX_BYTES = 16 * 1024

/** next-auth 4 is CommonJS: where its default export lands depends on who loads it. */
const nextAuth = (NextAuth.default as unknown as { default?: typeof NextAuth.default }).default ?? NextAuth.default

const say = (status: number, code: string, message: string, requestId: string) =>
  Response.json(
    { code, message, requestId },
    { status, headers: { 'cache-control': 'no-store', 'x-request-id': requestId } },
  )

/** next-auth puts what it is given into a header, which takes no other signs and breaks at these. */
const isPlain = (url: string): boolean => [...new URL(url).searchParams].flat().every((text) => /^[ -~]*$/.test(text))

/** next-auth reads a body whole and unasked: it gets one form of a bounded length, or nothing. */
async function bounded(request: NextRequest, requestId: string): Promise<NextRequest | Response> {
  if (request.method === 'GET') return request
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) {
    return say(415, 'invalid', 'Send the fields of a form.', requestId)
  }
  const bytes = await readBytes(request, MAX_BYTES)
  if (!bytes) return say(413, 'invalid', 'This is too long.', requestId)
  return new NextRequest(request.url, { method: 'POST', headers: request.headers, body: Buffer.from(bytes) })
}

async function handle(request: NextRequest, params: Params, open: string[][]): Promise<Response> {
  const requestId = newId()
  try {
    const path = (await params.params).nextauth.join('/')
    if (!open.some((parts) => parts.join('/') === path)) {
      return say(404, 'not_found', 'There is nothing here.', requestId)
    }
    if (!isPlain(request.url))
      return say(400, 'invalid', 'This address cannot be read. Begin at the sign-in page.', requestId)
    const taken = await bounded(request, requestId)
    if (taken instanceof Response) return taken
    const response: Response = await nextAuth(taken, params, authOptions())
    response.headers.set('cache-control', 'no-store')
    return response
  } catch (error) {
    const { code, message } = failure('api/auth', requestId, error)
    return say(503, code, message, requestId)
  }
}

export const GET = (request: NextRequest, params: Params) => handle(request, params, OPEN.GET)
export const POST = (request: NextRequest, params: Params) => handle(request, params, OPEN.POST)
