import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { tickParts } from '@/lib/registry'
import { previewTick } from '@/lib/server/preview/loaders'
import { type TickPart, tick } from '@/lib/server/tick'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { legacyTick } from '../legacy/clock/process'
import { makeWeek, open } from '../week/process'
import { rosterTick } from './process'

/** What the rosters' clocks would do, to the instant, as the clocks of London and New York change. */
let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
  await w.db.company.create({
    data: { id: newId(), name: 'The Anchor', zone: 'Europe/London', sample: false, createdAt: w.ctx.now() },
  })
})
afterAll(() => w.end())

const standing = (at: string): Context => w.later(w.ctx, Date.parse(at) - w.ctx.now().getTime())
const ahead = async (at: string, part: TickPart = rosterTick as TickPart) => {
  const [told] = (await previewTick(standing('2026-10-01T12:00:00Z'), [part], new Date(at))).parts
  if (!told || told.error) throw new Error(told?.error ?? 'no part')
  return told
}
const linesOf = async (at: string, id: string) => (await ahead(at)).lines.filter(({ href }) => href === `/roster/${id}`)
/** A second before, to say that nothing is due yet. */
const before = (at: string) => new Date(Date.parse(at) - 1_000).toISOString()

const RHYTHM = {
  autopilot: true,
  opens: { daysBefore: 9, time: '09:00' },
  closes: { daysBefore: 1, time: '01:30' },
  generates: { daysBefore: 1, time: '02:30' },
}
// The Mondays after the four nights: 01:30 and 02:30 come twice, are skipped, or are what they always are.
const NIGHTS = [
  [
    'Europe/London',
    '2026-10-26',
    '2026-10-25T00:30:00Z',
    'Sun 25 Oct 01:30 BST',
    '2026-10-25T02:30:00Z',
    'Sun 25 Oct 02:30 GMT',
  ],
  [
    'Europe/London',
    '2027-03-29',
    '2027-03-28T01:00:00Z',
    'Sun 28 Mar 2027 02:00 BST',
    '2027-03-28T01:30:00Z',
    'Sun 28 Mar 2027 02:30 BST',
  ],
  [
    'America/New_York',
    '2026-11-02',
    '2026-11-01T05:30:00Z',
    'Sun 1 Nov 01:30 EDT',
    '2026-11-01T07:30:00Z',
    'Sun 1 Nov 02:30 EST',
  ],
  [
    'America/New_York',
    '2027-03-15',
    '2027-03-14T06:30:00Z',
    'Sun 14 Mar 2027 01:30 EST',
    '2027-03-14T07:00:00Z',
    'Sun 14 Mar 2027 03:00 EDT',
  ],
] as const

describe.each(NIGHTS)('in %s, of the week of %s', (zone, weekOf, closes, closesLocal, generates, generatesLocal) => {
  let id: string

  test(`the form closes at ${closesLocal} and not a second before, in the words and by the run`, async () => {
    const then = standing('2026-10-10T12:00:00Z')
    const { id: rosterId } = await w.roster({ zone, settings: RHYTHM })
    const made = await makeWeek(then, { rosterId, weekOf })
    if (!made.ok) throw new Error(made.reason)
    id = made.id
    const { version, deadlineAt } = await w.week(id)
    expect(deadlineAt.toISOString()).toBe(new Date(closes).toISOString())
    await w.must(open(then, id, { version, deadline: deadlineAt }))
    expect(await linesOf(before(closes), id)).toEqual([])
    expect(await linesOf(closes, id)).toEqual([
      {
        what: 'Close the form',
        why: 'Its deadline has passed.',
        at: new Date(closes).toISOString(),
        local: closesLocal,
        subject: expect.stringMatching(/eek of /),
        href: `/roster/${id}`,
        count: 1,
      },
    ])
    expect((await w.week(id)).state).toBe('COLLECTING')
    const { due } = await ahead(closes)
    expect((await tick(standing(closes), [rosterTick])).parts).toMatchObject([{ due, done: due, failed: 0 }])
    expect((await w.week(id)).state).toBe('CLOSED')
  })

  test(`the roster is generated at ${generatesLocal}`, async () => {
    expect(await linesOf(before(generates), id)).toEqual([])
    expect(await linesOf(generates, id)).toMatchObject([
      { what: 'Generate the roster', at: new Date(generates).toISOString(), local: generatesLocal },
    ])
    await tick(standing(generates), [rosterTick])
    expect((await w.week(id)).state).toBe('ASSIGNED')
  })
})

describe('every part of the tick', () => {
  test('can say what it would do', () => {
    expect(tickParts.filter(({ tell }) => tell === undefined).map(({ name }) => name)).toEqual([])
  })

  test('leaves the database as it was, whatever is asked', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    await w.weekIn('COLLECTING')
    const { id: rosterId } = await w.roster({ settings: { makesWeeks: true } })
    const tables = await w.db.$queryRaw<{ name: string }[]>`
      SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`
    const everything = async () => {
      const digests: Record<string, unknown> = {}
      for (const { name } of tables)
        digests[name] = await w.db.$queryRawUnsafe(
          `SELECT count(*)::int, md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ${name} t`,
        )
      return digests
    }
    expect(tables.length).toBeGreaterThan(20)
    const were = await everything()
    const asked = [
      '2000-01-01T00:00:00Z',
      '2026-10-25T01:30:00Z',
      '2027-03-28T01:00:00Z',
      '2045-01-01T00:00:00Z',
      '2199-12-31T23:59:59Z',
    ]
    let due = 0
    for (const at of asked)
      for (const part of (await previewTick(w.ctx, tickParts, new Date(at))).parts) {
        expect(part.error, `${part.name} at ${at}`).toBeUndefined()
        due += part.due
      }
    expect(due).toBeGreaterThan(10)
    expect(await everything()).toEqual(were)
    const { lines } = await ahead(w.ctx.now().toISOString())
    expect(lines.find(({ what }) => what === 'Make the week')).toMatchObject({
      subject: expect.stringMatching(/^The Anchor, week of /),
      href: `/roster/settings?roster=${rosterId}`,
      local: expect.stringMatching(/09:00 (GMT|BST)$/),
    })
  })

  test('of the engine that is not in charge finds nothing', async () => {
    expect(await ahead('2045-01-01T00:00:00Z', legacyTick as TickPart)).toMatchObject({ due: 0, lines: [] })
    expect((await ahead('2045-01-01T00:00:00Z')).due).toBeGreaterThan(0)
  })
})

test('with the old engine in charge its weekly clock says the same steps, in the same words', async () => {
  const old: Context = { ...standing('2026-10-01T12:00:00Z'), killed: true }
  const then: Context = { ...standing('2026-10-10T12:00:00Z'), killed: true }
  const { id: rosterId } = await w.roster({ settings: { ...RHYTHM, autopilot: false } })
  const made = await makeWeek(then, { rosterId, weekOf: '2026-10-26' })
  if (!made.ok) throw new Error(made.reason)
  const look = async (at: string) => {
    const { parts } = await previewTick(old, [rosterTick, legacyTick], new Date(at))
    return parts.map(({ lines }) => lines.filter(({ href }) => href === `/roster/${made.id}`))
  }
  expect(await look('2026-10-17T07:59:59Z')).toEqual([[], []])
  expect(await look('2026-10-17T08:00:00Z')).toMatchObject([
    [],
    [{ what: 'Open the form', local: 'Sat 17 Oct 09:00 BST' }],
  ])
})
