'use server'

import { ROLE_NAME } from '@/lib/access/labels'
import { addUserInput, changeRoleInput, oneUserInput, resetPasswordInput } from '@/lib/access/schema'
import * as users from '@/lib/access/users/process'
import { type ActionContext, action } from '@/lib/server/action'
import { done, type Failure, refuse } from '@/lib/server/result'

const permission = 'users.manage' as const

function refusal(answer: { gone?: true; field?: string; reason: string }): Failure {
  if (answer.gone) return refuse('not_found', answer.reason)
  return answer.field
    ? refuse('invalid', answer.reason, { [answer.field]: answer.reason })
    : refuse('refused', answer.reason)
}

/** Nobody locks themselves out: another admin does this to one's own account. */
const onOwn = (ctx: ActionContext, userId: string): Failure | null =>
  ctx.user.id === userId ? refuse('refused', 'This is your own account. Ask another admin to change it.') : null

export const addUser = action(
  { name: 'addUser', permission, input: addUserInput },
  async (ctx, { commandId: _, ...person }) => {
    const answer = await users.addUser(ctx, person)
    return answer.ok ? done(answer.value, `${person.name} can sign in now.`) : refusal(answer)
  },
)

export const changeRole = action(
  { name: 'changeRole', permission, input: changeRoleInput },
  async (ctx, { userId, role }) => {
    const own = onOwn(ctx, userId)
    if (own) return own
    const answer = await users.changeRole(ctx, userId, role)
    return answer.ok
      ? done(null, `${answer.value.name}: ${ROLE_NAME[role].toLowerCase()} from now on.`)
      : refusal(answer)
  },
)

export const disableUser = action({ name: 'disableUser', permission, input: oneUserInput }, async (ctx, { userId }) => {
  const own = onOwn(ctx, userId)
  if (own) return own
  const answer = await users.disable(ctx, userId)
  return answer.ok ? done(null, `${answer.value.name} is signed out everywhere and cannot sign in.`) : refusal(answer)
})

export const enableUser = action({ name: 'enableUser', permission, input: oneUserInput }, async (ctx, { userId }) => {
  const answer = await users.enable(ctx, userId)
  return answer.ok ? done(null, `${answer.value.name} can sign in again.`) : refusal(answer)
})

export const resetPassword = action(
  { name: 'resetPassword', permission, input: resetPasswordInput },
  async (ctx, { userId, password }) => {
    const own = onOwn(ctx, userId)
    if (own) return own
    const answer = await users.resetPassword(ctx, userId, password)
    return answer.ok
      ? done(null, `${answer.value.name} has a new password and is signed out everywhere.`)
      : refusal(answer)
  },
)

export const endSessions = action({ name: 'endSessions', permission, input: oneUserInput }, async (ctx, { userId }) => {
  const answer = await users.endSessions(ctx, userId, ctx.user.sessionId)
  if (!answer.ok) return refusal(answer)
  const { name, count } = answer.value
  if (count === 0) return done(null, `${name} was not signed in anywhere else.`)
  return done(null, `${count} ${count === 1 ? 'session' : 'sessions'} of ${name} ended.`)
})
