import { cache } from 'react'
import { type CurrentUser, isRole } from '@/lib/access/rules'
import { findSession, touchSession } from '@/lib/access/sessions/data'
import { sessionIdOfRequest } from '@/lib/access/sessions/effects'
import { isLive, needsTouch } from '@/lib/access/sessions/rules'
import { context, SYSTEM } from '@/lib/platform/context'

/**
 * Who asks, read from the rows on every request, so that disabling somebody or changing their role acts at once; once
 * a page, however many parts of it ask. Throws when the database cannot be asked: nobody gets in on a guess.
 */
export const currentUser = cache(async (): Promise<CurrentUser | null> => {
  const id = await sessionIdOfRequest()
  if (!id) return null
  const ctx = context({ actor: SYSTEM })
  const row = await findSession(ctx.db, id)
  if (!row || !isLive(row, ctx.now()) || !isRole(row.user.role)) return null
  if (needsTouch(row, ctx.now())) await touchSession(ctx, id)
  const { user } = row
  return { id: user.id, name: user.name, email: user.email, role: user.role as CurrentUser['role'], sessionId: id }
})
