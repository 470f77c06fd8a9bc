import { factOf } from '@/lib/access/data'
import type { Role } from '@/lib/access/rules'
import type { EndReason } from '@/lib/access/sessions/data'
import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'

export const findUser = (db: Db, id: string) => db.appUser.findUnique({ where: { id } })
export const countUsers = (db: Db): Promise<number> => db.appUser.count()

export type NewUser = { name: string; email: string; emailNorm: string; role: Role; passwordHash: string }

/** A new account with its event. @returns its id, or null when the address has an account already */
export async function insertUser(ctx: Context, user: NewUser): Promise<string | null> {
  const id = newId()
  const [row] = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH changed AS (
      INSERT INTO app_user (id, email, email_norm, name, role, password_hash, created_at)
      VALUES (${id}::uuid, ${user.email}, ${user.emailNorm}, ${user.name}, ${user.role}, ${user.passwordHash},
              ${clock(ctx)})
      ON CONFLICT (email_norm) DO NOTHING
      RETURNING id
    ), event AS (${factOf(ctx, id, { type: 'user.added', to: user.role, data: { email: user.email } })})
    SELECT id::text FROM changed`
  return row?.id ?? null
}

/**
 * Enabled admins, locked: two admins who take the role from one another at the same moment wait here, and the second
 * sees what the first has done, so one of them remains.
 */
const ADMINS = Prisma.sql`
  admins AS MATERIALIZED (
    SELECT id FROM app_user WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id FOR UPDATE
  )`
const anotherAdmin = (userId: string) => Prisma.sql`EXISTS (SELECT FROM admins WHERE id <> ${userId}::uuid)`

/** Ends every live session of the rows of `changed`. */
const endAll = (ctx: Context, reason: EndReason, except: string | null = null) => Prisma.sql`
  UPDATE user_session SET ended_at = ${clock(ctx)}, ended_reason = ${reason}
  WHERE user_id IN (SELECT id FROM changed) AND ended_at IS NULL AND id IS DISTINCT FROM ${except}::uuid
  RETURNING id`

/** @returns whether the role was `from` and is `to`, and an enabled admin remains */
export async function setRole(
  ctx: Context,
  { userId, from, to }: { userId: string; from: Role; to: Role },
): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH ${ADMINS}, changed AS (
      UPDATE app_user SET role = ${to} WHERE id = ${userId}::uuid AND role = ${from}
        AND (role <> 'admin' OR disabled_at IS NOT NULL OR ${anotherAdmin(userId)})
      RETURNING id
    ), event AS (${factOf(ctx, userId, { type: 'user.role_changed', from, to })})
    SELECT id::text FROM changed`
  return rows.length > 0
}

/** Disables an account and ends its sessions. @returns whether it was enabled, and an enabled admin remains */
export async function disableUser(ctx: Context, userId: string): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH ${ADMINS}, changed AS (
      UPDATE app_user SET disabled_at = ${clock(ctx)} WHERE id = ${userId}::uuid AND disabled_at IS NULL
        AND (role <> 'admin' OR ${anotherAdmin(userId)})
      RETURNING id
    ), ended AS (${endAll(ctx, 'disabled')}),
    event AS (${factOf(ctx, userId, { type: 'user.disabled', from: 'enabled', to: 'disabled' })})
    SELECT id::text FROM changed`
  return rows.length > 0
}

export async function enableUser(ctx: Context, userId: string): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH changed AS (
      UPDATE app_user SET disabled_at = NULL WHERE id = ${userId}::uuid AND disabled_at IS NOT NULL RETURNING id
    ), event AS (${factOf(ctx, userId, { type: 'user.enabled', from: 'disabled', to: 'enabled' })})
    SELECT id::text FROM changed`
  return rows.length > 0
}

/** Sets a password and ends every session but `keep`, whoever held them. */
export async function setPassword(
  ctx: Context,
  { userId, passwordHash, keep }: { userId: string; passwordHash: string; keep: string | null },
): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH changed AS (
      UPDATE app_user SET password_hash = ${passwordHash} WHERE id = ${userId}::uuid RETURNING id
    ), ended AS (${endAll(ctx, 'password_changed', keep)}),
    links AS (DELETE FROM sign_in_link WHERE user_id IN (SELECT id FROM changed) AND used_at IS NULL),
    event AS (${factOf(ctx, userId, { type: 'user.password_set' })})
    SELECT id::text FROM changed`
  return rows.length > 0
}

/** Ends every live session of a person but `keep`. @returns how many there were */
export async function endSessionsOf(ctx: Context, userId: string, keep: string | null): Promise<number> {
  const [row] = await ctx.db.$queryRaw<[{ count: number }]>`
    WITH changed AS (
      SELECT id FROM app_user WHERE id = ${userId}::uuid
        AND EXISTS (SELECT FROM user_session s WHERE s.user_id = ${userId}::uuid AND s.ended_at IS NULL
                    AND s.id IS DISTINCT FROM ${keep}::uuid)
    ), ended AS (${endAll(ctx, 'ended_by_admin', keep)}),
    event AS (${factOf(ctx, userId, { type: 'user.sessions_ended' })})
    SELECT count(*)::int AS count FROM ended`
  return row?.count ?? 0
}

/** All accounts by name, each with its live sessions, the latest used first. */
export const listUsers = (db: Db, now: Date, idleMs: number) =>
  db.appUser.findMany({
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    omit: { passwordHash: true, oidcSubject: true },
    include: {
      sessions: {
        where: { endedAt: null, expiresAt: { gt: now }, lastSeenAt: { gt: new Date(now.getTime() - idleMs) } },
        orderBy: { lastSeenAt: 'desc' },
      },
    },
  })

/** What accounts are called, by id: for the timeline. */
export async function findUserNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; href: null }>> {
  const rows = await db.appUser.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } })
  return new Map(rows.map(({ id, name }) => [id, { name, href: null }]))
}
