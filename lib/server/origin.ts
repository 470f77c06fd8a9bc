/**
 * Whether a request that may change something comes from our own pages. Next checks this for server actions; route
 * handlers have no such check of their own. A missing or `null` origin is a stranger's.
 *
 * @param own  the hosts that we are known by: the `Host` header's and the one of the configured public address
 */
export function isOwnOrigin(headers: Headers, own: readonly (string | null | undefined)[]): boolean {
  const site = headers.get('sec-fetch-site')
  if (site && site !== 'same-origin') return false
  const origin = headers.get('origin')
  if (!origin || !URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host !== '' && own.includes(host)
}
