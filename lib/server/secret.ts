import { sameSecret } from '@/lib/platform/secrets'

/** The secret that a caller shows in its `Authorization` header: nowhere else is one looked for. */
const shown = (headers: Headers): string => /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? ''

/**
 * Whether the caller knows one of the accepted secrets. `unset` when none is configured: closed, because a comparison
 * with nothing is one that `Bearer undefined` passes. Several values, so that one can be changed without a gap.
 */
export function judgeSecret(headers: Headers, accepted: readonly (string | undefined)[]): 'known' | 'wrong' | 'unset' {
  const set = accepted.filter((secret): secret is string => secret !== undefined && secret !== '')
  if (set.length === 0) return 'unset'
  const given = shown(headers)
  let known = false
  for (const secret of set) known = sameSecret(given, secret) || known
  return known ? 'known' : 'wrong'
}
