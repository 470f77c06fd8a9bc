import { env } from '@/lib/platform/env'

/**
 * Whether a request that may change something comes from our own pages. Next checks this for server actions only, and
 * believes `X-Forwarded-Host` and a request without an origin. A missing or `null` origin is a stranger's.
 *
 * @param own  the hosts that we are known by
 */
export function isOwnOrigin(headers: Headers, own: readonly (string | null | undefined)[]): boolean {
  const site = headers.get('sec-fetch-site')
  if (site && site !== 'same-origin') return false
  const origin = headers.get('origin')
  if (!origin || !URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host !== '' && own.includes(host)
}

/** The same by the hosts of this installation: the `Host` header's and the one of the configured public address. */
export const isOwnRequest = (headers: Headers): boolean =>
  isOwnOrigin(headers, [headers.get('host'), new URL(env().NEXTAUTH_URL).host])
