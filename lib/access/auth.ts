import type { NextAuthOptions } from 'next-auth'
import * as Credentials from 'next-auth/providers/credentials'
import { personOfSubject, spendLink } from '@/lib/access/entry/data'
import { boundBrowser, callerOfRequest, rememberDevice } from '@/lib/access/entry/effects'
import { enterByPassword } from '@/lib/access/entry/process'
import { safePath } from '@/lib/access/entry/rules'
import { type EntryRefusal, limitedWords } from '@/lib/access/labels'
import { linkInput, signInInput } from '@/lib/access/schema'
import { endSession, type SignInMethod, startSession } from '@/lib/access/sessions/data'
import { sessionIdOfRequest } from '@/lib/access/sessions/effects'
import { ABSOLUTE_MS, cookiesFor } from '@/lib/access/sessions/rules'
import { companyZone } from '@/lib/platform/company'
import { type Context, context, SYSTEM } from '@/lib/platform/context'
import { env } from '@/lib/platform/env'
import { hashToken } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { normEmail } from '@/lib/platform/normal'
import { formatInstant } from '@/lib/platform/zone-format'

/** Carries a refusal through next-auth, which hands the message of an error on to the page. */
class Refused extends Error {
  constructor(reason: EntryRefusal, words?: string) {
    super(words ? `${reason}:${words}` : reason)
  }
}

/** next-auth would put the text of any error into a URL: only refusals of ours may reach it. */
async function guarded<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) throw error
    log.error({ requestId: ctx.requestId, name: 'sign-in', err: error }, 'unexpected error')
    throw new Refused('unavailable')
  }
}

async function limitedSentence(ctx: Context, waitMs: number): Promise<string> {
  const until = new Date(ctx.now().getTime() + waitMs)
  return limitedWords(Math.ceil(waitMs / 60_000), formatInstant(await companyZone(ctx.db), until, 'time'))
}

async function byPassword(ctx: Context, given: unknown): Promise<{ id: string }> {
  const read = signInInput.safeParse(given)
  if (!read.success) throw new Refused('wrong')
  const entry = await enterByPassword(ctx, { ...read.data, caller: await callerOfRequest() })
  if (entry.ok) return { id: entry.userId }
  if (entry.reason === 'wrong') throw new Refused('wrong')
  throw new Refused('limited', await limitedSentence(ctx, entry.waitMs))
}

async function byLink(ctx: Context, given: unknown): Promise<{ id: string }> {
  const read = linkInput.safeParse(given)
  const browser = await boundBrowser()
  const userId = read.success && browser ? await spendLink(ctx, hashToken(read.data.token), browser) : null
  if (!userId) throw new Refused('link')
  return { id: userId }
}

type OidcProfile = { iss?: string; sub: string; email?: string; email_verified?: boolean }

const personOf = (ctx: Context, profile: OidcProfile): Promise<string | null> =>
  personOfSubject(ctx, {
    subject: `${env().OIDC_ISSUER} ${profile.sub}`,
    emailNorm: profile.email_verified === true && profile.email ? normEmail(profile.email) : null,
  })

async function endBefore(ctx: Context, id: string): Promise<void> {
  const row = await ctx.db.userSession.findUnique({ where: { id }, select: { userId: true } })
  if (row) await endSession(ctx, { id, userId: row.userId, reason: 'signed_in_again' })
}

/** A new session for this browser; the one it had, which somebody may have planted, ends. */
async function enter(ctx: Context, userId: string, method: SignInMethod): Promise<string> {
  const before = await sessionIdOfRequest()
  const user = await ctx.db.appUser.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })
  const actor = { ...ctx, actor: { kind: 'user' as const, id: userId, name: user.name } }
  const { userAgent } = await callerOfRequest()
  const id = await startSession(actor, { userId, method, userAgent })
  if (!id) throw new Refused('wrong')
  if (before) await endBefore(actor, before)
  await rememberDevice(userId)
  return id
}

/** next-auth 4 is CommonJS: where its default export lands depends on who loads it. */
const credentials =
  (Credentials.default as unknown as { default?: typeof Credentials.default }).default ?? Credentials.default

const METHODS: Record<string, SignInMethod> = { credentials: 'password', link: 'link', oidc: 'oidc' }

export const hasOidc = (): boolean => env().OIDC_ISSUER !== undefined
export const hasMail = (): boolean => env().SMTP_URL !== undefined || env().RESEND_API_KEY !== undefined

function providers(ctx: Context): NextAuthOptions['providers'] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env()
  const own = [
    credentials({
      id: 'credentials',
      credentials: {},
      authorize: (given) => guarded(ctx, () => byPassword(ctx, given)),
    }),
    credentials({ id: 'link', credentials: {}, authorize: (given) => guarded(ctx, () => byLink(ctx, given)) }),
  ]
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return own
  return [
    ...own,
    {
      id: 'oidc',
      name: 'Single sign-on',
      type: 'oauth',
      idToken: true,
      checks: ['pkce', 'state', 'nonce'],
      wellKnown: `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      authorization: { params: { scope: 'openid email profile' } },
      profile: (profile: OidcProfile) => ({ id: profile.sub }),
    },
  ]
}

/**
 * next-auth as used here: it proves who signs in and keeps an encrypted cookie with the id of our session row. All else
 * about a session is read from that row (`loaders.ts`), so its own session endpoint says nothing.
 */
export function authOptions(): NextAuthOptions {
  const ctx = context({ actor: SYSTEM })
  const names = cookiesFor(env().NEXTAUTH_URL)
  const cookie = (name: string, maxAge?: number) => ({
    name,
    options: { ...names.options, ...(maxAge ? { maxAge } : {}) },
  })
  return {
    secret: env().NEXTAUTH_SECRET ?? '',
    providers: providers(ctx),
    session: { strategy: 'jwt', maxAge: ABSOLUTE_MS / 1_000 },
    useSecureCookies: names.secure,
    cookies: {
      sessionToken: cookie(names.session),
      csrfToken: cookie(names.csrf),
      callbackUrl: cookie(names.callback),
      state: cookie(names.state, 900),
      pkceCodeVerifier: cookie(names.pkce, 900),
      nonce: cookie(names.nonce),
    },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    logger: {
      error: (code) => log.warn({ code }, 'next-auth'),
      warn: (code) => log.debug({ code }, 'next-auth'),
      debug: () => {},
    },
    callbacks: {
      redirect: ({ url, baseUrl }) => {
        const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url
        return `${baseUrl}${path.startsWith('/sign-in') ? path : safePath(path, '/')}`
      },
      signIn: async ({ account, profile }) => {
        if (account?.provider !== 'oidc') return true
        return (await guarded(ctx, () => personOf(ctx, profile as OidcProfile))) ? true : '/sign-in?error=oidc'
      },
      jwt: async ({ token, user, account, profile }) => {
        if (!user || !account) return token
        const userId = account.provider === 'oidc' ? await personOf(ctx, profile as OidcProfile) : user.id
        const method = METHODS[account.provider]
        if (!userId || !method) throw new Refused('oidc')
        return { sid: await enter(ctx, userId, method) }
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
  }
}
