import pg from 'pg'
import { z } from 'zod'
import { defineMachine, machineEdges } from '@/lib/engine/machine'
import type { Act, MoveOptions } from '@/lib/engine/request'
import { AT } from '@/lib/engine/sql'
import { bear, transition } from '@/lib/engine/transition'
import { type Context, context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import type { PrismaClient } from '@/lib/platform/prisma/client'
import { OLD } from '@/lib/roster/legacy/machine'
import { type RunEdge, type RunState, run } from '@/lib/roster/machine'
import { type TestDatabase, testDatabase } from './database'

const nothing = z.strictObject({})

/** A machine with every kind of edge, for tests of the engine itself. Its empty state is NULL in the table. */
export const probe = defineMachine({
  name: 'probe',
  table: 'probe',
  column: 'state',
  states: { '': 'Not taken in yet.', OPEN: 'Taken in.', BUSY: 'At work.', DONE: 'Never left.' },
  birth: { states: ['', 'OPEN'], event: 'probe.made', data: nothing },
  terminal: ['DONE'],
  edges: {
    adopt: { from: [''], to: 'OPEN', kind: 'pure', event: 'probe.adopted', data: nothing },
    oldStep: { from: [''], to: 'same', kind: 'pure', event: 'probe.stepped', data: nothing },
    note: {
      from: ['OPEN', 'BUSY'],
      to: 'same',
      kind: 'pure',
      event: 'probe.noted',
      data: z.strictObject({ text: z.string().optional() }),
      writes: ['text', 'noted_at', 'extra'],
    },
    start: { from: ['OPEN'], to: 'BUSY', kind: 'pure', event: 'probe.started', data: nothing },
    back: { from: ['BUSY'], to: 'OPEN', kind: 'pure', event: 'probe.went_back', data: nothing },
    pack: { from: ['OPEN'], to: 'same', kind: 'leased', lease: 'pack', event: 'probe.packed', data: nothing },
    work: {
      from: ['BUSY'],
      to: 'same',
      kind: 'leased',
      lease: 'work',
      event: 'probe.worked',
      data: nothing,
      writes: ['text'],
    },
    finish: { from: ['BUSY'], to: 'DONE', kind: 'leased', lease: 'work', event: 'probe.finished', data: nothing },
    reject: { from: ['BUSY'], to: 'OPEN', kind: 'leased', lease: 'work', event: 'probe.rejected', data: nothing },
  },
  leases: { pack: { seconds: 1 }, work: { seconds: 60, writes: ['extra'] } },
  columns: { text: 'text', noted_at: 'timestamptz', extra: 'jsonb', rule: 'text' },
  errorColumn: 'last_error',
  indexes: { probe_rule_key: 'rule_taken' },
})

const PROBE = `
  CREATE TABLE probe (
    id uuid PRIMARY KEY, state text, version integer NOT NULL DEFAULT 0,
    acting_kind text, acting_at timestamptz(3), acting_until timestamptz(3), acting_token uuid,
    text text, noted_at timestamptz(3), extra jsonb, rule text, last_error text);
  CREATE UNIQUE INDEX probe_rule_key ON probe (rule);
  CREATE TABLE probe_child (probe_id uuid NOT NULL REFERENCES probe, n integer NOT NULL);
  SELECT install_door('probe', 'probe', 'state');`

/** A database with the probe machine in it, a context on it, and plain connections under each role. */
export type EngineWorld = {
  database: TestDatabase
  db: PrismaClient
  ctx: Context
  /** Plain `pg` as the app's role; ended with the world. */
  app(): Promise<pg.Client>
  owner: pg.Client
  end(): Promise<void>
}

export async function engineWorld(connections = 20): Promise<EngineWorld> {
  const database = await testDatabase()
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query(PROBE)
  await owner.query(
    `INSERT INTO machine_edge SELECT * FROM jsonb_to_recordset($1)
       AS w(machine text, from_state text, edge text, to_state text, kind text, lease text)`,
    [JSON.stringify(machineEdges(probe))],
  )
  const role = new URL(database.url).username
  await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON probe, probe_child TO ${role}`)
  const db = connect(database.url, connections)
  const clients: pg.Client[] = [owner]
  return {
    database,
    db,
    owner,
    ctx: context({ actor: SYSTEM, db, shift: 0 }),
    async app() {
      const client = new pg.Client(database.url)
      client.on('error', () => {}) // tests kill backends
      await client.connect()
      clients.push(client)
      return client
    },
    async end() {
      await db.$disconnect()
      await Promise.all(clients.map((client) => client.end().catch(() => {})))
      await database.drop()
    },
  }
}

/** For a superuser: a record that begins empty, without what every database is born with, the flag and its events. */
export const EMPTY_RECORD = `
  SET session_replication_role = 'replica';
  DELETE FROM audit_event; DELETE FROM cutover; SELECT setval('audit_event_id_seq', 1, false);
  RESET session_replication_role`

/** The same world, `ms` later. */
export const later = (ctx: Context, ms: number): Context => ({ ...ctx, shift: ctx.shift + ms })

/** Probes in a state, OPEN or BUSY. @returns their ids, at version 0 or 1 */
export async function probes(ctx: Context, count: number, state: '' | 'OPEN' | 'BUSY' = 'OPEN'): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  const born = await bear(
    ctx,
    probe,
    state === 'BUSY' ? 'OPEN' : state,
    ids.map((id) => ({ id, values: {}, data: {} })),
  )
  if (!born.ok) throw new Error(born.reason)
  if (state === 'BUSY') for (const id of ids) await must(transition(ctx, probe, id, 'start', { version: 0 }))
  return ids
}

/** @throws unless it moved */
export async function must<T extends { ok: boolean }>(outcome: Promise<T>): Promise<T & { ok: true }> {
  const found = await outcome
  if (!found.ok) throw new Error(`refused: ${JSON.stringify(found)}`)
  return found as T & { ok: true }
}

export type ProbeRow = {
  state: string | null
  version: number
  acting_kind: string | null
  acting_token: string | null
  acting_until: Date | null
  text: string | null
  last_error: string | null
}

export async function readProbe(db: PrismaClient, id: string): Promise<ProbeRow> {
  const [row] = await db.$queryRaw<ProbeRow[]>`
    SELECT state, version, acting_kind, acting_token::text, acting_until, text, last_error FROM probe WHERE id = ${id}::uuid`
  if (!row) throw new Error(`no probe ${id}`)
  return row
}

const day = 86_400_000
const settle = (set: object, data: object) => async () => ({ set, data, value: undefined })

/** What each step on the way to SENT asks for. */
const steps: Partial<Record<RunEdge, (ctx: Context) => object>> = {
  open: (ctx) => opening(ctx, 'opened_at'),
  close: () => ({ act: settle({ closed_at: AT }, { answered: 0, silent: 0 }) }),
  generate: () => ({ act: settle({ generated_at: AT }, GENERATED) }),
  approve: () => ({
    set: { status: 'approved', approved_at: AT, approved_hash: 'hash' },
    data: { hash: 'hash', seats: 0, filled: 0 },
  }),
  send: () => ({ act: settle({ status: 'sent', sent_at: AT }, { sent: 0, letGo: 0 }) }),
}

const GENERATED = { seed: 1, engine: 'e', inputHash: 'i', hash: 'h', seats: 0, filled: 0, added: 0, removed: 0 }

export function opening(ctx: Context, stamp: 'opened_at' | 'reopened_at'): Pick<MoveOptions, 'set' | 'data'> {
  const deadline = new Date(ctx.now().getTime() + day)
  return { set: { [stamp]: AT, deadline_at: deadline }, data: { deadline: deadline.toISOString(), invited: 0 } }
}

/** A roster of its own. */
export async function makeRoster(ctx: Context): Promise<string> {
  const roster = { id: newId(), name: 'The Anchor', zone: 'Europe/London', settings: {}, createdAt: ctx.now() }
  await ctx.db.roster.create({ data: roster })
  return roster.id
}

/** A week of a roster, walked through the door to a state. @returns its id and version */
export async function makeRun(
  ctx: Context,
  to: RunState,
  { rosterId, week = 0 }: { rosterId?: string; week?: number } = {},
): Promise<{ id: string; version: number }> {
  const id = newId()
  const values = {
    roster_id: rosterId ?? (await makeRoster(ctx)),
    week_of: new Date(Date.UTC(2026, 0, 5) + week * 7 * day).toISOString().slice(0, 10),
    created_at: AT,
  }
  await must(bear(ctx, run, 'DRAFT', [{ id, values, data: { shifts: 0 } }]))
  const states = Object.keys(run.states).filter((state) => state !== OLD)
  const names = (Object.keys(steps) as RunEdge[]).slice(0, states.indexOf(to))
  for (const [version, edge] of names.entries())
    await must(
      transition(ctx, run, id, edge, { version, ...steps[edge]?.(ctx) } as MoveOptions & { act: Act<undefined> }),
    )
  return { id, version: names.length }
}
