import { factOf } from '@/lib/access/data'
import { ABSOLUTE_MS } from '@/lib/access/sessions/rules'
import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'

export type EndReason = 'signed_out' | 'signed_in_again' | 'ended_by_admin' | 'disabled' | 'password_changed'
export type SignInMethod = 'password' | 'link' | 'oidc'

/** A session with the person as their row stands now. */
export const findSession = (db: Db, id: string) => db.userSession.findUnique({ where: { id }, include: { user: true } })

/** Writes down that a session was used; one that ended meanwhile stays as it is. */
export async function touchSession(ctx: Context, id: string): Promise<void> {
  await ctx.db.userSession.updateMany({ where: { id, endedAt: null }, data: { lastSeenAt: ctx.now() } })
}

/**
 * A new session for a person who has just proved who they are, with its event. `null` when they were disabled in the
 * meantime.
 */
export async function startSession(
  ctx: Context,
  { userId, method, userAgent }: { userId: string; method: SignInMethod; userAgent: string },
): Promise<string | null> {
  const id = newId()
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH person AS (
      SELECT id FROM app_user WHERE id = ${userId}::uuid AND disabled_at IS NULL FOR SHARE
    ), session AS (
      INSERT INTO user_session (id, user_id, method, user_agent, created_at, last_seen_at, expires_at)
      SELECT ${id}::uuid, person.id, ${method}, ${userAgent.slice(0, 300)}, at.now, at.now,
             at.now + ${ABSOLUTE_MS} * interval '1 millisecond'
      FROM person, (SELECT ${clock(ctx)} AS now) AS at
      RETURNING user_id AS id
    ), changed AS (SELECT id FROM session),
    event AS (${factOf(ctx, userId, { type: 'user.signed_in', data: { method, session: id } })})
    SELECT id::text FROM changed`
  return rows.length ? id : null
}

/** Ends one live session of a person, with its event. @returns whether it was live, and theirs */
export async function endSession(
  ctx: Context,
  { id, userId, reason }: { id: string; userId: string; reason: EndReason },
): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH ended AS (
      UPDATE user_session SET ended_at = ${clock(ctx)}, ended_reason = ${reason}
      WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND ended_at IS NULL
      RETURNING user_id
    ), changed AS (SELECT user_id AS id FROM ended),
    event AS (${factOf(ctx, userId, { type: 'user.signed_out', reason, data: { session: id } })})
    SELECT id::text FROM changed`
  return rows.length > 0
}
