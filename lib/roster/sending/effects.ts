import type { Settled } from '@/lib/engine/request'
import { AT } from '@/lib/engine/sql'
import { queuedRows } from '@/lib/messages/data'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { letterWriter } from '../mail/letters'
import { weekOr } from '../week/effects'
import { sceneOf } from './data'

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
  const scene = await sceneOf(ctx, week)
  const write = letterWriter(scene)
  const rows = scene.tenders.map((tender) => write(tender, newId()))
  const without = scene.tenders.filter((tender) => !scene.seats.some((seat) => seat.tenderId === tender.id)).length
  return {
    value: undefined,
    set: { queued_at: AT },
    also: queuedRows(ctx, rows),
    data: { hash: week.approvedHash ?? '', messages: rows.length, without },
  }
}
