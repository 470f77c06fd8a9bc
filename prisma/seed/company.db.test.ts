import { afterEach, expect, test } from 'vitest'
import { context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { testDatabase } from '@/lib/testing/database'
import { seed } from './company'

let end = async () => {}
afterEach(() => end())

/** The sample loaded at an instant, in a database of its own. */
async function loadedAt(instant: string, pastWeeks: number) {
  const database = await testDatabase()
  const db = connect(database.url)
  end = async () => {
    await db.$disconnect()
    await database.drop()
  }
  await seed(context({ actor: SYSTEM, db, shift: Date.parse(instant) - Date.now() }), pastWeeks)
  return db
}

test.each([
  ['a Monday morning before the form closes', '2026-11-30T07:30:00Z', 26],
  ['the last hour of a week', '2026-12-06T23:30:00Z', 3],
  ['the night in which clocks go forward', '2027-03-28T01:30:00Z', 3],
  ['the days after clocks went back', '2026-10-27T12:00:00Z', 3],
])(
  'loaded in %s its weeks are sent or in each other state, each at its own times, with life in them',
  async (_, instant, past) => {
    const db = await loadedAt(instant, past)
    const runs = await db.rosterRun.findMany({ orderBy: { weekOf: 'asc' } })
    expect(runs.map((run) => run.v2State)).toEqual([
      ...Array<string>(past + 1).fill('SENT'),
      ...['APPROVED', 'ASSIGNED', 'CLOSED', 'COLLECTING', 'DRAFT'],
    ])
    const now = Date.parse(instant)
    for (const run of runs) {
      const moves = await db.auditEvent.findMany({
        where: { machine: 'run', subjectId: run.id, version: { not: null } },
        orderBy: { version: 'asc' },
      })
      const times = moves.map((event) => event.at.getTime())
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(times.at(-1)).toBeLessThan(now + 120_000)
    }
    const late = await db.availability.count({ where: { inTime: false } })
    const mails = await db.message.groupBy({ by: ['kind', 'state'], _count: true })
    expect(late).toBe(1)
    expect(mails.filter(({ kind }) => kind === 'schedule')).toEqual([
      { kind: 'schedule', state: 'sent', _count: (past + 1) * 24 },
    ])
    expect(mails.filter(({ state }) => state === 'failed' || state === 'unknown')).toEqual([
      { kind: 'invitation', state: 'unknown', _count: 1 },
    ])
    const swaps = await db.swap.findMany({ orderBy: { askedAt: 'asc' } })
    expect(swaps.map(({ state }) => state)).toEqual(['confirmed', 'offered', 'asked'])
    expect(mails.filter(({ kind }) => kind === 'swap')).toEqual([{ kind: 'swap', state: 'sent', _count: 2 }])
    const lost = { bouncedAt: { not: null }, unsubscribedAt: null }
    expect(await db.tender.count({ where: lost })).toBe(1)
    expect(await db.tender.count({ where: { unsubscribedAt: { not: null }, bouncedAt: null } })).toBe(1)
    expect([await db.assignment.count({ where: { pinned: true } }), await db.ban.count()]).toEqual([1, 1])
    expect(await db.tenderRule.groupBy({ by: ['kind'], _count: true, orderBy: { kind: 'asc' } })).toEqual([
      { kind: 'apart', _count: 1 },
      { kind: 'mentor', _count: 2 },
    ])
  },
  120_000,
)
