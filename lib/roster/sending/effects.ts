import type { Settled } from '@/lib/engine/request'
import { AT } from '@/lib/engine/sql'
import { queuedRows } from '@/lib/messages/data'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { listLinks } from '../links/data'
import { calendarUrl, ensureLinks, linkTokenOf, pageUrl } from '../links/effects'
import type { LinkKind } from '../links/schema'
import { letterWriter } from '../mail/letters'
import type { PersonLinks } from '../mail/schedule'
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
  const [page, calendar] = await Promise.all([ensureLinks(ctx, 'page', ids), ensureLinks(ctx, 'calendar', ids)])
  const write = letterWriter({ ...scene, links: addressesOf({ page, calendar }) })
  const rows = scene.tenders.map((tender) => write(tender, newId()))
  const without = scene.tenders.filter((tender) => !scene.seats.some((seat) => seat.tenderId === tender.id)).length
  return {
    value: undefined,
    set: { queued_at: AT },
    also: queuedRows(ctx, rows),
    data: { hash: week.approvedHash ?? '', messages: rows.length, without },
  }
}

type Tokens = { page: ReadonlyMap<string, string>; calendar: ReadonlyMap<string, string> }

function addressesOf({ page, calendar }: Tokens): Map<string, PersonLinks> {
  return new Map(
    [...page].flatMap(([id, token]) => {
      const feed = calendar.get(id)
      return feed ? [[id, { page: pageUrl(token), calendar: calendarUrl(feed) }] as const] : []
    }),
  )
}

/** The addresses that Send will write into the mails of these people. It reads only: nothing is made for a preview. */
export async function foreseeLinks(ctx: Context, ids: readonly string[]): Promise<Map<string, PersonLinks>> {
  const tokensOf = async (kind: LinkKind) =>
    new Map(
      (await listLinks(ctx, kind, ids)).map(({ tenderId, good, last }) => [
        tenderId,
        linkTokenOf(kind, tenderId, good ?? last + 1),
      ]),
    )
  const [page, calendar] = await Promise.all([tokensOf('page'), tokensOf('calendar')])
  return addressesOf({ page, calendar })
}
