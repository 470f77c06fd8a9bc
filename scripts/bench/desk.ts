/**
 * Every page of the desk of a town's roster, and what its open pages ask again and again, while ticks drain the outbox
 * without a pause.
 */
import { Visitor } from '@/e2e/access-visitor'
import { type Context, context, SYSTEM } from '@/lib/platform/context'
import { type App, SECRET, startApp } from '@/lib/testing/app'
import { freePort } from '../boot/postgres.mjs'
import { ADMIN, makeCompany } from './desk/company'
import { countWaiting, keepTicking, queueMails } from './desk/drain'
import { type Place, placesOf } from './desk/pages'
import { type Bench, percentile, type Row } from './report'
import { ensureBuild } from './rig/build'
import { startDatabase } from './rig/database'
import { startSink } from './rig/sink'

const MESSAGES = 10_000
/** Rounds through all pages at least; more while messages are left. */
const ROUNDS = 20
const GOAL_MS = 300

/** What the same server answers without a desk: the floor of each figure beside it. */
const FLOOR: Place[] = [
  { name: 'floor: a page of nothing', path: '/no/such/page' },
  { name: 'floor: health', path: '/api/health' },
]

type Timed = { place: Place; taken: number[]; bytes: number }

/** @returns the status of the answer */
async function request(visitor: Visitor, timed: Timed, isMeasured: boolean): Promise<number> {
  const began = performance.now()
  const response = await visitor.fetch(timed.place.path)
  const body = await response.arrayBuffer()
  const taken = performance.now() - began
  if (response.status >= 500) throw new Error(`${timed.place.name} answered ${response.status}.`)
  timed.bytes = body.byteLength
  if (isMeasured) timed.taken.push(taken)
  return response.status
}

/** Rounds through all places, one request after the other, while messages leave. */
async function measure(ctx: Context, app: App, visitor: Visitor, all: readonly Timed[]) {
  const runId = (await ctx.db.rosterRun.findFirstOrThrow({ where: { v2State: 'COLLECTING' } })).id
  await queueMails(ctx, runId, MESSAGES)
  const ticking = keepTicking(app)
  let rounds = 0
  for (; rounds < ROUNDS || (await countWaiting(ctx)) > 0; rounds++) {
    // A drain that ended early would flatter what is measured after it.
    if (rounds < ROUNDS && (await countWaiting(ctx)) < MESSAGES / 10) await queueMails(ctx, runId, MESSAGES / 2)
    for (const timed of all) await request(visitor, timed, true)
  }
  return { rounds, ticks: await ticking.stop() }
}

async function run(): Promise<Row[]> {
  process.env.NEXTAUTH_SECRET = SECRET
  await ensureBuild()
  const [sink, database] = await Promise.all([startSink(), startDatabase('daybook_test_bench')])
  try {
    const ctx = context({ db: database.db, actor: SYSTEM, shift: 0 })
    await makeCompany(ctx)
    const app = await startApp({ databaseUrl: database.url, port: await freePort(), smtpPort: sink.port })
    try {
      const visitor = new Visitor(app.url)
      const { error } = await visitor.signIn(ADMIN.email, ADMIN.password)
      if (error) throw new Error(`The admin could not sign in: ${error}`)
      await app.tick() // health is silent before the first
      const timed = (place: Place): Timed => ({ place, taken: [], bytes: 0 })
      const all = FLOOR.map(timed)
      // Some weeks have none of what an address shows.
      for (const place of (await placesOf(ctx)).map(timed))
        if ((await request(visitor, place, false)) !== 404) all.push(place)
      const before = await sink.taken()
      const { rounds, ticks } = await measure(ctx, app, visitor, all)
      return rowsOf(all, { rounds, ticks, left: (await sink.taken()) - before })
    } finally {
      await app.stop()
    }
  } finally {
    await sink.stop()
    await database.stop()
  }
}

function rowsOf(all: readonly Timed[], { rounds, ticks, left }: Record<'rounds' | 'ticks' | 'left', number>): Row[] {
  const pages = all.slice(FLOOR.length)
  const row = (measure: string, taken: readonly number[], bytes: number | null, isHeld: boolean): Row => ({
    measure,
    ours: percentile(taken, 95),
    unit: 'ms',
    against: [
      { name: 'median', value: percentile(taken, 50) },
      ...(bytes === null ? [] : [{ name: 'kB', value: bytes / 1_000 }]),
    ],
    goal: isHeld ? `≤ ${GOAL_MS} ms` : '',
    met: !isHeld || percentile(taken, 95) <= GOAL_MS,
  })
  const every = pages.flatMap(({ taken }) => taken)
  return [
    ...all.map(({ place, taken, bytes }, k) => row(place.name, taken, bytes, k >= FLOOR.length)),
    row(`all ${pages.length}, ${rounds} rounds, p95`, every, null, true),
    {
      measure: `messages that left meanwhile, in ${ticks} ticks`,
      ours: left,
      unit: '',
      against: [],
      goal: `≥ ${MESSAGES.toLocaleString('en-GB')}`,
      met: left >= MESSAGES,
    },
  ]
}

export default { name: 'desk', run } satisfies Bench
