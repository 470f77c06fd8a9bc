import { type NextRequest, NextResponse } from 'next/server'

/**
 * The headers of every answer but static files, error pages and prefetches included. Never a lock: each page, action
 * and route looks for itself who asks. Numbers are of OWASP ASVS 5.0.
 */
const fixed: Record<string, string> = {
  'x-content-type-options': 'nosniff', // 3.4.4
  'referrer-policy': 'same-origin', // 3.4.5: an answer link carries its token in the path
  'x-frame-options': 'DENY', // 3.4.6, for browsers that do not know frame-ancestors
  'cross-origin-opener-policy': 'same-origin', // 3.4.8
  'cross-origin-resource-policy': 'same-origin', // 3.5.8
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
}

/** What anybody may read, and a cache may keep. All else may hold somebody's data (14.3.2). */
const publicPaths = /^\/(posts(\/|$)|feed\.xml$|icon\.svg$)/

export function proxy(request: NextRequest) {
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
  const response = NextResponse.next({ request: { headers } })
  for (const [name, value] of Object.entries(fixed)) response.headers.set(name, value)
  response.headers.set('content-security-policy', policy)
  if (!publicPaths.test(pathname)) response.headers.set('cache-control', 'private, no-store')
  // 3.4.1. Over plain http browsers ignore it, and a sample on localhost must not promise it.
  if (protocol === 'https:' || request.headers.get('x-forwarded-proto') === 'https') {
    response.headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
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
  ].join('; ')
}

export const config = { matcher: ['/((?!_next/static|_next/image).*)'] }
