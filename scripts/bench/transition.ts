/** A move through the door beside the bare statement, by `pg` and by pgbench, all on one embedded server. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { AT } from '@/lib/engine/sql'
import { bear, transition } from '@/lib/engine/transition'
import { type Context, context, SYSTEM } from '@/lib/platform/context'
import { connect, statementName } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { PrismaClient } from '@/lib/platform/prisma/client'
import { run } from '@/lib/roster/machine'
import { acquirePostgres } from '../boot/postgres.mjs'
import { ensureDatabase, ensureRoles, urlsOf, withClient } from '../boot/roles.mjs'
import { type Bench, median, type Row } from './report'

const SLICE_MS = 1_000
const ROUNDS = 9
const CLIENTS = [1, 16] as const
/** Rows that each client has to itself: what is measured is the door, not a queue for one row. */
const ROWS = 8
const WEEK = 7 * 86_400_000

/** Does one unit of work for a client. */
type Work = (client: number) => Promise<void>
type Contender = { name: string; clients: number; slice(): Promise<number> }

type Subject = { id: string; version: number }

const GENERATED = { seed: 1, engine: 'e', inputHash: 'i', hash: 'h', seats: 0, filled: 0, added: 0, removed: 0 }
const EDIT = { change: 'pin', tender: newId(), shift: newId(), withTender: null, withShift: null }

/** Units a second of `clients` loops that run side by side for one slice. */
async function rate(clients: number, work: Work): Promise<number> {
  const start = performance.now()
  let done = 0
  const loop = async (client: number) => {
    while (performance.now() - start < SLICE_MS) {
      await work(client)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)))
  return (done * 1000) / (performance.now() - start)
}

/** Weeks in ASSIGNED, where `edit` and `regenerate` lead back to where they came from; each client has its own. */
async function weeks(ctx: Context, clients: number): Promise<Subject[][]> {
  const ids = Array.from({ length: clients * ROWS }, newId)
  const rosterId = newId()
  await ctx.db.roster.create({
    data: { id: rosterId, name: 'Bench', zone: 'UTC', settings: {}, createdAt: ctx.now() },
  })
  const weekOf = (n: number) => new Date(Date.UTC(2000, 0, 3) + n * WEEK).toISOString().slice(0, 10)
  const births = ids.map((id, n) => ({
    id,
    values: { roster_id: rosterId, week_of: weekOf(n), created_at: AT },
    data: { shifts: 10 },
  }))
  const born = await bear(ctx, run, 'DRAFT', births)
  if (!born.ok) throw new Error(born.reason)
  const deadline = ctx.now().toISOString()
  for (const id of ids) {
    const done = [
      await transition(ctx, run, id, 'open', { version: 0, data: { deadline, invited: 0 } }),
      await transition(ctx, run, id, 'close', {
        version: 1,
        act: async () => ({ data: { answered: 0, silent: 0 }, value: null }),
      }),
      await transition(ctx, run, id, 'generate', { version: 2, act: async () => ({ data: GENERATED, value: null }) }),
    ]
    if (done.some((outcome) => !outcome.ok)) throw new Error(`no week to bench: ${JSON.stringify(done)}`)
  }
  const all = ids.map((id) => ({ id, version: 3 }))
  return Array.from({ length: clients }, (_, client) => all.slice(client * ROWS, (client + 1) * ROWS))
}

/** The compare-and-set alone, on a table of the same shape without door, event or ledger. */
const BARE = (id: string, version: string) =>
  `UPDATE bare.roster_run SET v2_state = 'ASSIGNED', version = version + 1 WHERE id = ${id} AND v2_state = 'ASSIGNED' AND version >= ${version}`

/** pgbench reports what it did in a slice; it keeps its prepared statement and its connections through it. */
function pgbench(program: string, url: URL, script: string, clients: number): () => Promise<number> {
  const args = ['-n', '-M', 'prepared', '-f', script, '-c', String(clients), '-j', '2', '-T', '1']
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(url.password) }
  const target = ['-h', url.hostname, '-p', url.port, '-U', url.username, url.pathname.slice(1)]
  return async () => {
    const child = spawn(program, [...args, ...target], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    for await (const chunk of child.stdout) said += chunk
    return Number(/tps = ([\d.]+)/.exec(said)?.[1] ?? Number.NaN)
  }
}

const findPgbench = () =>
  ['/usr/bin/pgbench', 'pgbench'].find((program) => spawnSync(program, ['--version']).status === 0) ?? null

type World = { appUrl: string; folder: string; close(): Promise<void> }

/** A server, a migrated database of its own, and in the schema `bare` the same tables with indexes and no guard. */
async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
  const server = await acquirePostgres(folder)
  const admin = server.urlOf('postgres')
  const passwords = await ensureRoles(admin, folder)
  await ensureDatabase(admin, { name: 'daybook' })
  const { ownerUrl, appUrl } = urlsOf(server.port, passwords, 'daybook')
  const migrated = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/db.ts', 'migrate'], {
    env: { ...process.env, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl },
    encoding: 'utf8',
  })
  if (migrated.status !== 0) throw new Error(migrated.stderr)
  await withClient(ownerUrl, async (owner: pg.Client) => {
    await owner.query(`CREATE SCHEMA bare;
      CREATE TABLE bare.roster_run (LIKE public.roster_run INCLUDING ALL);
      CREATE TABLE bare.audit_event (LIKE public.audit_event INCLUDING ALL);
      GRANT USAGE ON SCHEMA bare TO daybook_app;
      GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA bare TO daybook_app`)
    await owner.query(`INSERT INTO bare.roster_run (id, roster_id, week_of, created_at, v2_state, status)
      SELECT lpad(to_hex(n), 32, '0')::uuid, gen_random_uuid(), '2000-01-03', now(), 'ASSIGNED', 'pending' FROM generate_series(0, 127) n`)
  })
  return {
    appUrl,
    folder,
    async close() {
      await server.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The id of a client's nth bare row, as the table was filled. */
const bareId = (client: number, turn: number) => (client * ROWS + (turn % ROWS)).toString(16).padStart(32, '0')

const EVENT = {
  ...{ machine: 'run', type: 'run.edited', edge: 'edit', fromState: 'ASSIGNED', toState: 'ASSIGNED', xid: 0n },
  ...{ actorKind: 'system', actorName: 'system', requestId: newId() },
}
let lastEvent = 0n
const nextEvent = () => {
  lastEvent += 1n
  return lastEvent
}

type Tools = { ctx: Context; pool: pg.Pool; bare: PrismaClient }

async function contenders(world: World, { ctx, pool, bare }: Tools, clients: number): Promise<Contender[]> {
  const own = await weeks(ctx, clients)
  const turns = Array.from({ length: clients }, () => 0)
  const next = (client: number) => {
    const turn = turns[client] ?? 0
    turns[client] = turn + 1
    const subject = own[client]?.[turn % ROWS]
    if (!subject) throw new Error('no subject')
    return { subject, turn }
  }
  const moved = async (subject: Subject, outcome: ReturnType<typeof transition>) => {
    const { ok } = await outcome
    if (!ok) throw new Error('a move of the bench was refused')
    subject.version += 1
  }
  const works: Record<string, Work> = {
    pure: async (client) => {
      const { subject } = next(client)
      await moved(subject, transition(ctx, run, subject.id, 'edit', { version: subject.version, data: EDIT }))
    },
    leased: async (client) => {
      const { subject } = next(client)
      const act = async () => ({ data: GENERATED, set: { generated_at: AT }, value: undefined })
      await moved(subject, transition(ctx, run, subject.id, 'regenerate', { version: subject.version, act }) as never)
    },
    pg: async (client) => {
      const { turn } = next(client)
      await pool.query({ name: 'bare', text: BARE('$1::uuid', '$2::int'), values: [bareId(client, turn), 0] })
    },
    // What a move writes, the usual way: read, compare in code, update, insert the event. Two of these may interleave.
    interactive: async (client) => {
      const { turn } = next(client)
      const id = bareId(client, turn).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      await bare.$transaction(async (tx) => {
        const found = await tx.rosterRun.findUniqueOrThrow({ where: { id } })
        if (found.v2State !== 'ASSIGNED') throw new Error('not from here')
        const version = found.version + 1
        await tx.rosterRun.update({ where: { id }, data: { v2State: 'ASSIGNED', version } })
        await tx.auditEvent.create({
          data: { ...EVENT, id: nextEvent(), at: ctx.now(), subjectId: id, version, data: EDIT },
        })
      })
    },
  }
  const list: Contender[] = Object.entries(works).map(([name, work]) => ({
    name,
    clients,
    slice: () => rate(clients, work),
  }))
  const program = findPgbench()
  if (program) {
    const script = join(world.folder, 'bare.sql')
    writeFileSync(
      script,
      `\\set n :client_id * ${ROWS} + random(0, ${ROWS - 1})\n${BARE("lpad(to_hex(:n::int), 32, '0')::uuid", '0')};\n`,
    )
    list.push({ name: 'pgbench', clients, slice: pgbench(program, new URL(world.appUrl), script, clients) })
  }
  return list
}

async function measure(): Promise<Row[]> {
  const world = await openWorld()
  const db = connect(world.appUrl, 16)
  const pool = new pg.Pool({ connectionString: world.appUrl, max: 16 })
  const bare = new PrismaClient({
    adapter: new PrismaPg(pool, { schema: 'bare', statementNameGenerator: statementName }),
  })
  try {
    const ctx = context({ actor: SYSTEM, db, shift: 0 })
    const all = (await Promise.all(CLIENTS.map((clients) => contenders(world, { ctx, pool, bare }, clients)))).flat()
    const rates = new Map(all.map((contender) => [contender, [] as number[]]))
    for (let round = -1; round < ROUNDS; round++)
      for (const contender of all) {
        const found = await contender.slice()
        if (round >= 0) rates.get(contender)?.push(found)
      }
    const of = (name: string, clients: number) => {
      const contender = all.find((one) => one.name === name && one.clients === clients)
      return contender ? median(rates.get(contender) ?? []) : null
    }
    return CLIENTS.flatMap((clients) => rowsFor(clients, (name) => of(name, clients)))
  } finally {
    await bare.$disconnect()
    await db.$disconnect()
    await pool.end()
    await world.close()
  }
}

/** Goals hold at 16 clients; the figures of one are there to be read. */
function rowsFor(clients: number, of: (name: string) => number | null): Row[] {
  const bare = of('pgbench')
  const against = ['pgbench', 'pg', 'interactive'].flatMap((name) => {
    const value = of(name)
    return value === null
      ? []
      : [{ name: `${name} bare`.replace('interactive bare', 'interactive transaction'), value }]
  })
  const who = clients === 1 ? '1 client' : `${clients} clients`
  const counted = clients === 16
  return (
    [
      ['pure', 0.28],
      ['leased', 0.14],
    ] as const
  ).flatMap(([name, goal]): Row[] => {
    const ours = of(name) ?? 0
    const share = bare === null ? null : ours / bare
    const times = ours / (of('interactive') ?? Number.NaN)
    const rows: Row[] = [{ measure: `${name}, ${who}`, ours, unit: '/s', against, goal: '', met: true }]
    rows.push({
      measure: `${name}, ${who}, of bare pgbench`,
      ours: share ?? 0,
      unit: share === null ? '(pgbench is not installed)' : '×',
      against: [{ name: 'of pg bare', value: ours / (of('pg') ?? Number.NaN) }],
      goal: counted ? `at least ${goal}` : '',
      met: !counted || share === null || share >= goal,
    })
    if (name === 'pure')
      rows.push({
        measure: `${name}, ${who}, of an interactive transaction that guards nothing`,
        ours: times,
        unit: '×',
        against: [],
        goal: counted ? 'at least 2.5' : '',
        met: !counted || times >= 2.5,
      })
    return rows
  })
}

export default { name: 'transition', run: measure } satisfies Bench
