import { headers } from 'next/headers'
import type { z } from 'zod'
import { currentUser } from '@/lib/access/loaders'
import { type CurrentUser, can, type Permission } from '@/lib/access/rules'
import { type Actor, type Context, context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { failure } from '@/lib/server/failure'
import { readInput } from '@/lib/server/input'
import { isOwnRequest } from '@/lib/server/origin'
import { NOT_ALLOWED, NOT_OURS, NOT_SIGNED_IN, type Result } from '@/lib/server/result'
import { assertStrict } from '@/lib/server/strict'

/** The context of somebody signed in: their name goes into the record of whatever is done with it. */
export type ActionContext = Context & { user: CurrentUser }

export const contextOf = (user: CurrentUser, requestId: string): ActionContext => ({
  ...context({ actor: { kind: 'user', id: user.id, name: user.name }, requestId }),
  user,
})

type Spec<S extends z.ZodType> = {
  /** Stands in the log beside the request id. */
  name: string
  input: S
  /** Characters of all texts together; 64 KiB unless told. */
  maxText?: number
}
export type ActionSpec<S extends z.ZodType> = Spec<S> & { permission: Permission }
/** An action that nobody needs to sign in for. What it checks instead (a token, an empty company) is its handler's. */
export type PublicActionSpec<S extends z.ZodType> = Spec<S> & { actor: Actor }

/**
 * A server action: origin, then session, then permission, then input, then context, then the handler. It answers what
 * happened as data and never throws to its caller; what nobody expected becomes `unavailable` with the number to look
 * for.
 *
 * The proxy, the layout and the page are no locks: this is the one that counts, and every exported action has it.
 */
export function action<S extends z.ZodType, T>(
  spec: ActionSpec<S>,
  handler: (ctx: ActionContext, input: z.output<S>) => Promise<Result<T>>,
): (raw: unknown) => Promise<Result<T>> {
  assertStrict(spec.name, spec.input)
  return async (raw) => {
    const requestId = newId()
    try {
      if (!isOwnRequest(await headers())) return NOT_OURS
      const user = await currentUser()
      if (!user) return NOT_SIGNED_IN
      if (!can(user.role, spec.permission)) {
        log.warn({ requestId, name: spec.name, userId: user.id, role: user.role }, 'forbidden')
        return NOT_ALLOWED
      }
      const read = readInput(spec.input, raw, spec.maxText)
      if (!read.ok) return read
      return await handler(contextOf(user, requestId), read.input)
    } catch (error) {
      return failure(spec.name, requestId, error)
    }
  }
}

/** `action()` for the few that are open to anybody: origin, input, context, handler, and the same kinds of answer. */
export function publicAction<S extends z.ZodType, T>(
  spec: PublicActionSpec<S>,
  handler: (ctx: Context, input: z.output<S>) => Promise<Result<T>>,
): (raw: unknown) => Promise<Result<T>> {
  assertStrict(spec.name, spec.input)
  return async (raw) => {
    const requestId = newId()
    try {
      if (!isOwnRequest(await headers())) return NOT_OURS
      const read = readInput(spec.input, raw, spec.maxText)
      return read.ok ? await handler(context({ actor: spec.actor, requestId }), read.input) : read
    } catch (error) {
      return failure(spec.name, requestId, error)
    }
  }
}
