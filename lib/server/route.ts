import type { z } from 'zod'
import { currentUser } from '@/lib/access/loaders'
import { can, type Permission } from '@/lib/access/rules'
import { type Actor, type Context, context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { type ActionContext, contextOf } from '@/lib/server/action'
import { readJson, readQuery } from '@/lib/server/body'
import { failure } from '@/lib/server/failure'
import { readInput } from '@/lib/server/input'
import { isOwnRequest } from '@/lib/server/origin'
import { type ErrorCode, NOT_ALLOWED, NOT_OURS, NOT_SIGNED_IN, type Result, STATUS } from '@/lib/server/result'
import { judgeSecret } from '@/lib/server/secret'
import { assertStrict } from '@/lib/server/strict'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Open = { public: true; actor: Actor } | { secret: () => readonly (string | undefined)[]; actor: Actor }
/** Who may call: a person with a permission, a machine that knows a secret (header only), or anybody. */
export type Access = { permission: Permission } | Open
type ContextFor<A extends Access> = A extends { permission: Permission } ? ActionContext : Context

export type RouteSpec<S extends z.ZodType, A extends Access> = {
  name: string
  method: Method
  access: A
  /** Reads `{...query or body, ...params}`: the names in the path win. */
  input: S
}
type Params = { params: Promise<Record<string, string | string[] | undefined>> }

function answer(status: number, body: unknown, requestId: string): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', 'x-request-id': requestId } })
}

const refusal = (status: number, code: ErrorCode, message: string, requestId: string) =>
  answer(status, { code, message, requestId }, requestId)

async function admit(access: Access, name: string, request: Request, requestId: string): Promise<Context | Response> {
  if ('permission' in access) {
    const user = await currentUser()
    if (!user) return refusal(401, NOT_SIGNED_IN.code, NOT_SIGNED_IN.message, requestId)
    if (can(user.role, access.permission)) return contextOf(user, requestId)
    log.warn({ requestId, name, userId: user.id, role: user.role }, 'forbidden')
    return refusal(403, NOT_ALLOWED.code, NOT_ALLOWED.message, requestId)
  }
  if ('secret' in access) {
    const verdict = judgeSecret(request.headers, access.secret())
    if (verdict === 'unset')
      return refusal(503, 'unavailable', 'No secret is configured, so this is closed.', requestId)
    if (verdict === 'wrong') return refusal(401, 'unauthenticated', 'The secret is missing or wrong.', requestId)
  }
  return context({ actor: access.actor, requestId })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function rawInput(spec: RouteSpec<z.ZodType, Access>, request: Request, { params }: Params, requestId: string) {
  const path = await params
  if (spec.method === 'GET') return { ...readQuery(new URL(request.url)), ...path }
  const body = await readJson(request)
  if (!body.ok) return refusal(body.status, 'invalid', body.message, requestId)
  return isObject(body.value) ? { ...body.value, ...path } : body.value
}

/** Only a caller with a secret may write without an origin: it brings no cookie that a stranger could ride on. */
const isForeign = (spec: RouteSpec<z.ZodType, Access>, request: Request): boolean =>
  spec.method !== 'GET' && !('secret' in spec.access) && !isOwnRequest(request.headers)

/**
 * A JSON route handler, the counterpart of `action()`: origin, then who asks, then input, then context, then the
 * handler, which answers a Result (200 with the value, or the code's status with `{code, message, requestId, fields?}`)
 * or a Response of its own where the status says more. Other verbs are answered 405 by Next.
 */
export function route<S extends z.ZodType, A extends Access, T>(
  spec: RouteSpec<S, A>,
  handler: (ctx: ContextFor<A>, input: z.output<S>, request: Request) => Promise<Result<T> | Response>,
): (request: Request, params: Params) => Promise<Response> {
  assertStrict(spec.name, spec.input)
  return async (request, params) => {
    const requestId = newId()
    try {
      if (isForeign(spec, request)) {
        return refusal(403, NOT_OURS.code, NOT_OURS.message, requestId)
      }
      const ctx = await admit(spec.access, spec.name, request, requestId)
      if (ctx instanceof Response) return ctx
      const raw = await rawInput(spec, request, params, requestId)
      if (raw instanceof Response) return raw
      const read = readInput(spec.input, raw)
      const result = read.ok ? await handler(ctx as ContextFor<A>, read.input, request) : read
      if (result instanceof Response) {
        // A route that others may keep for a while, such as a feed, says so itself.
        if (!result.headers.has('cache-control')) result.headers.set('cache-control', 'no-store')
        result.headers.set('x-request-id', requestId)
        return result
      }
      if (result.ok) return answer(200, result.value, requestId)
      const { ok: _, ...body } = result
      return answer(STATUS[result.code], { ...body, requestId }, requestId)
    } catch (error) {
      const { code, message } = failure(spec.name, requestId, error)
      return refusal(STATUS[code], code, message, requestId)
    }
  }
}
