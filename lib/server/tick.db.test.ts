import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bear, transition } from '@/lib/engine/transition'
import { type Context, context, SYSTEM, TICK } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { rosterEngine } from '@/lib/roster/cutover/data'
import { run } from '@/lib/roster/machine'
import { nameWeeks } from '@/lib/roster/record/data'
import { ownsTables } from '@/lib/server/boot'
import { loadHealth } from '@/lib/server/health'
import { previewTick } from '@/lib/server/preview/loaders'
import { leaseRecovery } from '@/lib/server/recovery'
import { auditSealing } from '@/lib/server/sealing'
import { loadStatus, SILENCE_MS } from '@/lib/server/status'
import { keepHeartbeat, type TickPart, type TickReport, tick } from '@/lib/server/tick'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'

let base: TestDatabase
let db: ReturnType<typeof connect>
const SECRET = 'c'.repeat(40)
const PREVIOUS = 'p'.repeat(40)

const ctxAt = (shift = 0, actor = TICK): Context => context({ actor, requestId: newId(), db, shift })

beforeAll(async () => {
  base = await testDatabase()
  db = connect(base.url)
  await db.company.create({
    data: { id: newId(), name: 'The Anchor', zone: 'Europe/London', sample: false, createdAt: new Date() },
  })
})
afterAll(async () => {
  await db.$disconnect()
  await base.drop()
})

const quiet: TickPart = {
  name: 'quiet',
  share: 1,
  plan: async () => ({ due: 0 }),
  run: async () => ({ due: 0, done: 0, failed: 0, left: 0 }),
}
const broken: TickPart = { ...quiet, name: 'broken', run: () => Promise.reject(new Error('a part broke')) }

/** The route as a server has it, with an environment of its own. */
async function routeWith(parts: readonly TickPart[], secrets: Record<string, string>) {
  vi.resetModules()
  vi.unstubAllEnvs()
  vi.stubEnv('DATABASE_URL', base.url)
  for (const name of ['CRON_SECRET', 'CRON_SECRET_PREVIOUS']) vi.stubEnv(name, secrets[name] ?? '')
  const { cronRoute } = await import('@/lib/server/cron')
  const handle = cronRoute(parts)
  return (authorization?: string, query = '', method = 'GET') =>
    handle(
      new Request(`http://localhost:3000/api/cron/tick${query}`, {
        method,
        ...(authorization === undefined ? {} : { headers: { authorization } }),
      }),
      { params: Promise.resolve({}) },
    )
}

describe('the tick’s door', () => {
  beforeEach(async () => {
    await db.heartbeat.deleteMany()
  })

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer undefined',
    SECRET,
    `Basic ${SECRET}`,
    `Bearer ${SECRET.slice(1)}`,
    `Bearer ${SECRET}c`,
  ])('stays shut for %j', async (authorization) => {
    const call = await routeWith([quiet], { CRON_SECRET: SECRET })
    const answer = await call(authorization)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'unauthenticated' })
    expect(await db.heartbeat.count()).toBe(0)
  })

  test('takes no secret from the query', async () => {
    const call = await routeWith([quiet], { CRON_SECRET: SECRET })
    expect((await call(undefined, `?secret=${SECRET}`)).status).toBe(401)
  })

  test.each(['Bearer undefined', `Bearer ${SECRET}`, undefined])(
    'is closed while none is set, for %j',
    async (given) => {
      const call = await routeWith([quiet], {})
      expect((await call(given)).status).toBe(503)
      expect(await db.heartbeat.count()).toBe(0)
    },
  )

  test.each([
    [SECRET, 'GET'],
    [SECRET, 'POST'],
    [PREVIOUS, 'GET'],
  ])('opens for %s by %s, with the report and the heartbeat', async (secret, method) => {
    const call = await routeWith([quiet], { CRON_SECRET: SECRET, CRON_SECRET_PREVIOUS: PREVIOUS })
    const answer = await call(`Bearer ${secret}`, '', method)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const report: TickReport = await answer.json()
    expect(report).toMatchObject({
      good: true,
      passes: 1,
      parts: [{ name: 'quiet', due: 0, done: 0, failed: 0, left: 0 }],
    })
    const beat = await db.heartbeat.findUniqueOrThrow({ where: { name: 'tick' } })
    expect(beat.report).toEqual(report)
  })

  test.each(['?passes=3', '?passes=', '?passes=1&passes=2', '?force=1'])('refuses %s', async (query) => {
    const call = await routeWith([quiet], { CRON_SECRET: SECRET })
    expect((await call(`Bearer ${SECRET}`, query)).status).toBe(400)
  })

  test('leaves no heartbeat when a part broke, and says so', async () => {
    const call = await routeWith([broken, quiet], { CRON_SECRET: SECRET })
    const answer = await call(`Bearer ${SECRET}`)
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ good: false, parts: [{ error: expect.any(String) }, { due: 0 }] })
    expect(await db.heartbeat.count()).toBe(0)
  })
})

describe('the tick’s door, asked what a tick would do', () => {
  const planned: TickPart = {
    ...quiet,
    plan: async () => ({ due: 3 }),
    tell: async (_ctx, { due }) => ({
      due,
      lines: [
        {
          what: 'Close the form',
          why: 'Its deadline has passed.',
          at: new Date('2026-10-25T00:30:00Z'),
          zone: null,
          href: '/roster/x',
          subject: 'Week of 2 November',
          count: 1,
        },
      ],
    }),
    run: () => Promise.reject(new Error('it was run')),
  }
  const ask = async (query: string, authorization: string | undefined = `Bearer ${SECRET}`, method = 'GET') => {
    const call = await routeWith([planned, { ...broken, plan: () => Promise.reject(new Error('x')) }], {
      CRON_SECRET: SECRET,
    })
    return call(authorization, query, method)
  }
  beforeEach(async () => {
    await db.heartbeat.deleteMany()
  })

  test.each([
    ['GET', '?at=2026-10-25T01:30Z&dryRun=1'],
    ['POST', '?dryRun=1&at=2026-10-25T02:30%2B01:00'],
  ])('by %s %s says it part by part, runs nothing and keeps no heartbeat', async (method, query) => {
    const answer = await ask(query, undefined, method)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const preview = await answer.json()
    expect(preview).toMatchObject({
      at: '2026-10-25T01:30:00.000Z',
      local: expect.stringMatching(/^Sun 25 Oct( 2026)? 01:30 GMT$/),
    })
    expect(preview.parts).toEqual([
      {
        name: 'quiet',
        due: 3,
        more: 2,
        lines: [
          {
            what: 'Close the form',
            why: 'Its deadline has passed.',
            at: '2026-10-25T00:30:00.000Z',
            local: expect.stringMatching(/^Sun 25 Oct( 2026)? 01:30 BST$/),
            href: '/roster/x',
            subject: 'Week of 2 November',
            count: 1,
          },
        ],
      },
      { name: 'broken', due: 0, more: 0, lines: [], error: expect.stringMatching(/^It could not say\./) },
    ])
    expect(await db.heartbeat.count()).toBe(0)
  })

  test.each([
    ['?at=2026-10-25T01:30Z', /^A tick cannot be run at another time: add dryRun=1/],
    ['?dryRun=1', /^Say for when: add at with an instant/],
    ['?at=2026-10-25T01:30Z&dryRun=', /^Dry run must be one of 1\./],
    ['?at=2026-10-25T01:30Z&dryRun=true', /^Dry run must be one of 1\./],
    ['?at=2026-10-25T01:30Z&dryRun=1&passes=2', /leave passes out/],
    ['?at=2026-10-25T01:30Z&dryRun=1&shift=5', /"shift" is not known here/],
    ['?at=2026-10-25T01:30&dryRun=1', /has no zone: add Z/],
    ['?at=2026-10-25T01:30+01:00&dryRun=1', /has lost its \+: in an address it is written %2B\./],
    ['?at=2026-02-30T01:30Z&dryRun=1', /is no instant/],
    ['?at=2200-01-01T00:00Z&dryRun=1', /lies outside the years 2000 to 2199/],
    ['?at=&dryRun=1', /"" is no instant/],
    ['?at=2026-10-25T01:30Z&at=2026-10-25T01:30Z&dryRun=1', /^At must be text\./],
  ])('refuses %s in a sentence', async (query, says) => {
    const answer = await ask(query)
    expect(answer.status).toBe(400)
    expect((await answer.json()).message).toMatch(says)
    expect(await db.heartbeat.count()).toBe(0)
  })

  test('tells nothing to who does not know the secret', async () => {
    expect((await ask('?at=2026-10-25T01:30Z&dryRun=1', 'Bearer x')).status).toBe(401)
  })
})

describe('health and status', () => {
  const none = { counts: {}, notes: [] }
  const good: TickReport = { id: 't', good: true, passes: 1, ms: 1, parts: [] }

  test('are silent before the first tick, well after it, silent again three minutes on', async () => {
    await db.heartbeat.deleteMany()
    expect(await loadHealth(ctxAt(), rosterEngine)).toMatchObject({
      status: 'silent',
      database: 'ok',
      lastTickAt: null,
    })
    await keepHeartbeat(ctxAt(), good)
    const now = await loadHealth(ctxAt(), rosterEngine)
    expect(now).toMatchObject({ status: 'ok', rosterEngine: 'v2', seal: { lagSeconds: expect.any(Number) } })
    expect(now.tzVersion).toMatch(/^20\d\d[a-z]$/)
    expect(await loadHealth(ctxAt(SILENCE_MS - 5_000), rosterEngine)).toMatchObject({ status: 'ok' })
    expect(await loadHealth(ctxAt(SILENCE_MS + 5_000), rosterEngine)).toMatchObject({
      status: 'silent',
      database: 'ok',
    })
    expect(await loadStatus(ctxAt(SILENCE_MS + 5_000), none)).toMatchObject({ tick: { silent: true } })
  })

  test('the heartbeat is on the clock of the database', async () => {
    const shift = 40 * 86_400_000
    await keepHeartbeat(ctxAt(shift), good)
    const { at } = await db.heartbeat.findUniqueOrThrow({ where: { name: 'tick' } })
    expect(Math.abs(at.getTime() - ctxAt(shift).now().getTime())).toBeLessThan(60_000)
  })

  test('counts what waits at each place, in the company’s zone', async () => {
    const count = async () => ({ value: 3, tone: 'act', says: '3 wait' }) as const
    expect(await loadStatus(ctxAt(), { ...none, counts: { outbox: count } })).toMatchObject({
      counts: { outbox: { value: 3 } },
      clock: { zone: 'Europe/London', abbreviation: expect.stringMatching(/GMT|BST/) },
    })
  })

  test('a database that does not answer is down within five seconds, in words without a secret', async () => {
    const gone = connect('postgresql://daybook:hunter22@127.0.0.1:9/nowhere')
    const began = performance.now()
    const health = await loadHealth(context({ actor: SYSTEM, db: gone, shift: 0 }), rosterEngine)
    expect(health).toMatchObject({ status: 'down', database: 'down', rosterEngine: null, seal: null })
    expect(performance.now() - began).toBeLessThan(6_000)
    expect(JSON.stringify(health)).not.toContain('hunter22')
    await gone.$disconnect()
  })

  test('one that hangs is down within five seconds too', async () => {
    const blocker = new pg.Client(base.ownerUrl)
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE heartbeat IN ACCESS EXCLUSIVE MODE')
    const began = performance.now()
    const health = await loadHealth(ctxAt(), rosterEngine)
    expect(health.status).toBe('down')
    expect(performance.now() - began).toBeLessThan(6_000)
    await blocker.query('ROLLBACK')
    await blocker.end()
  })
})

test('the boot tells the owner of the tables from the app', async () => {
  const owner = connect(base.ownerUrl)
  expect(await ownsTables(owner)).toBe(true)
  expect(await ownsTables(db)).toBe(false)
  await owner.$disconnect()
})

let week = 0
/** A week whose close was claimed `minutesAgo` by somebody who never came back. */
async function crashedClose(minutesAgo: number): Promise<string> {
  const then = ctxAt(-minutesAgo * 60_000)
  const id = newId()
  // A roster of its own: only one week of a roster has its form open.
  const roster = await db.roster.create({
    data: { id: newId(), name: 'The Anchor', zone: 'Europe/London', settings: {}, createdAt: then.now() },
  })
  const monday = new Date(Date.UTC(2027, 0, 4) + 7 * 86_400_000 * week++).toISOString().slice(0, 10)
  const values = { roster_id: roster.id, week_of: monday, created_at: then.now() }
  await bear(then, run, 'DRAFT', [{ id, values, data: { shifts: 1 } }])
  const deadline = '2027-12-10T08:00:00.000Z'
  await transition(then, run, id, 'open', {
    version: 0,
    data: { deadline, invited: 1 },
    set: { deadline_at: deadline },
  })
  // The claim alone, as a process that was killed leaves it.
  await new Promise<void>((claimed) => {
    const act = (): Promise<never> => {
      claimed()
      return new Promise(() => {})
    }
    void transition(then, run, id, 'close', { version: 1, act })
  })
  return id
}
const expiredOf = (id: string) =>
  db.auditEvent.findMany({ where: { machine: 'run', subjectId: id, type: 'lease.expired' } })

describe('lease recovery', () => {
  let id: string
  beforeAll(async () => {
    id = await crashedClose(10)
  })

  test('tells an expired lease once, however many ticks run, and leaves it to its own kind', async () => {
    const part = leaseRecovery([run], {})
    const reports = await Promise.all(Array.from({ length: 8 }, () => tick(ctxAt(), [part])))
    for (const report of reports) expect(report.good).toBe(true)
    await tick(ctxAt(), [part])
    const [event, ...more] = await expiredOf(id)
    expect(more).toEqual([])
    expect(event).toMatchObject({ actorKind: 'tick', version: null, data: { kind: 'close' } })
    expect(reports.map((report) => report.id)).toContain(event?.requestId)
    const row = await db.rosterRun.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ actingKind: 'close', version: 1 })
    expect((await tick(ctxAt(), [part])).parts[0]).toMatchObject({ due: 0, done: 0 })
  })

  test('hands it to its desk again and again until that has settled it', async () => {
    let calls = 0
    const recover = async (ctx: Context, lease: { subjectId: string }) => {
      calls += 1
      if (calls === 1) return false
      if (calls === 2) throw new Error('not yet')
      const done = await transition(ctx, run, lease.subjectId, 'close', {
        version: 1,
        act: async () => ({ data: { answered: 0, silent: 1 }, set: { closed_at: ctx.now() }, value: undefined }),
      })
      return done.ok
    }
    const part = leaseRecovery([run], { 'run.close': recover })
    const parts = []
    for (let n = 0; n < 4; n++) parts.push((await tick(ctxAt(), [part])).parts[0])
    expect(parts.map((report) => [report?.due, report?.done, report?.failed])).toEqual([
      [1, 0, 1],
      [1, 0, 1],
      [1, 1, 0],
      [0, 0, 0],
    ])
    expect(await expiredOf(id)).toHaveLength(1)
    expect((await db.rosterRun.findUniqueOrThrow({ where: { id } })).v2State).toBe('CLOSED')
  })

  test('starts nothing when its time is over', async () => {
    await crashedClose(20)
    const recover = vi.fn(async () => true)
    const part = leaseRecovery([run], { 'run.close': recover })
    const report = await tick(ctxAt(), [part], { budgetMs: 0 })
    expect(report.parts[0]).toMatchObject({ due: 1, done: 0, left: 1 })
    expect(recover).not.toHaveBeenCalled()
  })

  test('says nothing of a lease that is held', async () => {
    const held = await crashedClose(0)
    await tick(ctxAt(), [leaseRecovery([run], {})])
    expect(await expiredOf(held)).toEqual([])
  })
})

describe('sealing', () => {
  test('seals what is there, once, and tells the installation', async () => {
    const note = vi.fn(async () => {})
    const part = auditSealing(note)
    const before = Number((await db.seal.count()) ?? 0)
    await vi.waitFor(
      async () => {
        await Promise.all([tick(ctxAt(), [part]), tick(ctxAt(), [part])])
        expect((await part.plan(ctxAt())).due).toBe(0)
      },
      { timeout: 10_000 },
    )
    expect(await db.seal.count()).toBeGreaterThan(before)
    expect(note).toHaveBeenCalled()
    const [sum] = await db.$queryRaw<[{ sealed: number; events: number }]>`
      SELECT (SELECT sum(events)::int FROM seal) AS sealed, (SELECT count(*)::int FROM audit_event) AS events`
    expect(sum.sealed).toBe(sum.events)
  })
})

describe('a look ahead', () => {
  const weeks = { machine: 'run', desk: 'roster', state: () => null, event: () => '', names: nameWeeks }
  const HOUR = 3_600_000

  test('names each lease that will have run out, and neither tells nor takes it', async () => {
    await tick(ctxAt(HOUR), [leaseRecovery([run], {})])
    const id = await crashedClose(0)
    const part = leaseRecovery([run], {}, [weeks])
    const now = ctxAt().now().getTime()
    const at = new Date(now + HOUR)
    expect((await previewTick(ctxAt(), [part], new Date(now))).parts).toMatchObject([{ due: 0, lines: [] }])
    const { parts } = await previewTick(ctxAt(), [part], at)
    const lease = await db.lease.findFirstOrThrow({ where: { subjectId: id, endedAt: null } })
    expect(parts).toEqual([
      {
        name: 'leases',
        due: 1,
        more: 0,
        lines: [
          {
            what: 'Note in the record that “close” stopped half-way',
            why: 'Whoever was at it is gone, and their hold on it ran out. Its button, or the next move, takes over.',
            at: lease.expiresAt.toISOString(),
            local: expect.stringMatching(/ (GMT|BST)$/),
            href: `/roster/${id}`,
            subject: expect.stringMatching(/^The Anchor, week of /),
            count: 1,
          },
        ],
      },
    ])
    expect(await expiredOf(id)).toEqual([])
    const again = leaseRecovery([run], { 'run.close': async () => true })
    const [taken] = (await previewTick(ctxAt(), [again], at)).parts
    expect(new Set(taken?.lines.map(({ what }) => what))).toEqual(new Set(['Take “close” up again']))
    // The run takes the very plan that was told.
    const report = await tick(ctxAt(HOUR), [part])
    expect(report.parts).toMatchObject([{ due: 1, done: 1 }])
    expect(await expiredOf(id)).toHaveLength(1)
    expect((await previewTick(ctxAt(), [part], at)).parts).toMatchObject([{ due: 0, lines: [] }])
  })

  test('says that events wait for a seal, since when, and writes none', async () => {
    await crashedClose(0)
    const part = auditSealing(async () => {})
    const seals = await db.seal.count()
    const { parts } = await previewTick(ctxAt(), [part], new Date(ctxAt().now().getTime() + 3_600_000))
    expect(parts).toMatchObject([
      { name: 'seals', due: 1, more: 0, lines: [{ subject: 'Record', href: '/settings/record' }] },
    ])
    expect(await db.seal.count()).toBe(seals)
    await vi.waitFor(async () => {
      await tick(ctxAt(), [part])
      expect((await previewTick(ctxAt(), [part], new Date())).parts).toMatchObject([{ due: 0, lines: [] }])
    })
  })
})
