/**
 * Schedules that are all due in one minute, each doing one insert: from the minute to the last of them, in one tick. Two
 * peers do the same on the same PostgreSQL, and the floor is one statement that writes as many rows into both tables.
 */
import { assertOnce, empty, fireAll, keep, makeEffects, type Rig } from './fires/ours'
import { boss, graphile } from './fires/peers'
import { type Bench, median, type Row } from './report'
import { startDatabase } from './rig/database'

type Load = { count: number; rounds: number; goal: number; peers: readonly ('graphile-worker' | 'pg-boss')[] }

/** Goals in ms, as the prototype reached them: `research` 0.6 and 7.9 s. Peers are asked where they end within minutes. */
const LOADS: readonly Load[] = [
  { count: 1_000, rounds: 5, goal: Number.POSITIVE_INFINITY, peers: ['graphile-worker', 'pg-boss'] },
  { count: 10_000, rounds: 3, goal: 1_000, peers: ['graphile-worker'] },
  { count: 100_000, rounds: 1, goal: 10_000, peers: [] },
]
/** How many times faster than the best peer. */
const GOAL = 3

const PEERS = { 'graphile-worker': graphile, 'pg-boss': boss } as const

/** As many rows of the ledger and of effects as fires leave, each table in one statement. */
async function floor(rig: Rig, count: number): Promise<number> {
  await keep(rig, count)
  const began = performance.now()
  await rig.db.$executeRaw`
    WITH e AS (INSERT INTO bench_effect (key) SELECT key FROM schedule)
    INSERT INTO schedule_fire (schedule_id, kind, fire_at, local_time, state, count, actual_at, attempt, outcome, finished_at)
    SELECT id, 'slot', '2027-03-01T21:05:00Z', '2027-03-02T07:05:00', 'fired', 1, '2027-03-01T21:05:05Z', 1, 'done', '2027-03-01T21:05:05Z'
      FROM schedule`
  const taken = performance.now() - began
  await empty(rig)
  return taken
}

async function ours(rig: Rig, { count, rounds }: Load): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) {
    await keep(rig, count)
    taken.push(await fireAll(rig))
    await assertOnce(rig, count)
    await empty(rig)
  }
  return median(taken)
}

async function measure(rig: Rig, load: Load): Promise<Row> {
  const { count, goal, peers } = load
  const against = [{ name: 'floor', value: await floor(rig, count) }]
  const found = await ours(rig, load)
  let best = Number.POSITIVE_INFINITY
  for (const name of peers) {
    const value = await PEERS[name](rig.adminUrl, count)
    against.push({ name, value })
    best = Math.min(best, value)
    await empty(rig)
  }
  const goals = [...(peers.length > 0 ? [`${GOAL} × the best peer`] : []), ...(goal < Infinity ? [`≤ ${goal} ms`] : [])]
  const met = found <= goal && (peers.length === 0 || best / found >= GOAL)
  return {
    measure: `${count.toLocaleString('en-GB')} due`,
    ours: found,
    unit: 'ms',
    against,
    goal: goals.join(', '),
    met,
  }
}

async function run(): Promise<Row[]> {
  const database = await startDatabase('daybook_test_bench')
  try {
    await makeEffects(database)
    const rows: Row[] = []
    for (const load of LOADS) rows.push(await measure(database, load))
    return rows
  } finally {
    await database.stop()
  }
}

export default { name: 'fires', run } satisfies Bench
