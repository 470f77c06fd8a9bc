import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '@/lib/platform/database'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'
import { countDue } from './data'

/** As many as the product promises where there is time for it. */
const DUE = process.env.FULL === '1' ? 10_000 : 1_000
const REGISTERED = '2026-12-01T20:00:00Z'
const DUE_AT = '2026-12-01T21:05:00Z'
const CLAIMED = '2026-12-01T21:05:10Z'

let w: SchedulesWorld
beforeAll(async () => {
  w = await schedulesWorld()
  const one = spec({ id: 'race:0', cron: '5 7 * * *' })
  expect(await postgresClient(w.at(REGISTERED), w.handlers).register(one)).toMatchObject({ ok: true })
  const owner = connect(w.database.ownerUrl, 1)
  await owner.$executeRaw`ALTER TABLE schedule DISABLE TRIGGER USER`
  await owner.$executeRaw`
    INSERT INTO schedule SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'key', 'race:' || n))).*
      FROM schedule s, generate_series(1, ${DUE - 1}::int) n`
  await owner.$executeRaw`ALTER TABLE schedule ENABLE TRIGGER USER`
  await owner.$disconnect()
})
afterAll(() => w.end())

/** Another process that claims until nothing is due, whatever happens to its connections. */
function ticking(failpoint = ''): ChildProcess {
  const code = `
    const { claimDue } = await import('./lib/schedules/claims/process.ts')
    const { countDue } = await import('./lib/schedules/ledger/data.ts')
    const { writeEffects } = await import('./lib/testing/schedules.ts')
    const { context, TICK } = await import('./lib/platform/context.ts')
    const ctx = context({ actor: TICK, shift: ${Math.round(w.at(CLAIMED).shift)} })
    for (;;) {
      try {
        await claimDue(ctx, { Effect: { kind: 'set', run: writeEffects } }, ${DUE / 50})
        if ((await countDue(ctx)) === 0) break
      } catch {}
    }
    process.exit(0)`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    env: { ...process.env, DATABASE_URL: w.database.url, DAYBOOK_TEST: '1', DAYBOOK_FAILPOINT: failpoint },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const ended = (child: ChildProcess): Promise<NodeJS.Signals | null> =>
  new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)))

/** As a network or an administrator does: some of the claims' connections are cut. @returns how many */
async function cut(): Promise<number> {
  const rows = await w.db.$queryRaw<{ pid: number }[]>`
    SELECT pid, pg_terminate_backend(pid) FROM (
      SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' ORDER BY random() LIMIT 2) busy`
  return rows.length
}

describe('row 16: double fires', () => {
  test(`${DUE} due, eight ticks at once, some of them killed, connections cut: every fire once, none missing`, async () => {
    // Four die in the middle of their first claim; two of the others are killed from outside while they are at it.
    const armed = Array.from({ length: 4 }, () => ticking('schedules.before-write:kill'))
    const others = Array.from({ length: 4 }, () => ticking())
    const signals = Promise.all([...armed, ...others].map(ended))
    const all = await countDue(w.at(CLAIMED))
    expect(all).toBe(DUE)
    let cuts = 0
    const isEnough = () => cuts >= 40
    let isShot = false
    for (let left = all; left > 0; left = await countDue(w.at(CLAIMED))) {
      if (left < DUE) {
        if (!isEnough()) cuts += await cut()
        if (!isShot) for (const child of others.slice(0, 2)) child.kill('SIGKILL')
        isShot = true
      }
      await sleep(15)
    }
    const killed = (await signals).filter((signal) => signal === 'SIGKILL').length
    expect(killed).toBeGreaterThanOrEqual(1)
    const [fires] = await w.db.$queryRaw<object[]>`
      SELECT count(*)::int AS rows, count(DISTINCT schedule_id)::int AS schedules, count(*) FILTER (WHERE outcome = 'done')::int AS done
        FROM schedule_fire WHERE fire_at = ${new Date(DUE_AT)} AND state = 'fired'`
    expect(fires).toEqual({ rows: DUE, schedules: DUE, done: DUE })
    const [effects] = await w.db.$queryRaw<object[]>`
      SELECT count(*)::int AS rows, count(DISTINCT key)::int AS keys FROM effect`
    expect(effects).toEqual({ rows: DUE, keys: DUE })
    expect(await w.db.scheduleFire.count()).toBe(DUE)
    expect(await w.db.schedule.count({ where: { lastError: { not: null } } })).toBe(0)
    process.stdout.write(`${DUE} due: ${killed} of 8 ticks killed, ${cuts} connections cut, every fire once.\n`)
  }, 240_000)
})
