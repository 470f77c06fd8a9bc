'use server'

import { changePasswordInput, endSessionInput } from '@/lib/access/schema'
import { endSession } from '@/lib/access/sessions/data'
import { changePassword } from '@/lib/access/users/process'
import { action } from '@/lib/server/action'
import { done, refuse } from '@/lib/server/result'

export const changeOwnPassword = action(
  { name: 'changeOwnPassword', permission: 'account.own', input: changePasswordInput },
  async (ctx, { current, next }) => {
    const { id: userId, sessionId } = ctx.user
    const answer = await changePassword(ctx, { userId, sessionId, current, next })
    if (answer.ok) return done(null, 'Your password is changed. Every other session of yours has ended.')
    if (answer.limited) return refuse('limited', answer.reason)
    return refuse('invalid', answer.reason, answer.field ? { [answer.field]: answer.reason } : undefined)
  },
)

/** Ends a session of one's own in another browser. */
export const endOwnSession = action(
  { name: 'endOwnSession', permission: 'account.own', input: endSessionInput },
  async (ctx, { sessionId }) => {
    const ended = await endSession(ctx, { id: sessionId, userId: ctx.user.id, reason: 'signed_out' })
    return done(null, ended ? 'That session has ended.' : 'That session had ended already.')
  },
)
