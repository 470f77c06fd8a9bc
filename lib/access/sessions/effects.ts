import { cookies } from 'next/headers'
import { decode } from 'next-auth/jwt'
import { cookiesFor } from '@/lib/access/sessions/rules'
import { env } from '@/lib/platform/env'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The session id in the request's cookie, or null: no cookie, a forged one, one past its time. */
export async function sessionIdOfRequest(): Promise<string | null> {
  const { NEXTAUTH_SECRET, NEXTAUTH_URL } = env()
  const token = (await cookies()).get(cookiesFor(NEXTAUTH_URL).session)?.value
  if (!token || !NEXTAUTH_SECRET) return null
  const content = await decode({ token, secret: NEXTAUTH_SECRET }).catch(() => null)
  const id = content?.sid
  return typeof id === 'string' && UUID.test(id) ? id : null
}

/** Takes the cookie back. The row is what ends a session: a kept copy of the cookie is worth nothing. */
export async function dropSessionCookie(): Promise<void> {
  const { session, options } = cookiesFor(env().NEXTAUTH_URL)
  ;(await cookies()).set(session, '', { ...options, maxAge: 0 })
}
