/**
 * What every answer carries, whoever gives it: pages, routes, static files, errors, redirects. Next sets them by its
 * configuration, and the listener where a request never reaches Next. Numbers are of OWASP ASVS 5.0.
 */
export const FIXED_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff', // 3.4.4
  'referrer-policy': 'same-origin', // 3.4.5: an answer link carries its token in the path
  'x-frame-options': 'DENY', // 3.4.6, for browsers that do not know frame-ancestors
  'cross-origin-opener-policy': 'same-origin', // 3.4.8
  'cross-origin-resource-policy': 'same-origin', // 3.5.8
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
}

/** 3.4.1. Only over https: a browser ignores it elsewhere, and a sample on localhost must not promise it. */
export const HSTS = 'max-age=63072000; includeSubDomains'

/** The content policy of an answer that is no page: nothing in it may load, run or be framed. */
export const BARE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
