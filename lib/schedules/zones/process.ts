import { record } from '@/lib/engine/audit'
import { type Context, inTransaction } from '@/lib/platform/context'
import { logFor } from '@/lib/platform/log'
import { tzVersion } from '@/lib/platform/zones'
import { aheadOf } from '../due/stand'
import { alwaysByTick, type Waking } from '../effects'
import { scheduleFacts, UNTOLD } from '../labels'
import { lockStale, writeClaim } from '../ledger/data'
import { rowTerms } from '../ledger/rules'
import type { Row, Stand } from '../ledger/schema'
import { schedule } from '../machine'
import type { StaleRow } from './data'

/** A schedule whose next fire the zone data moved. */
export type Moved = { row: Row; to: Date | null }

const aheadOn = (row: StaleRow) => aheadOf(rowTerms(row), { at: row.cursor, local: row.cursorLocal })

/** @returns the move that the present zone data make of a row computed on others; null where it is none. @throws CronError */
export function movedOf(row: Row): Moved | null {
  if (row.tzVersion === tzVersion()) return null
  const { nextFireAt } = aheadOn(row)
  return nextFireAt?.getTime() === row.nextFireAt?.getTime() ? null : { row, to: nextFireAt }
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : UNTOLD)

/** When a row fires next on the present zone data, or why that cannot be told. Reads nothing and writes nothing. */
export function freshOf(row: StaleRow): { to: Date | null; why: string | null } {
  try {
    return { to: aheadOn(row).nextFireAt, why: null }
  } catch (error) {
    return { to: row.nextFireAt, why: sentenceOf(error) }
  }
}

/** Each move is in the record, with both versions of the data. */
export const noteMoved = (tx: Context, moves: readonly Moved[]): Promise<void> =>
  record(
    tx,
    scheduleFacts,
    moves.map(({ row, to }) => ({
      machine: schedule.name,
      subjectId: row.id,
      type: 'schedule.moved' as const,
      data: {
        from: row.nextFireAt?.toISOString() ?? null,
        to: to?.toISOString() ?? null,
        dataBefore: row.tzVersion,
        dataNow: tzVersion(),
      },
    })),
  )

/** Schedules in one transaction. */
const BATCH = 1_000

/**
 * Computes the next times of up to a thousand schedules again that were computed on other zone data, and records those
 * that moved. What has fired does not fire again, though its local time comes again.
 * @returns how many were computed, and how many moved
 */
export function recompute(
  ctx: Context,
  byTick: Waking['byTick'] = alwaysByTick,
): Promise<{ done: number; moved: number }> {
  return inTransaction(ctx, async (tx) => {
    const rows = await lockStale(tx, tzVersion(), BATCH)
    const found = rows.map((row) => ({ stand: freshStand(tx, row, byTick), moved: movedSafely(row) }))
    const moves = found.flatMap(({ moved }) => moved ?? [])
    await writeClaim(
      tx,
      found.map(({ stand }) => stand),
      [],
    )
    await noteMoved(tx, moves)
    return { done: rows.length, moved: moves.length }
  })
}

function movedSafely(row: Row): Moved | null {
  try {
    return movedOf(row)
  } catch {
    return null
  }
}

/** The version is taken also where the times cannot be told, or the row would be computed at every tick. */
function freshStand(tx: Context, row: Row, byTick: Waking['byTick']): Stand {
  const stand = { ...row, tzVersion: tzVersion() }
  try {
    const ahead = aheadOn(row)
    return { ...stand, ...ahead, byTick: byTick(rowTerms(row), ahead), lastError: null }
  } catch (error) {
    logFor(tx.requestId).error({ schedule: row.key, err: error }, 'the times of a schedule cannot be told')
    return { ...stand, lastError: sentenceOf(error) }
  }
}
