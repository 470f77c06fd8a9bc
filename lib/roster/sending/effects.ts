import type { Settled } from '@/lib/engine/request'
import { AT } from '@/lib/engine/sql'
import { queuedRows } from '@/lib/messages/data'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { calendarUrl, ensureLinks, pageUrl, tokensAhead } from '../links/effects'
import type { LinkKind } from '../links/schema'
import { letterWriter } from '../mail/letters'
import type { PersonLinks } from '../mail/schedule'
import { hashRoster } from '../picker/hash'
import { weekOr } from '../week/effects'
import { readScene } from './data'

/** What became of the schedule mails; settled, so the figures cannot change any more. */
export async function countSent(ctx: Context, id: string): Promise<Settled<undefined>> {
  const { rows } = await weekOr(ctx, id)
  return {
    value: undefined,
    set: { status: 'sent', sent_at: AT },
    data: { sent: rows.sent ?? 0, letGo: rows.let_go ?? 0 },
  }
}

/**
 * Writes every schedule mail and hands the rows to the `queue` move: one a (run, person), their bytes frozen. Each
 * tender who is active gets one, with or without a shift, and so does who left but is on the roster; who cannot be
 * written to gets a row that says why.
 */
export async function queueSchedule(ctx: Context, id: string): Promise<Settled<undefined>> {
  const week = await weekOr(ctx, id)
  const scene = await readScene(ctx, week)
  const ids = scene.tenders.map((tender) => tender.id)
  const links = await linksBy((kind) => ensureLinks(ctx, kind, ids))
  const write = letterWriter({ ...scene, links })
  const rows = scene.tenders.map((tender) => write(tender, newId()))
  const hash = week.approvedHash ?? hashRoster(scene.seats)
  const without = scene.tenders.filter((tender) => !scene.seats.some((seat) => seat.tenderId === tender.id)).length
  return {
    value: undefined,
    // The old engine's own weeks may come without the hash of what was approved: it is that of what goes out.
    set: { queued_at: AT, ...(week.v2State === null ? { approved_hash: hash } : {}) },
    also: queuedRows(ctx, rows),
    data: { hash, messages: rows.length, without },
  }
}

/** What stands in the mails of each person, from their tokens of each kind. */
async function linksBy(tokensOf: (kind: LinkKind) => Promise<Map<string, string>>): Promise<Map<string, PersonLinks>> {
  const [pages, calendars, stops] = await Promise.all([tokensOf('page'), tokensOf('calendar'), tokensOf('mail')])
  return new Map(
    [...pages].flatMap(([id, page]) => {
      const [feed, stop] = [calendars.get(id), stops.get(id)]
      return feed && stop ? [[id, { page: pageUrl(page), calendar: calendarUrl(feed), stop }] as const] : []
    }),
  )
}

/** The addresses that Send will write into the mails of these people. It reads only: nothing is made for a preview. */
export const foreseeLinks = (ctx: Context, ids: readonly string[]): Promise<Map<string, PersonLinks>> =>
  linksBy((kind) => tokensAhead(ctx, kind, ids))
