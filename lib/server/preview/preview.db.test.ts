import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clock } from '@/lib/engine/sql'
import { type Context, context, TICK } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { MOST_LINES, type PlanLine, type TickPart } from '@/lib/server/tick'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { previewTick } from './loaders'

let base: TestDatabase
let db: ReturnType<typeof connect>
let ctx: Context
const THEN = new Date('2026-10-25T01:30:00Z')

beforeAll(async () => {
  base = await testDatabase()
  db = connect(base.url)
  ctx = context({ actor: TICK, db, shift: 0 })
  await db.company.create({
    data: { id: newId(), name: 'The Anchor', zone: 'Europe/London', sample: false, createdAt: ctx.now() },
  })
})
afterAll(async () => {
  await db.$disconnect()
  await base.drop()
})

const line = (change: Partial<PlanLine> = {}): PlanLine => ({
  what: 'Close the form',
  why: 'Its deadline has passed.',
  at: null,
  zone: null,
  href: null,
  count: 1,
  ...change,
})
const never = () => Promise.reject(new Error('a look ahead ran a part'))
const part = (name: string, plan: (ctx: Context) => Promise<unknown>, lines: PlanLine[] = []): TickPart => ({
  name,
  share: 1,
  plan: async (ctx) => {
    await plan(ctx)
    return { due: lines.reduce((sum, { count }) => sum + count, 0) }
  },
  tell: async (_ctx, { due }) => ({ due, lines }),
  run: never,
})

describe('the clocks stand at the instant asked for', () => {
  test.each([
    THEN,
    new Date('2027-03-28T01:00:00Z'),
    new Date('2000-01-01T00:00:00Z'),
    new Date('2199-12-31T23:59:59.999Z'),
  ])('%s, for rules to the millisecond, for statements from it on', async (at) => {
    const seen: { rule: Date; statement: Date }[] = []
    const look = async (past: Context) => {
      const [row] = await past.db.$queryRaw<[{ at: Date }]>`SELECT ${clock(past)} AS at`
      seen.push({ rule: past.now(), statement: row.at })
    }
    const preview = await previewTick({ ...ctx, shift: 86_400_000 }, [part('clock', look)], at)
    expect(preview.parts).toEqual([{ name: 'clock', due: 0, more: 0, lines: [] }])
    expect(seen.map(({ rule }) => rule)).toEqual([at])
    const late = (seen[0]?.statement.getTime() ?? 0) - at.getTime()
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThan(10_000)
  })
})

describe('nothing is done', () => {
  const insert = (past: Context) =>
    past.db.$executeRaw`INSERT INTO public.heartbeat (name, at, report) VALUES ('x', ${clock(past)}, '{}')`
  const writers: [string, (past: Context) => Promise<unknown>][] = [
    ['inserts', insert],
    ['writes through the client', (past) => past.db.heartbeat.deleteMany()],
    ['takes a lock', (past) => past.db.$queryRaw`SELECT id::text FROM public.company FOR UPDATE`],
    ['calls a function that writes', (past) => past.db.$queryRaw`SELECT number FROM public.seal_events('0')`],
    [
      'asks for leave to write first',
      async (past) => {
        await past.db.$executeRaw`SET TRANSACTION READ WRITE`
        await insert(past)
      },
    ],
  ]
  test.each(writers)('by a part that %s: the database refuses it, and the others go on', async (name, work) => {
    const preview = await previewTick(ctx, [part(name, work, [line()]), part('quiet', async () => {}, [line()])], THEN)
    expect(preview.parts).toMatchObject([
      { name, due: 0, lines: [], error: expect.stringContaining('look') },
      { name: 'quiet', due: 1, lines: [{ what: 'Close the form' }] },
    ])
    expect(preview.parts[1]).not.toHaveProperty('error')
    expect(await db.heartbeat.count()).toBe(0)
  })

  test('also where the words are what writes; and who would have written is told from who broke', async () => {
    const tells: TickPart = { ...part('tells', async () => {}), tell: insert as never }
    const breaks = part('breaks', () => Promise.reject(new Error('select * from secret')))
    const { parts } = await previewTick(ctx, [tells, breaks], THEN)
    expect(parts.map(({ error }) => error)).toEqual([
      'It would have written, which a look ahead may not. The log has the statement under the id of this look.',
      'It could not say. The log has the cause under the id of this look.',
    ])
    expect(await db.heartbeat.count()).toBe(0)
  })

  test('and a part is planned, never run', async () => {
    const run = vi.fn(never)
    await previewTick(ctx, [{ ...part('a', async () => {}, [line()]), run }], THEN)
    expect(run).not.toHaveBeenCalled()
  })
})

test('a plan and its words are of one snapshot, whatever is written in between', async () => {
  const beats = (past: Context) => past.db.heartbeat.count()
  const counts: number[] = []
  const between: TickPart = {
    ...part('between', async (past) => {
      counts.push(await beats(past))
      await db.heartbeat.create({ data: { name: 'between', at: ctx.now(), report: {} } })
    }),
    tell: async (past) => {
      counts.push(await beats(past))
      return { due: 0, lines: [] }
    },
  }
  await previewTick(ctx, [between], THEN)
  expect(counts).toEqual([0, 0])
  expect(await db.heartbeat.deleteMany()).toEqual({ count: 1 })
})

describe('what goes out', () => {
  test('a time is on the clocks of its line, else on those of the company, before and after they change', async () => {
    const lines = [
      line({ at: new Date('2026-10-25T00:30:00Z'), subject: 'Week of 2 November', href: '/roster/x' }),
      line({ at: new Date('2026-10-25T01:30:00Z') }),
      line({ at: new Date('2026-11-01T05:30:00Z'), zone: 'America/New_York' }),
      line({ at: new Date('2026-11-01T06:30:00Z'), zone: 'America/New_York' }),
      line(),
    ]
    const inSummer = { ...ctx, now: () => new Date('2026-07-06T12:00:00Z') }
    const preview = await previewTick(inSummer, [part('a', async () => {}, lines)], THEN)
    expect(preview).toMatchObject({ id: ctx.requestId, at: '2026-10-25T01:30:00.000Z', local: 'Sun 25 Oct 01:30 GMT' })
    expect(preview.parts[0]?.lines.map(({ at, local }) => [at, local])).toEqual([
      ['2026-10-25T00:30:00.000Z', 'Sun 25 Oct 01:30 BST'],
      ['2026-10-25T01:30:00.000Z', 'Sun 25 Oct 01:30 GMT'],
      ['2026-11-01T05:30:00.000Z', 'Sun 1 Nov 01:30 EDT'],
      ['2026-11-01T06:30:00.000Z', 'Sun 1 Nov 01:30 EST'],
      [null, null],
    ])
    expect(preview.parts[0]?.lines[0]).toEqual({
      what: 'Close the form',
      why: 'Its deadline has passed.',
      at: '2026-10-25T00:30:00.000Z',
      local: 'Sun 25 Oct 01:30 BST',
      href: '/roster/x',
      subject: 'Week of 2 November',
      count: 1,
    })
  })

  test('a time of another year than this one says so', async () => {
    const inWinter = { ...ctx, now: () => new Date('2027-01-06T12:00:00Z') }
    const preview = await previewTick(inWinter, [part('a', async () => {}, [line({ at: THEN })])], THEN)
    expect(preview).toMatchObject({
      local: 'Sun 25 Oct 2026 01:30 GMT',
      parts: [{ lines: [{ local: 'Sun 25 Oct 2026 01:30 GMT' }] }],
    })
  })

  test('fifty lines, and how many more things are due than they tell of', async () => {
    const many = Array.from({ length: 188 }, () => line({ count: 2 }))
    const { parts } = await previewTick(ctx, [part('a', async () => {}, many)], THEN)
    expect(parts[0]).toMatchObject({ due: 376, more: 276 })
    expect(parts[0]?.lines).toHaveLength(MOST_LINES)
  })

  test('the number alone of a part that has no words', async () => {
    const { tell: _, ...wordless } = part('a', async () => {}, [line()])
    expect((await previewTick(ctx, [wordless], THEN)).parts).toEqual([{ name: 'a', due: 1, more: 1, lines: [] }])
  })
})
