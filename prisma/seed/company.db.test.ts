import { afterEach, expect, test } from 'vitest'
import { type Context, context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { readGates } from '@/lib/roster/cutover/data'
import { rollBack } from '@/lib/roster/cutover/process'
import { legacyProgress } from '@/lib/roster/legacy/rules'
import { testDatabase } from '@/lib/testing/database'
import { must } from '@/lib/testing/engine'
import { seed } from './company'
import { at } from './press'

const YEAR_MS = 365 * 24 * 3_600_000

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
  const ctx = context({ actor: SYSTEM, db, shift: Date.parse(instant) - Date.now() })
  // A database of the tests is live: it becomes dormant long before the sample's first week.
  await must(rollBack(at(ctx, new Date(ctx.now().getTime() - YEAR_MS)), { version: 1 }))
  await seed(ctx, pastWeeks)
  return ctx
}

/** It is live by a rehearsal that was signed before it, between the last week of the old engine and the first of the new. */
async function expectCutOver(ctx: Context, firstNew: string) {
  const { flag, signed } = await readGates(ctx)
  expect(flag).toBe('LIVE')
  const record = await ctx.db.auditEvent.findMany({
    where: {
      OR: [
        { machine: 'run', subjectId: firstNew },
        { edge: 'goLive', actorKind: 'user' },
      ],
    },
    orderBy: { at: 'asc' },
  })
  expect(record.slice(0, 5).map(({ edge }) => edge)).toEqual(['birth', 'oldSettings', 'goLive', 'adopt', 'open'])
  const sent = await ctx.db.auditEvent.findFirstOrThrow({ where: { edge: 'oldSend' }, orderBy: { at: 'desc' } })
  const order = [sent.at, signed?.beganAt, signed?.signedAt, record[2]?.at]
  expect(order).toEqual([...order].sort((a, b) => Number(a) - Number(b)))
  expect(signed?.signedName).toBe('Olive Operator')
  expect(record[2]?.data).toMatchObject({ rehearsal: signed?.id })
  const mails = await ctx.db.message.groupBy({ by: ['recipient', 'state'], where: { rehearsal: true } })
  expect(mails).toEqual([{ recipient: 'operator@daybook.test', state: 'sent' }])
}

test.each([
  ['a Monday morning before the form closes', '2026-11-30T07:30:00Z', 26],
  ['the last hour of a week', '2026-12-06T23:30:00Z', 3],
  ['the night in which clocks go forward', '2027-03-28T01:30:00Z', 3],
  ['the days after clocks went back', '2026-10-27T12:00:00Z', 3],
])(
  'loaded in %s its weeks are sent or in each other state, each at its own times, with life in them',
  async (_, instant, past) => {
    const ctx = await loadedAt(instant, past)
    const { db } = ctx
    const runs = await db.rosterRun.findMany({ where: { kind: 'week' }, orderBy: { weekOf: 'asc' } })
    expect(runs.map((run) => run.v2State ?? `old ${legacyProgress(run)}`)).toEqual([
      ...['old SENT', 'old SENT'],
      ...Array<string>(past - 1).fill('SENT'),
      ...['APPROVED', 'ASSIGNED', 'CLOSED', 'COLLECTING', 'DRAFT'],
    ])
    await expectCutOver(ctx, runs[2]?.id ?? '')
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
    const late = await db.availability.count({ where: { inTime: false, run: { kind: 'week' } } })
    const mails = await db.message.groupBy({ by: ['kind', 'state'], where: { rehearsal: false }, _count: true })
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
    const ofWeeks = { roster: { rehearsalOf: null } }
    const lost = { bouncedAt: { not: null }, unsubscribedAt: null, ...ofWeeks }
    expect(await db.tender.count({ where: lost })).toBe(1)
    expect(await db.tender.count({ where: { unsubscribedAt: { not: null }, bouncedAt: null, ...ofWeeks } })).toBe(1)
    expect([await db.assignment.count({ where: { pinned: true } }), await db.ban.count()]).toEqual([1, 1])
    expect(
      await db.tenderRule.groupBy({ by: ['kind'], where: ofWeeks, _count: true, orderBy: { kind: 'asc' } }),
    ).toEqual([
      { kind: 'apart', _count: 1 },
      { kind: 'mentor', _count: 2 },
    ])
  },
  180_000,
)
