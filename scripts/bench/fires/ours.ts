import { type Context, context, SYSTEM, TICK } from '@/lib/platform/context'
import type { PrismaClient } from '@/lib/platform/prisma/client'
import type { DueFire, Handlers } from '@/lib/schedules/effects'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { schedulesTick } from '@/lib/server/schedules'
import { withClient } from '../../boot/roles.mjs'

/** The minute at which all of them are due. */
const MINUTE = new Date('2027-03-01T21:05:00Z')

/** One insert a fire, as whatever a schedule is for does at the least. */
async function insert(tx: Context, fires: readonly DueFire[]) {
  const keys = fires.map(({ key }) => key)
  await tx.db.$executeRaw`INSERT INTO public.bench_effect (key) SELECT unnest(${keys}::text[])`
  return fires.map(() => ({ outcome: 'done' }))
}

const handlers: Handlers = { Bench: { kind: 'set', run: insert } }

export type Rig = { db: PrismaClient; url: string; adminUrl: string }

const at = (rig: Rig, instant: Date): Context => {
  const shift = instant.getTime() - Date.now()
  return { ...context({ db: rig.db, actor: TICK, shift }), now: () => new Date(Date.now() + shift) }
}

/** Keeps `count` schedules of 07:05 on weekdays in Brisbane: one by the verb, the others its copies. */
export async function keep(rig: Rig, count: number): Promise<void> {
  const ctx = { ...at(rig, new Date('2027-03-01T00:00:00Z')), actor: SYSTEM }
  const calendar = { cron: '5 7 * * 1-5', zone: 'Australia/Brisbane' }
  const id = `bench:${count}`
  const spec = { id, taskQueue: 'daybook', workflowType: 'Bench', args: {}, calendar, note: 'Of a bench' }
  const told = await postgresClient(ctx, handlers).register(spec)
  if (!told.ok) throw new Error(told.sentence)
  await withClient(rig.adminUrl, async (client) => {
    await client.query("SET session_replication_role = 'replica'")
    await client.query(
      `INSERT INTO schedule SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'key', s.key || '-' || n))).*
         FROM schedule s, generate_series(2, $2::int) n WHERE s.key = $1`,
      [id, count],
    )
    await client.query("SET session_replication_role = 'origin'")
    await client.query('VACUUM ANALYZE schedule')
  })
}

/** @returns milliseconds that the schedules' part of a tick takes, five seconds after the minute */
export async function fireAll(rig: Rig): Promise<number> {
  const ctx = at(rig, new Date(MINUTE.getTime() + 5_000))
  const part = schedulesTick(handlers)
  const began = performance.now()
  await part.run(ctx, { due: 0, claims: 0 }, { left: () => 60_000 })
  return performance.now() - began
}

/** Each fire and each effect once. @throws when it is not so */
export async function assertOnce(rig: Rig, count: number): Promise<void> {
  const [row] = await rig.db.$queryRaw<[{ fires: number; effects: number; keys: number }]>`
    SELECT (SELECT count(*)::int FROM schedule_fire WHERE state = 'fired' AND outcome = 'done') AS fires,
           (SELECT count(*)::int FROM bench_effect) AS effects, (SELECT count(DISTINCT key)::int FROM bench_effect) AS keys`
  if (row.fires !== count || row.effects !== count || row.keys !== count)
    throw new Error(`${count} were due; the ledger has ${row.fires}, the effects ${row.effects} of ${row.keys}.`)
}

/** Nothing kept, nothing fired. */
export const empty = (rig: Rig): Promise<void> =>
  withClient(rig.adminUrl, async (client) => {
    await client.query("SET session_replication_role = 'replica'")
    await client.query('DELETE FROM schedule_fire; DELETE FROM schedule; DELETE FROM bench_effect')
    await client.query("SET session_replication_role = 'origin'")
    await client.query('VACUUM schedule, schedule_fire, bench_effect')
  })

/** The table that one fire writes one row of. */
export const makeEffects = (rig: Rig): Promise<void> =>
  withClient(rig.adminUrl, async (client) => {
    await client.query(
      'CREATE TABLE bench_effect (key text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp())',
    )
    await client.query(`GRANT ALL ON bench_effect TO ${new URL(rig.url).username}`)
  })
