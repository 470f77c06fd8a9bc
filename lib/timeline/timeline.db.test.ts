import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engineFacts, record } from '@/lib/engine/audit'
import { seal } from '@/lib/engine/seal'
import { bear, transition } from '@/lib/engine/transition'
import { type Actor, type Context, context, TICK } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import { run } from '@/lib/roster/machine'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { eventsStatement, leasesStatement, PAGE } from '@/lib/timeline/data'
import { exportOf } from '@/lib/timeline/export/rules'
import { loadEverything, loadTimeline, type SubjectWords } from '@/lib/timeline/loaders'
import { loadRecord, verifyRecord } from '@/lib/timeline/process'
import { arrange, type TimelineRow } from '@/lib/timeline/rules'
import { type PageInput, pageInput } from '@/lib/timeline/schema'

let base: TestDatabase
let db: ReturnType<typeof connect>
const rosa: Actor = { kind: 'user', id: newId(), name: 'Rosa Lind' }
const rosterId = newId()

const ctxAs = (actor: Actor, shift = 0): Context => context({ actor, requestId: newId(), db, shift })
const words: SubjectWords = {
  machine: 'run',
  desk: 'roster',
  state: (state) => ({ label: state.toLowerCase(), tone: 'open', icon: 'users' }),
  event: () => '',
  names: async (_db, ids) => new Map(ids.map((id) => [id, { name: `Week ${id.slice(-4)}`, href: `/roster/${id}` }])),
}
const load = async (input: PageInput, ctx = ctxAs(rosa)) => {
  const page = await loadTimeline(ctx, [words], pageInput.parse(input))
  return { ...page, rows: arrange(page.rows) }
}
const told = (rows: readonly TimelineRow[]) => rows.map((row) => [row.from, row.mark.label].filter(Boolean).join(' → '))

let week = 0
async function makeRun(ctx: Context, roster = rosterId): Promise<string> {
  const id = newId()
  const monday = new Date(Date.UTC(2027, 0, 4) + 7 * 86_400_000 * week++)
  const values = { roster_id: roster, week_of: monday.toISOString().slice(0, 10), created_at: ctx.now() }
  const born = await bear(ctx, run, 'DRAFT', [{ id, values, data: { shifts: 10 } }])
  if (!born.ok) throw new Error(born.reason)
  return id
}
const deadline = '2027-12-10T08:00:00.000Z'
const open = (ctx: Context, id: string) =>
  transition(ctx, run, id, 'open', {
    version: 0,
    data: { deadline, invited: 2 },
    set: { opened_at: ctx.now(), deadline_at: deadline },
  })
const close = (ctx: Context, id: string, version = 1) =>
  transition(ctx, run, id, 'close', {
    version,
    act: async () => ({ data: { answered: 1, silent: 1 }, set: { closed_at: ctx.now() }, value: undefined }),
  })

/** Another test's writing transaction on this server holds seals up for a moment. */
async function sealAll(ctx: Context) {
  for (let tries = 0; tries < 50; tries++) {
    await seal(ctx)
    const [row] = await db.$queryRaw<[{ left: bigint }]>`
      SELECT count(*) AS left FROM audit_event WHERE xid >= coalesce((SELECT max(xid_to) FROM seal), 0)`
    if (Number(row.left) === 0) return
    await new Promise((resume) => setTimeout(resume, 100))
  }
  throw new Error('not sealed within five seconds')
}

beforeAll(async () => {
  base = await testDatabase()
  db = connect(base.url)
  const now = new Date()
  await db.company.create({
    data: { id: newId(), name: 'The Anchor', zone: 'Europe/London', sample: false, createdAt: now },
  })
  await db.roster.create({
    data: { id: rosterId, name: 'The Anchor', zone: 'Europe/London', settings: {}, createdAt: now },
  })
  await db.appUser.create({
    data: {
      id: rosa.id ?? '',
      email: 'rosa@daybook.test',
      emailNorm: 'rosa@daybook.test',
      name: 'Rosa Lind',
      role: 'operator',
      createdAt: now,
    },
  })
})
afterAll(async () => {
  await db.$disconnect()
  await base.drop()
})

describe('one week', () => {
  let id: string
  beforeAll(async () => {
    const ctx = ctxAs(rosa)
    id = await makeRun(ctx)
    await open(ctx, id)
    await close(ctx, id)
  })
  const subject = () => ({ subject: `run:${id}` })

  test('is told newest first, its lease below the move that ended it', async () => {
    const { rows, older } = await load(subject())
    expect(told(rows)).toEqual(['collecting → closed', 'lease: close', 'draft → collecting', 'draft'])
    expect(rows[1]).toMatchObject({ kind: 'lease', who: 'Rosa Lind', note: expect.stringMatching(/^held for \d/) })
    expect(rows[0]).toMatchObject({
      who: 'Rosa Lind',
      subject: { name: `Week ${id.slice(-4)}`, kind: 'roster', href: `/roster/${id}` },
      at: {
        label: expect.stringMatching(/^\d\d:\d\d:\d\d (GMT|BST)$/),
        dated: expect.stringMatching(/^\w{3} \d+ \w{3} \d\d:\d\d:\d\d (GMT|BST)$/),
      },
    })
    expect(older).toBeNull()
  })

  test('is marked once a seal covers it', async () => {
    expect((await load(subject())).rows[0]).toMatchObject({ sealed: false })
    await sealAll(ctxAs(TICK))
    const { rows } = await load(subject())
    expect(rows.filter((row) => row.kind === 'event').map((row) => row.sealed)).toEqual([true, true, true])
    await record(ctxAs(TICK), engineFacts, [
      { machine: 'run', subjectId: id, type: 'lease.expired', data: { kind: 'close', token: newId() } },
    ])
    expect((await load(subject())).rows[0]).toMatchObject({ sealed: false, who: 'tick' })
  })

  test.each<[string, PageInput, string[]]>([
    ['moves', { kind: 'moves' }, ['collecting → closed', 'draft → collecting', 'draft']],
    ['facts', { kind: 'facts' }, ['lease ran out']],
    ['leases', { kind: 'leases' }, ['lease: close']],
    ['the tick', { who: 'tick' }, ['lease ran out']],
    ['another person', { who: `user:${newId()}` }, []],
    [
      'a desk',
      { desk: 'roster' },
      ['lease ran out', 'collecting → closed', 'lease: close', 'draft → collecting', 'draft'],
    ],
    ['a desk that has nothing', { desk: 'kiln' }, []],
    ['today', { range: 'today', kind: 'facts' }, ['lease ran out']],
    ['24 hours', { range: '24h', kind: 'facts' }, ['lease ran out']],
    ['days gone by', { range: 'dates', from: '2020-01-01', to: '2020-01-31' }, []],
    ['days without an end', { range: 'dates', from: '2020-01-01', kind: 'facts' }, ['lease ran out']],
  ])('narrowed to %s', async (_, filters, expected) => {
    const narrowed = 'desk' in filters ? filters : { ...subject(), ...filters }
    expect(told((await load(narrowed)).rows)).toEqual(expected)
  })

  test('narrowed to a person has their moves and leases alone', async () => {
    const { rows } = await load({ who: `user:${rosa.id}`, ...subject() })
    expect(told(rows)).toEqual(['collecting → closed', 'lease: close', 'draft → collecting', 'draft'])
  })

  test('says a day with its name and a year with its figure', async () => {
    const later = { ...ctxAs(rosa), now: () => new Date('2030-01-01T00:00:00Z') }
    const { rows } = await load(subject(), later)
    expect(rows[0]?.at.label).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w{3} 20\d\d \d\d:\d\d:\d\d (GMT|BST)$/)
  })

  test('adds up when it is verified, and the page says so', async () => {
    await sealAll(ctxAs(TICK))
    const answer = await verifyRecord(ctxAs(rosa), [run])
    expect(answer).toMatchObject({ found: 0, faults: [], by: 'Rosa Lind' })
    expect(answer.subjects).toBeGreaterThan(0)
    const view = await loadRecord(ctxAs(rosa))
    expect(view.verified).toMatchObject({ by: 'Rosa Lind', events: answer.events, faults: [] })
    expect(view.seal).toMatchObject({ lagSeconds: 0, head: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })
})

describe('leases', () => {
  test('that failed say why, and one that is open stands on top', async () => {
    const ctx = ctxAs(rosa)
    const id = await makeRun(ctx)
    await open(ctx, id)
    const failing = { version: 1, act: () => Promise.reject(new Error('the wire is cut')) }
    expect(await transition(ctx, run, id, 'close', failing)).toMatchObject({ kind: 'failed' })
    const failed = await load({ subject: `run:${id}` })
    expect(told(failed.rows).slice(0, 2)).toEqual(['failed', 'lease: close'])
    expect(failed.rows[1]?.note).toMatch(/^held for .* then released: .*Nothing was changed/)

    let seen: Awaited<ReturnType<typeof load>> | null = null
    await transition(ctx, run, id, 'close', {
      version: 1,
      act: async () => {
        seen = await load({ subject: `run:${id}` })
        return { data: { answered: 0, silent: 2 }, set: { closed_at: ctx.now() }, value: undefined }
      },
    })
    const live = (seen as unknown as { rows: TimelineRow[] }).rows[0]
    expect(live).toMatchObject({ kind: 'lease', endedBy: null, mark: { tone: 'moving' }, who: 'Rosa Lind' })
    expect(live?.note).toMatch(/^taken, at the latest until \d\d:\d\d:\d\d /)
    const after = await load({ subject: `run:${id}`, kind: 'leases' })
    expect(after.rows.map((row) => row.kind === 'lease' && row.endedBy !== null)).toEqual([true, true])
  })

  test('that ran out are told as superseded by the move that passed', async () => {
    const past = ctxAs(rosa, -600_000)
    const id = await makeRun(past)
    await open(past, id)
    const zombie = transition(past, run, id, 'close', {
      version: 1,
      act: async () => {
        const moved = await transition(ctxAs(rosa), run, id, 'extend', {
          version: 1,
          data: { deadline, invited: 0 },
          set: { deadline_at: deadline },
        })
        expect(moved.ok).toBe(true)
        return { data: { answered: 0, silent: 2 }, set: { closed_at: past.now() }, value: undefined }
      },
    })
    expect(await zombie).toMatchObject({ ok: false })
    const { rows } = await load({ subject: `run:${id}` })
    expect(told(rows).slice(0, 2)).toEqual(['extended', 'lease: close'])
    expect(rows[1]).toMatchObject({ note: 'ran out, superseded after 10 min', mark: { tone: 'act' } })
  })
})

describe('with 100,000 events', () => {
  const subject = newId()
  beforeAll(async () => {
    const owner = new pg.Client(base.ownerUrl)
    await owner.connect()
    await owner.query(
      `INSERT INTO audit_event (at, machine, subject_id, type, from_state, to_state, actor_kind, actor_id, actor_name, data, request_id)
       SELECT timestamptz '2026-01-01' + n * interval '5 min', CASE n % 3 WHEN 0 THEN 'slot' WHEN 1 THEN 'message' ELSE 'docket' END,
              CASE WHEN n % 500 = 0 THEN $1::uuid ELSE gen_random_uuid() END, 'kiln.fired', CASE WHEN n % 2 = 0 THEN 'a' END,
              CASE WHEN n % 2 = 0 THEN 'b' END, CASE WHEN n % 10 = 0 THEN 'user' ELSE 'tick' END,
              CASE WHEN n % 10 = 0 THEN (ARRAY['${newId()}', '${newId()}', '${newId()}'])[1 + n / 10 % 3] END, 'someone', '{}', 'r'
         FROM generate_series(1, 100000) n`,
      [subject],
    )
    await owner.query(`INSERT INTO machine_edge VALUES ('slot', 'A', 'publish', 'B', 'leased', 'publish')`)
    await owner.query(
      `INSERT INTO lease (token, machine, subject_id, kind, claimed_at, expires_at, renewals, holder)
       SELECT gen_random_uuid(), 'slot', gen_random_uuid(), 'publish', timestamptz '2026-01-01' + n * interval '1 hour',
              timestamptz '2026-01-02' + n * interval '1 hour', 0, 'tick:tick' FROM generate_series(1, 10000) n`,
    )
    await owner.query(
      `UPDATE lease SET ended_at = claimed_at + interval '3 s', outcome = 'finalized' WHERE ended_at IS NULL`,
    )
    await owner.query('ANALYZE audit_event')
    await owner.query('ANALYZE lease')
    await owner.end()
  }, 120_000)

  type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
  async function scans(statement: Prisma.Sql): Promise<string[]> {
    const [row] = await db.$queryRaw<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
      Prisma.sql`EXPLAIN (FORMAT JSON) ${statement}`,
    )
    const walk = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(walk)]
    return walk(row['QUERY PLAN'][0].Plan)
      .filter((plan) => ['audit_event', 'lease'].includes(plan['Relation Name'] ?? ''))
      .map((plan) => plan['Node Type'])
  }
  const someDay = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-02T00:00:00Z') }

  test.each<[string, Parameters<typeof eventsStatement>[0]]>([
    ['everything', {}],
    ['an older page', { before: 50_000n }],
    ['a subject', { subject: { machine: 'slot', id: subject } }],
    ['a desk', { machines: ['docket'] }],
    ['moves', { kind: 'moves' }],
    ['facts of one actor kind', { kind: 'facts', actor: { kind: 'tick', id: null } }],
    ['a person who did nothing', { actor: { kind: 'user', id: newId() } }],
    ['a day', someDay],
    ['a day of a desk', { ...someDay, machines: ['slot'] }],
  ])('%s is read by an index', async (_, narrowed) => {
    expect(await scans(eventsStatement(narrowed))).toEqual([expect.stringMatching(/Index/)])
  })

  test.each<[string, Parameters<typeof leasesStatement>[0]]>([
    ['leases', {}],
    ['older leases', { before: { at: new Date('2026-06-01T00:00:00Z'), token: newId() } }],
    ['leases of a subject', { subject: { machine: 'slot', id: subject } }],
    ['leases of a day', someDay],
  ])('%s are read by an index', async (_, narrowed) => {
    for (const node of await scans(leasesStatement(narrowed))) expect(node).toMatch(/Index|Bitmap/)
  })

  test('pages on by the last row, without a gap and without a repeat', async () => {
    const filters = { subject: `slot:${subject}` }
    const all: TimelineRow[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof load>> = await load({ ...filters, ...(cursor ? { cursor } : {}) })
      expect(page.rows.length).toBeLessThanOrEqual(PAGE)
      all.push(...page.rows)
      cursor = page.older
    } while (cursor)
    const ids = all.flatMap((row) => (row.kind === 'event' ? [row.id] : []))
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    const [counted] = await db.$queryRaw<[{ n: number }]>`
      SELECT count(*)::int AS n FROM audit_event WHERE machine = 'slot' AND subject_id = ${subject}::uuid`
    expect(ids).toHaveLength(counted.n)
    expect(counted.n).toBeGreaterThan(PAGE)
  })

  test('pages through leases too', async () => {
    const first = await load({ kind: 'leases' })
    const second = await load({ kind: 'leases', ...(first.older ? { cursor: first.older } : {}) })
    const tokens = [...first.rows, ...second.rows].map((row) => row.key)
    expect(new Set(tokens).size).toBe(2 * PAGE)
    expect((second.rows[0]?.at.iso ?? '') <= (first.rows.at(-1)?.at.iso ?? '')).toBe(true)
  })
})

test.each([
  [{ subject: 'run' }, /subject/],
  [{ who: 'user:me' }, /person/],
  [{ range: 'dates', from: '2026-02-30' }, /day/],
  [{ range: 'dates', from: '2026-03-02', to: '2026-03-01' }, /last day/],
  [{ cursor: '1; DROP TABLE' }, /place/],
  [{ kind: 'leases', cursor: '2026-99-31T25:61:00.000Z_0195a1b2-0000-7000-8000-00000000000a' }, /place/],
  [{ kind: 'all' }, /kind/],
])('refuses %j in words', (input, sentence) => {
  expect(pageInput.safeParse(input).error?.issues[0]?.message).toMatch(sentence)
})

describe('an export', () => {
  let first: string
  let second: string
  beforeAll(async () => {
    const ctx = ctxAs({ kind: 'api', id: null, name: 'Exporter' })
    // A roster each: only one form of a roster is open at a time.
    const rosters = ['The Bell', 'The Crown'].map((name) => ({
      id: newId(),
      name,
      zone: 'Europe/London',
      settings: {},
    }))
    await db.roster.createMany({ data: rosters.map((one) => ({ ...one, createdAt: ctx.now() })) })
    first = await makeRun(ctx, rosters[0]?.id)
    second = await makeRun(ctx, rosters[1]?.id)
    await open(ctx, second)
    await open(ctx, first)
    await close(ctx, second)
  })
  const who = { who: 'api' as const }
  const exported = async (input: Omit<PageInput, 'cursor'>, most = 100) =>
    exportOf(await loadEverything(ctxAs(rosa), [words], input, most), {}, most)

  test('has what the page has under the same filters, each subject’s events together and in order', async () => {
    const { subjects, total, leftOut } = await exported(who)
    expect(subjects.map(({ subject, name }) => [subject, name])).toEqual([
      [`run:${first}`, `Week ${first.slice(-4)}`],
      [`run:${second}`, `Week ${second.slice(-4)}`],
    ])
    expect(subjects.map(({ events }) => events.map(({ what }) => what))).toEqual([
      ['draft', 'collecting'],
      ['draft', 'collecting', 'lease: close', 'closed'],
    ])
    expect([total, leftOut]).toEqual([5, 0])
    const page = await load(who)
    const count = subjects.flatMap(({ events }) => events).length
    expect(count).toBe(page.rows.length)
  })

  test('is narrowed like the page: to a subject, a kind, leases, days', async () => {
    const of = async (input: Omit<PageInput, 'cursor'>) =>
      (await exported(input)).subjects.flatMap(({ events }) => events.map(({ what }) => what))
    expect(await of({ subject: `run:${first}` })).toEqual(['draft', 'collecting'])
    expect(await of({ ...who, kind: 'facts' })).toEqual([])
    expect(await of({ subject: `run:${second}`, kind: 'leases' })).toEqual(['lease: close'])
    expect(await of({ ...who, range: 'dates', from: '1999-01-01', to: '1999-01-02' })).toEqual([])
    expect(await of({ ...who, desk: 'nothing' })).toEqual([])
  })

  test('beyond its bound has the newest events, and says how many are missing', async () => {
    const { subjects, total, leftOut, note } = await exported(who, 2)
    expect(subjects.flatMap(({ events }) => events.filter(({ kind }) => kind === 'event'))).toHaveLength(2)
    expect(subjects.map(({ events }) => events.at(-1)?.what)).toEqual(['collecting', 'closed'])
    expect([total, leftOut]).toEqual([5, 3])
    expect(note).toContain('3 older ones are left out')
    const leases = await exported({ ...who, kind: 'leases' }, 1)
    expect([leases.total, leases.leftOut]).toEqual([1, 0])
  })
})
