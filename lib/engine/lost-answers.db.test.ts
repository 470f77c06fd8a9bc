import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import type { PrismaClient } from '@/lib/platform/prisma/client'
import { type EngineWorld, engineWorld, probe, probes } from '@/lib/testing/engine'
import { transition } from './transition'

const TRIALS = process.env.FULL ? 400 : 120
log.level = 'error' // each cut is a warning, and hundreds are wanted here

/** Stands between the app and PostgreSQL; `cut` drops every connection in both directions, mid-answer or not. */
class Wire {
  private readonly open = new Set<Socket>()
  private readonly server: Server
  constructor(target: URL) {
    this.server = createServer((near) => {
      const far = dial(Number(target.port), target.hostname)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.open.add(from)
        from.on('error', () => {})
        from.on('close', () => {
          this.open.delete(from)
          to.destroy()
        })
        from.pipe(to)
      }
    })
  }
  listen = () =>
    new Promise<number>((resolve) =>
      this.server.listen(0, '127.0.0.1', () => resolve((this.server.address() as { port: number }).port)),
    )
  cut() {
    for (const socket of this.open) socket.destroy()
  }
  end() {
    this.cut()
    this.server.close()
  }
}

let world: EngineWorld
let wire: Wire
let db: PrismaClient
let ctx: Context
beforeAll(async () => {
  world = await engineWorld()
  const url = new URL(world.database.url)
  wire = new Wire(new URL(url))
  url.port = String(await wire.listen())
  db = connect(url.href, 2)
  ctx = { ...world.ctx, db }
})
afterAll(async () => {
  await db.$disconnect()
  wire.end()
  await world.end()
})

/** A spread of delays over the life of a statement, the same in every run. */
const delay = (trial: number, over: number) => ((trial * 7919) % 97) * (over / 97)
const after = (ms: number, work: () => unknown) =>
  new Promise<unknown>((resolve) => setTimeout(() => resolve(work()), ms))

const killBackends = () =>
  world.owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND usename <> current_user AND backend_type = 'client backend'`)

/** Whatever was cut, the caller is told what is so: it moved once, with one event. */
async function right(id: string, before: number, outcome: Awaited<ReturnType<typeof transition>>) {
  expect(outcome).toMatchObject({ ok: true, version: before + 1 })
  const rows = await world.db.$queryRaw<{ version: number; events: bigint; open: bigint }[]>`
    SELECT version, (SELECT count(*) FROM audit_event a WHERE a.subject_id = p.id AND a.version = p.version) AS events,
           (SELECT count(*) FROM lease l WHERE l.subject_id = p.id AND l.ended_at IS NULL) AS open
      FROM probe p WHERE id = ${id}::uuid`
  expect(rows).toEqual([{ version: before + 1, events: 1n, open: 0n }])
  expect(await world.db.auditEvent.count({ where: { subjectId: id, version: { gt: before } } })).toBe(1)
}

describe.each([
  ['the socket is cut', () => wire.cut(), TRIALS],
  ['the backend is killed', () => killBackends(), TRIALS / 2],
])('when %s round a statement', (_, strike, trials) => {
  test(`a pure move is right every time, one event each (${trials} trials)`, async () => {
    const ids = await probes(world.ctx, trials)
    for (const [trial, id] of ids.entries()) {
      await db.$queryRaw`SELECT 1` // a warm connection, so that the cut falls into the statement
      const [outcome] = await Promise.all([
        transition(ctx, probe, id, 'note', { version: 0, commandId: newId() }),
        after(delay(trial, 8), strike),
      ])
      await right(id, 0, outcome)
    }
  }, 120_000)

  test(`a leased move recognises its own claim and its own finalize (${trials} trials)`, async () => {
    const ids = await probes(world.ctx, trials, 'BUSY')
    let acted = 0
    for (const [trial, id] of ids.entries()) {
      await db.$queryRaw`SELECT 1`
      const [outcome] = await Promise.all([
        transition(ctx, probe, id, 'work', {
          version: 1,
          act: async () => {
            acted += 1
            return { set: { text: 'x' }, value: 'x' }
          },
        }),
        after(delay(trial, 14), strike),
      ])
      expect(outcome).toMatchObject({ kind: 'moved', value: 'x' })
      await right(id, 1, outcome)
    }
    expect(acted, 'never acted twice').toBe(ids.length)
  }, 120_000)
})
