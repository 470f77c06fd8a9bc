'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { after } from 'next/server'
import { hasMail } from '@/lib/access/auth'
import { bindBrowser, callerOfRequest } from '@/lib/access/entry/effects'
import { countLink, mailLink } from '@/lib/access/entry/links/process'
import { currentUser } from '@/lib/access/loaders'
import { askLinkInput } from '@/lib/access/schema'
import { endSession } from '@/lib/access/sessions/data'
import { dropSessionCookie } from '@/lib/access/sessions/effects'
import { SYSTEM } from '@/lib/platform/context'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { contextOf, publicAction } from '@/lib/server/action'
import { isOwnRequest } from '@/lib/server/origin'
import { done, refuse } from '@/lib/server/result'

/** Mails a link to sign in with. The answer is the same whether there is such an account or not. */
export const askLink = publicAction(
  { name: 'askLink', input: askLinkInput, actor: SYSTEM },
  async (ctx, { email, from }) => {
    if (!hasMail()) return refuse('not_found', 'Links by e-mail are not set up here. Sign in with your password.')
    const { address } = await callerOfRequest()
    const waitMs = await countLink(ctx, email, address)
    if (waitMs > 0) {
      return refuse('limited', `Too many links were asked for. Ask again in ${Math.ceil(waitMs / 60_000)} minutes.`)
    }
    const browserHash = await bindBrowser()
    after(() => mailLink(ctx, { email, from, browserHash, publicUrl: env().NEXTAUTH_URL }))
    return done(null, 'If there is an account with this address, a link is on its way. Open it in this browser.')
  },
)

/** Ends this session, wherever copies of its cookie are, and leads to the sign-in page. */
export async function signOut(): Promise<void> {
  if (!isOwnRequest(await headers())) return
  const user = await currentUser()
  if (user) await endSession(contextOf(user, newId()), { id: user.sessionId, userId: user.id, reason: 'signed_out' })
  await dropSessionCookie()
  redirect('/sign-in')
}
