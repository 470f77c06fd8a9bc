import { type NextRequest, NextResponse } from 'next/server'
import { actionFault } from '@/lib/server/action-request'
import { HSTS } from '@/lib/server/headers'
import { isOwnRequest } from '@/lib/server/origin'
import { NOT_OURS } from '@/lib/server/result'

/** What anybody may read, and a cache may keep. All else may hold somebody's data (14.3.2). */
const publicPaths = /^\/(posts(\/|$)|feed\.xml$|icon\.svg$)/
/** Calendar programs ask every hour whether a feed changed: its route says for how long its own reader may keep it. */
const feedPaths = /^\/calendar\//

/** A call of an action that Next would answer with an error before the action is asked, as a sentence. */
async function refused(request: NextRequest): Promise<NextResponse | null> {
  const isAction = request.headers.has('next-action') || /^multipart\//i.test(request.headers.get('content-type') ?? '')
  if (request.method !== 'POST' || !isAction || request.nextUrl.pathname.startsWith('/api/')) return null
  const fault = isOwnRequest(request.headers) ? await actionFault(request) : { status: 403, message: NOT_OURS.message }
  return fault && new NextResponse(`${fault.message}\n`, { status: fault.status })
}

/**
 * The content policy and the caching of every answer but static files; the other headers are in `next.config.ts`.
 * Never a lock: each page, action and route looks for itself who asks. Numbers are of OWASP ASVS 5.0.
 */
export async function proxy(request: NextRequest) {
  // 128 bits (11.5.1); a UUID has fewer.
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = contentPolicy(nonce)
  const { pathname, search, protocol } = request.nextUrl
  const headers = new Headers(request.headers)
  // Next reads the nonce for its own scripts from the policy, the root layout from x-nonce.
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  // Where sign-in leads back to. It decides nothing else.
  headers.set('x-path', pathname + search)
  const response = (await refused(request)) ?? NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  if (!publicPaths.test(pathname) && !feedPaths.test(pathname))
    response.headers.set('cache-control', 'private, no-store')
  if (protocol === 'https:' || request.headers.get('x-forwarded-proto') === 'https') {
    response.headers.set('strict-transport-security', HSTS)
  }
  return response
}

/** 3.4.3 and 3.4.6: only scripts that carry this answer's nonce run, and nobody frames us. */
function contentPolicy(nonce: string): string {
  // React's development build evaluates code.
  const evaluates = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluates}`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    // React writes style attributes into server-made HTML; an attribute cannot run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    'report-uri /api/csp', // 3.4.7
  ].join('; ')
}

export const config = { matcher: ['/((?!_next/static|_next/image).*)'] }
