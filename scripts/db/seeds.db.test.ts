import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { withClient } from '@/scripts/boot/roles.mjs'

/** The command line, on a database and a home of its own that no start has seen. */
let database: TestDatabase
const home = mkdtempSync(join(tmpdir(), 'daybook-seeds-'))
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(home, { recursive: true, force: true })
})

function db(...args: string[]) {
  const { NEXTAUTH_SECRET: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/db.ts', ...args], {
    env: {
      ...env,
      ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, DAYBOOK_HOME: home },
      // Nobody listens there, and the switch of a server that is to run: neither has a say in what was lived.
      ...{ SMTP_URL: 'smtp://127.0.0.1:9', PUB_SCHEDULER_V2: 'off' },
    },
    encoding: 'utf8',
  })
  return { status, said: (stdout + stderr).trim().split('\n').at(-1) }
}
const rows = (sql: string) => withClient(database.ownerUrl, async (owner) => (await owner.query(sql)).rows)

describe('npm run db', { timeout: 180_000 }, () => {
  test('an unknown seed ends in a sentence, and loads nothing', async () => {
    expect(db('seed', 'nonsense')).toEqual({
      status: 1,
      said: 'There is no seed called nonsense. Write "npm run db -- seed" for the sample company, or "npm run db -- seed cutover" for one before its cut-over.',
    })
    expect(db('seed', 'toString').status).toBe(1)
    expect(await rows('SELECT FROM company')).toEqual([])
  })

  test('reset empties the database, and what the home has seen of it', async () => {
    writeFileSync(join(home, 'seen'), '20 epoch 0\n')
    expect(db('reset').status).toBe(0)
    expect(existsSync(join(home, 'seen'))).toBe(false)
    expect(await rows('SELECT state, version FROM cutover')).toEqual([{ state: 'DORMANT', version: 0 }])
  })

  test('seed cutover loads a dormant company, whose links are good for the server that starts from this home', async () => {
    expect(db('seed', 'cutover')).toEqual({
      status: 0,
      said: 'The Anchor on its old engine: 24 tenders, 6 weeks sent, the next one made and not opened.',
    })
    expect(readFileSync(join(home, 'env'), 'utf8')).toMatch(/^NEXTAUTH_SECRET=.{40}/m)
    expect(await rows('SELECT state FROM cutover')).toEqual([{ state: 'DORMANT' }])
    expect(await rows("SELECT DISTINCT state FROM message WHERE kind = 'schedule'")).toEqual([{ state: 'sent' }])
    expect(db('seed')).toEqual({
      status: 1,
      said: 'This database holds weeks already. Empty it first: npm run db -- reset',
    })
  })

  test('seed loads a company that went live, though a switch and a mail server are set', async () => {
    expect(db('reset').status).toBe(0)
    expect(db('seed')).toEqual({ status: 0, said: 'The Anchor: 24 tenders, 26 past weeks, 6 weeks ahead.' })
    expect(await rows('SELECT state FROM cutover')).toEqual([{ state: 'LIVE' }])
    expect(await rows('SELECT DISTINCT recipient, state FROM message WHERE rehearsal')).toEqual([
      { recipient: 'operator@daybook.test', state: 'sent' },
    ])
  })
})
