import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, run as runGraphile } from 'graphile-worker'
import pg from 'pg'
import PgBoss from 'pg-boss'
import { withClient } from '../../boot/roles.mjs'

// Peers are driven by the real clock: all their schedules are of every minute, and the next one counts.

const MINUTE_MS = 60_000
/** A peer that has not done it by then is stopped, and what it did is told. */
const PATIENCE_MS = 180_000

/** The start of the next minute that leaves `room` ms to get ready. */
const nextMinute = (room: number): number => Math.ceil((Date.now() + room) / MINUTE_MS) * MINUTE_MS

/** @returns milliseconds from the minute to the last of `count` effects of it; Infinity where they never came */
async function lastEffect(adminUrl: string, minute: number, count: number): Promise<number> {
  return withClient(adminUrl, async (client) => {
    while (Date.now() < minute + PATIENCE_MS) {
      const { rows } = await client.query<{ n: number; last: Date | null }>(
        'SELECT count(*)::int AS n, max(at) AS last FROM (SELECT at FROM bench_effect WHERE at >= $1 ORDER BY at LIMIT $2) e',
        [new Date(minute), count],
      )
      const [row] = rows
      if (row?.last && row.n >= count) return row.last.getTime() - minute
      await sleep(100)
    }
    return Number.POSITIVE_INFINITY
  })
}

/** graphile-worker: a crontab of `count` lines, each of which adds a job that inserts one row. */
export async function graphile(adminUrl: string, count: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 20 })
  pool.on('error', () => {})
  const minute = nextMinute(10_000)
  const items = Array.from({ length: count }, (_, n) => ({
    match: '* * * * *',
    task: 'insert',
    identifier: `bench-${n}`,
    payload: { key: String(n) },
  }))
  const runner = await runGraphile({
    pgPool: pool,
    concurrency: 16,
    pollInterval: 300,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    parsedCronItems: parseCronItems(items),
    taskList: {
      insert: async (_, { withPgClient, job }) => {
        await withPgClient((client) => client.query('INSERT INTO bench_effect (key) VALUES ($1)', [String(job.id)]))
      },
    },
  })
  try {
    return await lastEffect(adminUrl, minute, count)
  } finally {
    await runner.stop()
    await pool.end()
  }
}

/** pg-boss: `count` schedules of one queue each fetch of which inserts one row a job. */
export async function boss(adminUrl: string, count: number): Promise<number> {
  const of = new PgBoss({ connectionString: adminUrl, cronMonitorIntervalSeconds: 1, cronWorkerIntervalSeconds: 1 })
  of.on('error', () => {})
  await of.start()
  try {
    const names = Array.from({ length: count }, (_, n) => `bench-${n}`)
    for (const name of names) {
      await of.createQueue(name)
      await of.schedule(name, '* * * * *', { key: name })
    }
    const client = new pg.Client(adminUrl)
    await client.connect()
    const insert = async (jobs: PgBoss.Job<unknown>[]) => {
      for (const { name } of jobs) await client.query('INSERT INTO bench_effect (key) VALUES ($1)', [name])
    }
    // The minute must lie after all are registered.
    const minute = nextMinute(5_000)
    for (const name of names) await of.work(name, { pollingIntervalSeconds: 1 }, insert)
    try {
      return await lastEffect(adminUrl, minute, count)
    } finally {
      await client.end()
    }
  } finally {
    await of.stop({ graceful: false })
  }
}
