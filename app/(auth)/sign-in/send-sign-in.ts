import { ENTRY_WORDS, type EntryRefusal } from '@/lib/access/labels'

/** Where to go now, or the sentence that says why not. */
export type SignInAnswer = { to: string } | { refused: string }

const isRefusal = (code: string): code is EntryRefusal => Object.hasOwn(ENTRY_WORDS, code)

/** What next-auth put behind `error=`: a refusal of ours, or one of its own words for a failed single sign-on. */
export function refusalWords(error: string): string {
  const [code = '', words] = error.split(/:(.*)/s)
  if (isRefusal(code)) return words || ENTRY_WORDS[code]
  return /OAuth|Callback|AccessDenied/.test(error) ? ENTRY_WORDS.oidc : ENTRY_WORDS.unavailable
}

async function post(path: string, fields: Record<string, string>): Promise<string | null> {
  const csrf = await fetch('/api/auth/csrf', { cache: 'no-store' }).then((response) => response.json())
  const body = new URLSearchParams({ ...fields, csrfToken: csrf.csrfToken, json: 'true' })
  const response = await fetch(`/api/auth/${path}`, { method: 'POST', body })
  const { url } = await response.json()
  return typeof url === 'string' ? url : null
}

/**
 * Proves to next-auth who this is, by password or by link. On success `to` is the sign-in page again, which knows by
 * then who is signed in and leads on to `from` or to the first page of their role.
 */
export async function sendSignIn(
  provider: 'credentials' | 'link',
  fields: Record<string, string>,
  from: string | null,
): Promise<SignInAnswer> {
  try {
    const url = await post(`callback/${provider}`, fields)
    if (!url) return { refused: ENTRY_WORDS.unavailable }
    const error = new URL(url).searchParams.get('error')
    if (error) return { refused: refusalWords(error) }
    return { to: from ? `/sign-in?from=${encodeURIComponent(from)}` : '/sign-in' }
  } catch {
    return { refused: ENTRY_WORDS.unavailable }
  }
}

/** Begins a single sign-on: `to` is the other service's page. */
export async function beginSingleSignOn(from: string | null): Promise<SignInAnswer> {
  try {
    const back = from ? `/sign-in?from=${encodeURIComponent(from)}` : '/sign-in'
    const url = await post('signin/oidc', { callbackUrl: back })
    return url ? { to: url } : { refused: ENTRY_WORDS.unavailable }
  } catch {
    return { refused: ENTRY_WORDS.unavailable }
  }
}
