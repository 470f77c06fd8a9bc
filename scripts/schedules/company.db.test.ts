import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'

const TIMEOUT = { timeout: 240_000 }
let w: SchedulesWorld
let home: string
beforeAll(async () => {
  w = await schedulesWorld()
  home = mkdtempSync(join(tmpdir(), 'daybook-cli-'))
  const client = postgresClient(w.ctx, w.handlers)
  await client.register(spec({ id: 'probe:a', note: 'Crane 60 t · docket' }))
})
afterAll(async () => {
  rmSync(home, { recursive: true, force: true })
  await w.end()
})

/** The command as npm runs it, in an empty home, on a database or on none. */
function run(args: readonly string[], databaseUrl: string | null = w.database.url) {
  const env = { ...process.env, DAYBOOK_HOME: home, DATABASE_URL: databaseUrl ?? '', DATABASE_OWNER_URL: '' }
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/schedules.ts', ...args], { env })
  const answer = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    answer.err += text
  })
  return new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...answer }))
  })
}

describe('on a database', () => {
  it('lists, pauses with a reason and a name, resumes, fires and reconciles', TIMEOUT, async () => {
    const listed = await run(['list'])
    expect(listed).toMatchObject({ code: 0, err: '' })
    expect(listed.out).toMatch(
      /^probe:a {2}not yet {2}07:05 on weekdays, Australia\/Brisbane {2}next \w{3} \d+ \w{3} 07:05 AEST\n$/,
    )

    const reason = 'The crane is at the workshop.'
    expect(await run(['pause', 'probe:a', '--reason', reason])).toEqual({
      code: 0,
      out: 'Paused. Its times are noted and skipped until somebody resumes it.\n',
      err: '',
    })
    const json = await run(['list', '--json'])
    const by = `${userInfo().username}, command line`
    expect(JSON.parse(json.out)).toMatchObject([{ id: 'probe:a', state: 'Paused', paused: { reason, by } }])
    const [event] = await w.db.$queryRaw<{ kind: string; name: string }[]>`
      SELECT actor_kind AS kind, actor_name AS name FROM audit_event WHERE type = 'schedule.paused'`
    expect(event).toEqual({ kind: 'system', name: by })

    const again = await run(['pause', 'probe:a', '--reason', reason])
    expect(again).toEqual({ code: 1, out: '', err: 'probe:a is paused already. Resume it first.\n' })
    expect(await run(['unpause', 'probe:a'])).toMatchObject({ code: 0, err: '' })
    // Nothing in this product handles the world's type: that too is an answer, and a row.
    const fired = await run(['trigger', 'probe:a'])
    expect(fired).toEqual({ code: 1, out: '', err: 'It fired and failed. Nothing handles Effect any more.\n' })
    expect(await w.fires('probe:a')).toMatchObject([{ kind: 'manual', outcome: 'failed', actorName: by }])
    expect(await run(['reconcile', '--dry-run'])).toMatchObject({ code: 0, err: '' })
  })

  it('refuses with a sentence and 1', TIMEOUT, async () => {
    expect(await run(['unpause', 'probe:none'])).toEqual({
      code: 1,
      out: '',
      err: 'There is no schedule probe:none. Look at the list of those that are kept.\n',
    })
    expect(await run(['reconcile', '--feature', 'nobody'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Nobody owns schedules of "nobody": there are /),
    })
  })
})

it(
  'cannot be run without a database, or with one that does not answer or is none: a sentence and 2',
  TIMEOUT,
  async () => {
    expect(await run(['list'], null)).toEqual({
      code: 2,
      out: '',
      err: 'Daybook has not been started from this home: run npm start, or set DATABASE_URL to the database it uses.\n',
    })
    const silent = new URL(w.database.url)
    silent.port = '1'
    expect(await run(['list'], silent.href)).toEqual({
      code: 2,
      out: '',
      err: 'The database does not answer: run npm start, or set DATABASE_URL to one that does.\n',
    })
    const empty = new URL(w.database.url)
    empty.pathname = '/postgres'
    expect(await run(['list'], empty.href)).toMatchObject({ code: 2, err: expect.not.stringMatching(/ {4}at /) })
  },
)
