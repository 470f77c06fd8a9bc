import { factOf } from '@/lib/access/data'
import { LINK_MS } from '@/lib/access/entry/rules'
import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'

export const findUserByEmail = (db: Db, emailNorm: string) => db.appUser.findUnique({ where: { emailNorm } })

/** Keeps a new link of a person; links of theirs that were not used end with it. */
export async function keepLink(
  ctx: Context,
  { tokenHash, userId, browserHash }: { tokenHash: string; userId: string; browserHash: string },
): Promise<void> {
  await ctx.db.$executeRaw`
    WITH earlier AS (DELETE FROM sign_in_link WHERE user_id = ${userId}::uuid AND used_at IS NULL)
    INSERT INTO sign_in_link (token_hash, user_id, browser_hash, created_at, expires_at)
    SELECT ${tokenHash}, ${userId}::uuid, ${browserHash}, now, now + ${LINK_MS} * interval '1 millisecond'
    FROM (SELECT ${clock(ctx)} AS now) AS at`
}

/** Uses a link up: once, within its time, in the browser that asked. @returns the person, or null */
export async function spendLink(ctx: Context, tokenHash: string, browserHash: string): Promise<string | null> {
  const [row] = await ctx.db.$queryRaw<{ id: string }[]>`
    UPDATE sign_in_link AS l SET used_at = ${clock(ctx)}
    FROM app_user u
    WHERE l.token_hash = ${tokenHash} AND l.browser_hash = ${browserHash} AND l.used_at IS NULL
      AND l.expires_at > ${clock(ctx)} AND u.id = l.user_id AND u.disabled_at IS NULL
    RETURNING u.id::text`
  return row?.id ?? null
}

export type OidcPerson = { subject: string; emailNorm: string | null }

/**
 * The person behind an OIDC subject. One that is not linked yet is linked by an address that the provider has verified,
 * once: another subject with the same address is not let in.
 */
export async function personOfSubject(ctx: Context, { subject, emailNorm }: OidcPerson): Promise<string | null> {
  const known = await ctx.db.appUser.findUnique({ where: { oidcSubject: subject } })
  if (known) return known.disabledAt ? null : known.id
  const person = emailNorm ? await findUserByEmail(ctx.db, emailNorm) : null
  if (!person) return null
  const [row] = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH changed AS (
      UPDATE app_user SET oidc_subject = ${subject}
      WHERE id = ${person.id}::uuid AND email_norm = ${emailNorm} AND oidc_subject IS NULL AND disabled_at IS NULL
      RETURNING id
    ), event AS (${factOf(ctx, person.id, { type: 'user.oidc_linked' })})
    SELECT id::text FROM changed`
  return row?.id ?? null
}
