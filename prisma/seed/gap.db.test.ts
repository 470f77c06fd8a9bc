import { afterEach, expect, test } from 'vitest'
import { context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { rosterTick } from '@/lib/roster/clock/process'
import { readGates } from '@/lib/roster/cutover/data'
import { rollBack } from '@/lib/roster/cutover/process'
import { gatesOf } from '@/lib/roster/cutover/rules'
import { legacyTick } from '@/lib/roster/legacy/clock/process'
import { legacyProgress } from '@/lib/roster/legacy/rules'
import { testDatabase } from '@/lib/testing/database'
import { later, must } from '@/lib/testing/engine'
import { seed } from './company'
import { seedCutover } from './gap'
import { at } from './press'

const DAY_MS = 24 * 3_600_000

let end = async () => {}
afterEach(() => end())

/** A dormant company in its gap, loaded at an instant into a database of its own. */
async function loadedAt(instant: string) {
  const database = await testDatabase()
  const db = connect(database.url)
  end = async () => {
    await db.$disconnect()
    await database.drop()
  }
  const ctx = context({ actor: SYSTEM, db, shift: Date.parse(instant) - Date.now() })
  await must(rollBack(at(ctx, new Date(ctx.now().getTime() - 365 * DAY_MS)), { version: 1 }))
  await seedCutover(ctx)
  return ctx
}

test.each([
  ['a Monday morning', '2026-11-30T07:30:00Z'],
  ['the last hour of a Sunday', '2026-12-06T23:30:00Z'],
  ['the night in which clocks go forward', '2027-03-28T00:30:00Z'],
  ['the days after clocks went back', '2026-10-28T12:00:00Z'],
])(
  'loaded in %s the company is in its idle gap, and its old clock leaves it there until tomorrow',
  async (_, instant) => {
    const ctx = await loadedAt(instant)
    const runs = await ctx.db.rosterRun.findMany({ orderBy: { weekOf: 'asc' } })
    expect(runs.map((run) => [run.v2State, legacyProgress(run)])).toEqual([
      ...Array(6).fill([null, 'SENT']),
      [null, 'DRAFT'],
    ])
    const facts = await readGates(ctx)
    expect(facts).toMatchObject({ flag: 'DORMANT', busy: [], signed: null, leases: 0, unknown: 0 })
    expect(gatesOf(facts, 'goLive', ctx.now()).flatMap(({ name, open }) => (open ? [] : [name]))).toEqual(['rehearsal'])

    const clockAt = async (ms: number) => (await legacyTick.plan(at(ctx, new Date(Date.parse(instant) + ms)))).steps
    expect(await clockAt(DAY_MS)).toEqual([])
    expect(await clockAt(3 * DAY_MS)).toMatchObject([{ name: 'open', week: { id: runs[6]?.id } }])
    expect((await rosterTick.plan(later(ctx, 3 * DAY_MS))).due).toBe(0)

    const moves = await ctx.db.auditEvent.findMany({
      where: { machine: 'run', subjectId: runs[5]?.id ?? '', version: { not: null } },
      orderBy: { version: 'asc' },
    })
    expect(moves.map(({ edge, actorKind }) => [edge, actorKind])).toEqual([
      ['birth', 'user'],
      ...['oldOpen', 'oldClose', 'oldGenerate'].map((edge) => [edge, 'tick']),
      ...['oldApprove', 'oldQueue', 'oldSend'].map((edge) => [edge, 'user']),
    ])
    const schedules = await ctx.db.message.groupBy({ by: ['kind', 'state'], where: { kind: 'schedule' }, _count: true })
    expect(schedules).toEqual([{ kind: 'schedule', state: 'sent', _count: 6 * 24 }])
  },
  120_000,
)

test('neither company is loaded into a database that holds a week', async () => {
  const ctx = await loadedAt('2026-11-30T07:30:00Z')
  for (const load of [seed, seedCutover])
    await expect(load(ctx)).rejects.toThrow('This database holds weeks already. Empty it first: npm run db -- reset')
}, 120_000)
