import { record } from '@/lib/engine/audit'
import { clock } from '@/lib/engine/sql'
import { type Context, inTransaction } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { keepSeen, readSeen, type Seen } from '@/lib/platform/seen'
import { parkAll } from '../recovery/data'
import { messageFacts } from '../schema'

export type HoldState =
  | { held: false }
  | { held: true; id: string; detectedAt: Date; seenSeal: number; databaseSeal: number }

type Row = {
  epoch: number
  seal: number
  id: string | null
  detected_at: Date
  seen_seal: number
  database_seal: number
}

async function stateOf(ctx: Context): Promise<Row | undefined> {
  const [row] = await ctx.db.$queryRaw<Row[]>`
    SELECT coalesce((SELECT max(c.epoch) FROM public.restore_hold c), 0)::int AS epoch,
           coalesce((SELECT max(s.number) FROM public.seal s), 0)::float8 AS seal,
           h.id::text, h.detected_at, h.seen_seal::float8 AS seen_seal, h.database_seal::float8 AS database_seal
      FROM (SELECT) once LEFT JOIN public.restore_hold h ON h.confirmed_at IS NULL`
  return row
}

/** Whether the installation has seen a record that is further than the database's. */
function isBehind({ epoch, seal }: Row, seen: Seen): boolean {
  const seenEpoch = seen.epoch ?? epoch
  return seenEpoch > epoch || (seenEpoch === epoch && seen.seal > seal)
}

/** The same as `holdState`, read only: a restore that was not found before is not written down. */
export async function wouldHold(ctx: Context): Promise<boolean> {
  const row = await stateOf(ctx)
  if (!row) return false
  const seen = readSeen()
  return row.id !== null || (seen !== null && isBehind(row, seen))
}

/**
 * Whether everything that leaves is on hold, because this database is behind what the installation has seen: a backup
 * was restored, and what it calls queued may have been sent since. Looked up before each delivery, so a restore under a
 * running server is found too; once found it stands until a person confirms, however far the record grows meanwhile.
 */
export async function holdState(ctx: Context): Promise<HoldState> {
  const row = await stateOf(ctx)
  if (!row) return { held: false }
  if (row.id !== null)
    return {
      held: true,
      id: row.id,
      detectedAt: row.detected_at,
      seenSeal: row.seen_seal,
      databaseSeal: row.database_seal,
    }
  const seen = readSeen()
  if (!seen || !isBehind(row, seen)) return { held: false }
  const { seal } = row
  const seenEpoch = seen.epoch ?? row.epoch
  const id = newId()
  const held = await ctx.db.$queryRaw<unknown[]>`
    INSERT INTO public.restore_hold (id, detected_at, seen_epoch, seen_seal, database_seal)
    VALUES (${id}::uuid, ${clock(ctx)}, ${seenEpoch}::int, ${seen.seal}::bigint, ${seal}::bigint)
    ON CONFLICT DO NOTHING RETURNING 1`
  if (held.length > 0)
    await record(ctx, messageFacts, [
      { machine: 'restore', subjectId: id, type: 'restore.held', data: { seenSeal: seen.seal, databaseSeal: seal } },
    ])
  return holdState(ctx)
}

/** Keeps how far the record is, after each sealing. While on hold nothing is kept: the mark is the evidence. */
export async function noteSeals(ctx: Context): Promise<void> {
  if ((await holdState(ctx)).held) return
  const row = await stateOf(ctx)
  const seen = readSeen()
  if (row && (seen?.epoch !== row.epoch || seen.seal !== row.seal)) keepSeen(row)
}

export type Confirmed = { confirmed: boolean; parked: number }

/**
 * A person says: yes, this is a restored database, go on from here. Whatever was under way in it is parked as unknown,
 * since it may have left after the backup was made; the person then decides, one by one or all at once.
 */
export async function confirmRestore(ctx: Context): Promise<Confirmed> {
  const result = await inTransaction(ctx, async (tx) => {
    const [hold] = await tx.db.$queryRaw<{ id: string; epoch: number }[]>`
      UPDATE public.restore_hold h
         SET confirmed_at = ${clock(tx)}, confirmed_by = ${tx.actor.name}::text,
             epoch = 1 + greatest(h.seen_epoch, coalesce((SELECT max(c.epoch) FROM public.restore_hold c), 0))
       WHERE h.confirmed_at IS NULL RETURNING h.id::text, h.epoch`
    if (!hold) return { confirmed: false, parked: 0 }
    const parked = await parkAll(tx)
    await record(tx, messageFacts, [
      { machine: 'restore', subjectId: hold.id, type: 'restore.confirmed', data: { epoch: hold.epoch, parked } },
    ])
    return { confirmed: true, parked }
  })
  // Kept without asking whether it is behind: this is the answer to that question.
  const row = result.confirmed ? await stateOf(ctx) : undefined
  if (row) keepSeen(row)
  return result
}
