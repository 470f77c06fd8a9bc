import { factRows } from '@/lib/engine/audit'
import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { hashToken } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import { stateOf } from '../engines/data'
import type { FeedShift } from '../mail/calendar'
import { type LinkKind, linkFacts } from './schema'

export type LinkHolder = {
  tenderId: string
  name: string
  rosterId: string
  /** The link was taken back: it opens nothing. */
  revoked: boolean
  /** Whether its tender is. */
  active: boolean
}

/** Whose link a token is, good or revoked; null where it never was one. It reads only. */
export async function findTenderBy(ctx: Context, kind: LinkKind, token: string): Promise<LinkHolder | null> {
  const [row] = await ctx.db.$queryRaw<LinkHolder[]>`
    SELECT t.id::text AS "tenderId", t.name, t.roster_id::text AS "rosterId", l.revoked_at IS NOT NULL AS revoked, t.active
      FROM public.tender_link l JOIN public.tender t ON t.id = l.tender_id
     WHERE l.token_hash = ${hashToken(token)}::text AND l.kind = ${kind}::text`
  return row ?? null
}

export type LinkRow = { tenderId: string; name: string; last: number; good: number | null; hash: string | null }

/** Of each tender the last serial of a kind (0: none yet), and the good link where there is one. */
export const listLinks = (ctx: Context, kind: LinkKind, tenderIds: readonly string[]): Promise<LinkRow[]> =>
  ctx.db.$queryRaw`
    SELECT t.id::text AS "tenderId", t.name, coalesce(max(l.serial), 0)::int AS last,
           max(l.serial) FILTER (WHERE l.revoked_at IS NULL)::int AS good,
           max(l.token_hash) FILTER (WHERE l.revoked_at IS NULL) AS hash
      FROM public.tender t LEFT JOIN public.tender_link l ON l.tender_id = t.id AND l.kind = ${kind}::text
     WHERE t.id = ANY(${[...tenderIds]}::uuid[]) GROUP BY t.id`

export type LinkWanted = { id: string; tenderId: string; serial: number; hash: string }

const wanted = (links: readonly LinkWanted[]) => Prisma.sql`
  jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS w(id uuid, "tenderId" uuid, serial int, hash text)`

/** Writes the links that are missing, and the hash of those whose secret has changed since. */
export async function writeLinks(ctx: Context, kind: LinkKind, links: readonly LinkWanted[]): Promise<void> {
  await ctx.db.$executeRaw`
    WITH mended AS (
      UPDATE public.tender_link l SET token_hash = w.hash FROM ${wanted(links)}
       WHERE l.tender_id = w."tenderId" AND l.kind = ${kind}::text AND l.serial = w.serial AND l.revoked_at IS NULL AND l.token_hash <> w.hash)
    INSERT INTO public.tender_link (id, tender_id, kind, serial, token_hash, created_at)
    SELECT w.id, w."tenderId", ${kind}::text, w.serial, w.hash, ${clock(ctx)} FROM ${wanted(links)}
     WHERE NOT EXISTS (SELECT FROM public.tender_link l WHERE l.tender_id = w."tenderId" AND l.kind = ${kind}::text AND l.serial = w.serial)
     ORDER BY w."tenderId" ON CONFLICT DO NOTHING`
}

/** The serial of the link that this very press made, or null. */
export async function findMadeLink(ctx: Context, id: string): Promise<number | null> {
  const [row] = await ctx.db.$queryRaw<{ serial: number }[]>`
    SELECT serial FROM public.tender_link WHERE id = ${id}::uuid`
  return row?.serial ?? null
}

type Ended = { kind: LinkKind; link: LinkRow }

const ending = (ctx: Context, { kind, link }: Ended, unless: Prisma.Sql = Prisma.sql`false`): Prisma.Sql => Prisma.sql`
  UPDATE public.tender_link l SET revoked_at = ${clock(ctx)}
   WHERE l.tender_id = ${link.tenderId}::uuid AND l.kind = ${kind}::text AND l.serial = ${link.good}::int AND l.revoked_at IS NULL
     AND NOT ${unless}
  RETURNING 1`

const fact = (
  ctx: Context,
  { kind, link }: Ended,
  event: { type: keyof typeof linkFacts; commandId?: string },
  source: string,
): Prisma.Sql =>
  factRows(
    ctx,
    linkFacts,
    [{ machine: 'tender', subjectId: link.tenderId, ...event, data: { name: link.name, link: kind } }],
    source,
  )

/** Takes the good link back, with its event, which keeps the press. @returns whether this call was the one */
export async function endLink(ctx: Context, ended: Ended, commandId: string): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<unknown[]>`
    WITH gone AS (${ending(ctx, ended)}), ev AS (${fact(ctx, ended, { type: 'tender.link_revoked', commandId }, 'gone')})
    SELECT 1 FROM gone`
  return rows.length > 0
}

/**
 * Puts a link in the place of the one that was seen, in one statement, with the event. Somebody who was quicker took
 * the serial, and nothing is written. @returns whether this call was the one
 */
export async function replaceLink(ctx: Context, ended: Ended, next: LinkWanted): Promise<boolean> {
  // This very press may have been faster in another request: then the link that stands is its own.
  const made = Prisma.sql`EXISTS (SELECT FROM public.tender_link x WHERE x.id = ${next.id}::uuid)`
  const rows = await ctx.db.$queryRaw<unknown[]>`
    WITH gone AS (${ending(ctx, ended, made)}),
    made AS (
      INSERT INTO public.tender_link (id, tender_id, kind, serial, token_hash, created_at)
      SELECT ${next.id}::uuid, t.id, ${ended.kind}::text, ${next.serial}::int, ${next.hash}::text, ${clock(ctx)}
        FROM public.tender t
       WHERE t.id = ${next.tenderId}::uuid AND (SELECT count(*) FROM gone) = ${ended.link.good === null ? 0 : 1}::int
      ON CONFLICT DO NOTHING RETURNING 1),
    ev AS (${fact(ctx, ended, { type: 'tender.link_renewed' }, 'made')})
    SELECT 1 FROM made`
  return rows.length > 0
}

/** How far back a feed and the count of past shifts reach, in weeks. */
const FEED_WEEKS = 8
const WORKED_WEEKS = 26

const SENT = Prisma.sql`g.kind = 'week' AND ${stateOf('g')} = 'SENT'`
const weeks = (count: number) => Prisma.sql`make_interval(weeks => ${count}::int)`
/** The week is not over for longer than that; one that the old engine sent may not know when it ends, its shifts do. */
const notBefore = (ctx: Context, count: number) =>
  Prisma.sql`coalesce(g.ends_at > ${clock(ctx)} - ${weeks(count)}, true)`

export type TenderCard = {
  roster: string
  zone: string
  settings: unknown
  email: string | null
  stopped: boolean
  worked: number
}

/** Whose page it is: their roster, and how many shifts they worked lately, with the confirmed swaps on top. */
export async function readCard(ctx: Context, tenderId: string): Promise<TenderCard | null> {
  const [row] = await ctx.db.$queryRaw<TenderCard[]>`
    SELECT o.name AS roster, o.zone, o.settings, t.email, t.unsubscribed_at IS NOT NULL AS stopped,
           (SELECT count(*)::int FROM public.roster_run g JOIN public.shift s ON s.run_id = g.id
              JOIN public.seat x ON x.shift_id = s.id
             WHERE g.roster_id = o.id AND ${SENT} AND ${notBefore(ctx, WORKED_WEEKS)}
               AND s.ends_at <= ${clock(ctx)} AND s.ends_at > ${clock(ctx)} - ${weeks(WORKED_WEEKS)} AND x.tender_id = t.id) AS worked
      FROM public.tender t JOIN public.roster o ON o.id = t.roster_id WHERE t.id = ${tenderId}::uuid`
  return row ?? null
}

export type OpenForm = { runId: string; answered: boolean }

/** The form that is open and that a tender has a link to, or null. */
export async function findOpenForm(ctx: Context, tenderId: string): Promise<OpenForm | null> {
  const [row] = await ctx.db.$queryRaw<OpenForm[]>`
    SELECT g.id::text AS "runId",
           EXISTS (SELECT FROM public.availability v WHERE v.run_id = g.id AND v.tender_id = l.tender_id) AS answered
      FROM public.availability_link l JOIN public.roster_run g ON g.id = l.run_id
     WHERE l.tender_id = ${tenderId}::uuid AND g.kind = 'week' AND ${stateOf('g')} = 'COLLECTING'`
  return row ?? null
}

/**
 * The shifts of a tender in sent weeks, of the last 8 weeks and all to come, with the confirmed swaps on top. A swap
 * of the shift, whoever's, makes its entry a newer one. Of somebody who left, what they worked and nothing to come.
 */
export const listFeed = (ctx: Context, tenderId: string): Promise<(FeedShift & { roster: string })[]> =>
  ctx.db.$queryRaw`
    SELECT s.id::text, g.id::text AS "runId", o.name AS roster, s.starts_at AS "startsAt", s.ends_at AS "endsAt", s.role,
           (SELECT coalesce(array_agg(p.name ORDER BY p.name), '{}') FROM public.seat y JOIN public.tender p ON p.id = y.tender_id
             WHERE y.shift_id = s.id) AS people,
           (SELECT count(*)::int FROM public.swap w WHERE w.shift_id = s.id AND w.state = 'confirmed') AS sequence,
           greatest(coalesce(g.sent_at, g.created_at),
                    (SELECT max(w.ended_at) FROM public.swap w WHERE w.shift_id = s.id AND w.state = 'confirmed')) AS "changedAt"
      FROM public.tender t
      JOIN public.roster o ON o.id = t.roster_id
      JOIN public.roster_run g ON g.roster_id = o.id AND ${SENT} AND ${notBefore(ctx, FEED_WEEKS)}
      JOIN public.shift s ON s.run_id = g.id AND s.dropped_at IS NULL
      JOIN public.seat x ON x.shift_id = s.id AND x.tender_id = t.id
     WHERE t.id = ${tenderId}::uuid AND s.ends_at > ${clock(ctx)} - ${weeks(FEED_WEEKS)}
       AND (t.active OR s.ends_at <= ${clock(ctx)}) ORDER BY s.starts_at, s.id`
