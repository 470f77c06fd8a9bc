import { cookies, headers } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { DEVICE_MS, type Device, LINK_MS, remember } from '@/lib/access/entry/rules'
import { clientAddress } from '@/lib/access/limits/rules'
import { cookiesFor } from '@/lib/access/sessions/rules'
import { env } from '@/lib/platform/env'
import { hashToken, newToken } from '@/lib/platform/ids'

const SALT = 'daybook.device'

/** What is known of a caller before they say who they are. */
export type Caller = { address: string; userAgent: string; device: Device | null }

function secret(): string {
  const { NEXTAUTH_SECRET } = env()
  if (!NEXTAUTH_SECRET) throw new Error('NEXTAUTH_SECRET is not set: nobody can sign in without it.')
  return NEXTAUTH_SECRET
}

async function readDevice(): Promise<Device | null> {
  const token = (await cookies()).get(cookiesFor(env().NEXTAUTH_URL).device)?.value
  if (!token) return null
  const content = await decode({ token, secret: secret(), salt: SALT }).catch(() => null)
  if (typeof content?.nonce !== 'string' || !Array.isArray(content.users)) return null
  return { nonce: content.nonce, users: content.users.filter((id) => typeof id === 'string') }
}

export async function callerOfRequest(): Promise<Caller> {
  const given = await headers()
  return {
    address: clientAddress(given.get('x-forwarded-for'), env().TRUSTED_PROXIES),
    userAgent: (given.get('user-agent') ?? '').slice(0, 300),
    device: await readDevice(),
  }
}

/** Makes this browser known for a person who has just signed in from it. */
export async function rememberDevice(userId: string): Promise<void> {
  const names = cookiesFor(env().NEXTAUTH_URL)
  const token = { ...remember(await readDevice(), userId, newToken()) }
  const maxAge = DEVICE_MS / 1_000
  const value = await encode({ token, secret: secret(), salt: SALT, maxAge })
  ;(await cookies()).set(names.device, value, { ...names.options, maxAge })
}

/** Binds a link to this browser. @returns the hash that the link's row keeps */
export async function bindBrowser(): Promise<string> {
  const names = cookiesFor(env().NEXTAUTH_URL)
  const token = newToken()
  ;(await cookies()).set(names.link, token, { ...names.options, maxAge: LINK_MS / 1_000 })
  return hashToken(token)
}

/** The hash of what `bindBrowser` left in this browser, or null. */
export async function boundBrowser(): Promise<string | null> {
  const token = (await cookies()).get(cookiesFor(env().NEXTAUTH_URL).link)?.value
  return token ? hashToken(token) : null
}
