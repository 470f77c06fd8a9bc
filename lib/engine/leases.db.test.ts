import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { run } from '@/lib/roster/machine'
import { type EngineWorld, engineWorld, later, makeRun, must, probe, probes, readProbe } from '@/lib/testing/engine'
import { ActRefused } from './outcome'
import { type Held, order, type Settled } from './request'
import { claimStatement, moveStatement, releaseStatement, renewStatement } from './store'
import { transition } from './transition'

const MINUTE = 60_000
log.level = 'fatal' // actions crash here on purpose

let world: EngineWorld
let id: string
let version: number
beforeAll(async () => {
  world = await engineWorld()
})
afterAll(() => world.end())

const busy = async () => {
  ;[id = ''] = await probes(world.ctx, 1, 'BUSY')
  version = 1
}
const parts = (over: { token?: string; edge?: string; lease?: string; commandId?: string; version?: number } = {}) => ({
  edge: over.edge ?? 'work',
  lease: over.lease ?? 'work',
  token: over.token ?? newId(),
  guards: [],
  order: order({ parse: () => ({}) }, id, {
    version: over.version ?? version,
    ...(over.commandId ? { commandId: over.commandId } : {}),
  }),
})
const claim = (ctx = world.ctx, over: Parameters<typeof parts>[0] = {}, machine = probe) =>
  claimStatement(ctx, machine, parts(over))
const ledger = (subject = id) =>
  world.db.lease.findMany({ where: { subjectId: subject }, orderBy: { claimedAt: 'asc' } })
const pass = async () => ({ value: undefined })
const work = (act: (held: Held) => Promise<Settled<unknown>> = pass, ctx = world.ctx, commandId = newId()) =>
  transition(ctx, probe, id, 'work', { version, act, commandId })

describe('a leased edge', () => {
  test('claims, acts outside any transaction, finalizes; the ledger keeps the claim', async () => {
    await busy()
    const outcome = await work(async (held) => {
      expect(await readProbe(world.db, id)).toMatchObject({ acting_kind: 'work', acting_token: held.token, version: 1 })
      return { set: { text: 'done' }, value: 42 }
    })
    expect(outcome).toMatchObject({ kind: 'moved', from: 'BUSY', to: 'BUSY', version: 2, value: 42 })
    expect(await readProbe(world.db, id)).toMatchObject({ text: 'done', acting_kind: null, acting_token: null })
    expect(await ledger()).toMatchObject([{ kind: 'work', outcome: 'finalized', renewals: 0, holder: 'system:system' }])
  })

  test('the result of act names the edge that finalizes, among those that share the lease', async () => {
    await busy()
    expect(await work(async () => ({ edge: 'reject', value: null }))).toMatchObject({ kind: 'moved', to: 'OPEN' })
    await busy()
    expect(await work(async () => ({ edge: 'finish', value: null }))).toMatchObject({ kind: 'moved', to: 'DONE' })
    await busy()
    expect(await work(async () => ({ edge: 'pack', value: null }))).toMatchObject({ kind: 'failed' })
    expect(await readProbe(world.db, id)).toMatchObject({ state: 'BUSY', version: 1, acting_token: null })
  })

  test('a refusal of act gives the lease back with its sentence; the state stays and Retry passes and clears it', async () => {
    await busy()
    const outcome = await work(async () => {
      throw new ActRefused('no_paper', 'The printer has no paper. Fill it and try again.')
    })
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'no_paper', detail: /paper/ })
    expect(await readProbe(world.db, id)).toMatchObject({ version: 1, acting_token: null, last_error: /no paper/ })
    expect(await ledger()).toMatchObject([{ outcome: 'released' }])
    expect(await world.db.auditEvent.count({ where: { subjectId: id, type: 'lease.released' } })).toBe(1)
    expect(await work()).toMatchObject({ kind: 'moved' })
    expect((await readProbe(world.db, id)).last_error).toBeNull()
  })

  test('a crash of act says so in a sentence, never in its own words', async () => {
    await busy()
    const outcome = await work(async () => {
      throw new Error('ENOENT /secret/path')
    })
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'crashed' })
    expect(JSON.stringify(outcome) + (await readProbe(world.db, id)).last_error).not.toContain('secret')
  })

  test('a claim sets the columns that its lease lists, and no others', async () => {
    await busy()
    await must(transition(world.ctx, probe, id, 'work', { version, claim: { extra: { by: 'claim' } }, act: pass }))
    await expect(
      transition(world.ctx, probe, id, 'work', { version: 2, claim: { text: 'x' }, act: pass }),
    ).rejects.toThrow('may not write text')
  })

  test('of a command that comes again: in progress while act runs, then the first outcome; another command waits', async () => {
    await busy()
    const commandId = newId()
    const seen: unknown[] = []
    const first = await work(
      async () => {
        seen.push(await work(pass, world.ctx, commandId), await work(), await work(pass, later(world.ctx, 59_000)))
        return { value: 1 }
      },
      world.ctx,
      commandId,
    )
    expect(seen).toMatchObject([
      { kind: 'in_progress' },
      { kind: 'lease', reason: 'lease_work' },
      { kind: 'lease', reason: 'lease_work' },
    ])
    const { value: _, ...told } = await must(Promise.resolve(first))
    expect(await work(pass, world.ctx, commandId)).toEqual({ ...told, kind: 'repeat' })
  })

  test('that has the wrong version, state or id claims nothing', async () => {
    await busy()
    expect(await transition(world.ctx, probe, id, 'work', { version: 7, act: pass })).toMatchObject({ kind: 'lost' })
    expect(await transition(world.ctx, probe, id, 'pack', { version, act: pass })).toMatchObject({ kind: 'illegal' })
    expect(await transition(world.ctx, probe, newId(), 'work', { version, act: pass })).toMatchObject({
      kind: 'unknown',
    })
    expect(await ledger()).toEqual([])
  })
})

describe('a lease', () => {
  test('that lives refuses every pure edge; once expired, whatever pure edge passes closes it as superseded', async () => {
    await busy()
    await claim()
    expect(await transition(world.ctx, probe, id, 'back', { version })).toMatchObject({ kind: 'lease' })
    const hence = later(world.ctx, 61_000)
    expect(await transition(hence, probe, id, 'back', { version })).toMatchObject({ kind: 'moved' })
    expect(await ledger()).toMatchObject([{ outcome: 'superseded' }])
    expect(await readProbe(world.db, id)).toMatchObject({ acting_token: null, acting_kind: null })
    // The next action of another kind is free: an expired lease strands nobody.
    expect(await transition(hence, probe, id, 'pack', { version: 2, act: pass })).toMatchObject({ kind: 'moved' })
  })

  test('acting_until alone decides: a deploy that shortens the kind changes no live lease', async () => {
    await busy()
    await claim()
    const deployed = { ...probe, leases: { ...probe.leases, work: { seconds: 1 } } }
    expect(await transition(later(world.ctx, 59_000), deployed, id, 'back', { version })).toMatchObject({
      kind: 'lease',
    })
    expect((await claim(later(world.ctx, 59_000), {}, deployed))?.new_version).toBeNull()
    expect((await claim(later(world.ctx, 61_000), {}, deployed))?.new_version).toBe(1)
  })

  test('renewing moves its end, in the ledger too, and never back', async () => {
    await busy()
    const token = newId()
    await claim(world.ctx, { token })
    expect(await renewStatement(later(world.ctx, MINUTE / 2), probe, id, token, 'work')).toBe(true)
    expect(await renewStatement(world.ctx, probe, id, token, 'work')).toBe(true)
    const [row] = await ledger()
    expect(row).toMatchObject({ renewals: 2, expiresAt: (await readProbe(world.db, id)).acting_until })
    expect((row?.expiresAt.getTime() ?? 0) - (row?.claimedAt.getTime() ?? 0)).toBeGreaterThanOrEqual(89_000)
    expect(await renewStatement(world.ctx, probe, id, newId(), 'work')).toBe(false)
  })

  test('a process clock 10 minutes wrong changes nothing: the statement reads the database', async () => {
    await busy()
    await claim()
    for (const minutes of [-10, 10]) {
      const wrong = { ...world.ctx, now: () => new Date(world.ctx.now().getTime() + minutes * MINUTE) }
      expect((await claim(wrong))?.new_version, 'a live lease is not taken over').toBeNull()
      expect(await transition(wrong, probe, id, 'back', { version })).toMatchObject({ kind: 'lease' })
    }
    const [row] = await world.db.$queryRaw<{ left: number }[]>`
      SELECT extract(epoch FROM acting_until - clock_timestamp())::float8 AS left FROM probe WHERE id = ${id}::uuid`
    expect(row?.left).toBeGreaterThan(50)
    expect(row?.left).toBeLessThanOrEqual(60)
  })

  test('a claim that waits 1.5 s on the row still gets its whole second', async () => {
    ;[id = ''] = await probes(world.ctx, 1)
    const other = await world.app()
    await other.query('BEGIN')
    await other.query('SELECT FROM probe WHERE id = $1 FOR UPDATE', [id])
    const waiting = claim(world.ctx, { edge: 'pack', lease: 'pack', version: 0 })
    await new Promise((resume) => setTimeout(resume, 1500))
    const { rows } = await other.query('SELECT clock_timestamp() AS freed')
    await other.query('COMMIT')
    expect((await waiting)?.new_version).toBe(0)
    const until = (await readProbe(world.db, id)).acting_until?.getTime() ?? 0
    expect(until - rows[0].freed.getTime()).toBeGreaterThanOrEqual(999)
  })

  test('one that was taken and expired while a move waited for the row: a lost race, and the next try closes it', async () => {
    ;[id = ''] = await probes(world.ctx, 1)
    const other = await world.app()
    await other.query('BEGIN')
    await other.query('SELECT FROM probe WHERE id = $1 FOR UPDATE', [id])
    const waiters = (count: number) =>
      expect
        .poll(async () => {
          const waiting = await world.db.$queryRaw<unknown[]>`
            SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
          return waiting.length
        })
        .toBe(count)
    const claimed = claim(world.ctx, { edge: 'pack', lease: 'pack', version: 0 })
    await waiters(1)
    const hence = later(world.ctx, MINUTE)
    const moving = transition(hence, probe, id, 'start', { version: 0 })
    const claiming = claim(hence, { edge: 'pack', lease: 'pack', version: 0 })
    await waiters(3)
    await other.query('COMMIT')
    expect((await claimed)?.new_version).toBe(0)
    expect(await moving).toMatchObject({ kind: 'lost', reason: 'changed_since' })
    expect((await claiming)?.new_version).toBeNull()
    expect(await transition(hence, probe, id, 'start', { version: 0 })).toMatchObject({ kind: 'moved' })
    expect(await ledger()).toMatchObject([{ outcome: 'superseded' }])
  })

  test('a claim that comes again finds its own token, and does so after it has expired', async () => {
    await busy()
    const token = newId()
    expect((await claim(world.ctx, { token }))?.new_version).toBe(1)
    expect(await claim(world.ctx, { token })).toMatchObject({ new_version: null, acting_token: token })
    expect(await claim(later(world.ctx, 2 * MINUTE), { token })).toMatchObject({
      new_version: null,
      acting_token: token,
    })
    expect(await ledger()).toHaveLength(1)
  })

  test('a zombie: its lease was taken over, so its renewal throws, its result is dropped and the new holder finishes', async () => {
    await busy()
    const hence = later(world.ctx, 2 * MINUTE)
    let renewal: unknown
    const zombie = await work(async (held) => {
      expect(await work(async () => ({ set: { text: 'second' }, value: 0 }), hence)).toMatchObject({ kind: 'moved' })
      renewal = await held.renew().catch((error: unknown) => error)
      return { set: { text: 'zombie' }, value: 0 }
    })
    expect(renewal).toBeInstanceOf(ActRefused)
    expect(zombie).toMatchObject({ ok: false, kind: 'lost', reason: 'lease_lost' })
    expect(await readProbe(world.db, id)).toMatchObject({ text: 'second', version: 2 })
    expect((await ledger()).map((row) => row.outcome).sort()).toEqual(['finalized', 'superseded'])
    expect(await world.db.auditEvent.count({ where: { subjectId: id, type: 'lease.reclaimed' } })).toBe(1)
  })

  test('a zombie of the same command, pressed again: it is told the outcome of the other, not its own', async () => {
    await busy()
    const commandId = newId()
    const zombie = await work(
      async () => {
        await work(async () => ({ set: { text: 'second' }, value: 2 }), later(world.ctx, 2 * MINUTE), commandId)
        return { set: { text: 'zombie' }, value: 1 }
      },
      world.ctx,
      commandId,
    )
    expect(zombie).toMatchObject({ ok: true, kind: 'repeat', version: 2 })
    expect(zombie).not.toHaveProperty('value')
    expect((await readProbe(world.db, id)).text).toBe('second')
  })

  test('a finalize whose twin was still running when it was repeated finds that it happened', async () => {
    await busy()
    const token = newId()
    const commandId = newId()
    await claim(world.ctx, { token, commandId })
    const end = () =>
      moveStatement(world.ctx, probe, {
        edge: 'work',
        orders: [parts({ commandId }).order],
        guards: [],
        also: [],
        token,
      })
    const rows = await Promise.all([end(), end(), end(), end()])
    expect(rows.filter(([row]) => row?.event_id)).toHaveLength(1)
    expect(await world.db.auditEvent.count({ where: { commandId } })).toBe(1)
  })

  test('a release of what is somebody else’s changes nothing', async () => {
    await busy()
    const token = newId()
    await claim(world.ctx, { token })
    expect(await releaseStatement(world.ctx, probe, id, newId(), 'not mine')).toBe(false)
    expect(await readProbe(world.db, id)).toMatchObject({ acting_token: token, last_error: null })
    expect(await releaseStatement(world.ctx, probe, id, token, 'mine')).toBe(true)
  })
})

describe('the run', () => {
  test('a crashed close is reclaimed by close, and never by send', async () => {
    const week = await makeRun(world.ctx, 'COLLECTING')
    const closing = { ...parts({ version: week.version }), edge: 'close', lease: 'close' }
    const claimed = await claimStatement(world.ctx, run, { ...closing, order: { ...closing.order, id: week.id } })
    expect(claimed?.new_version).toBe(week.version)
    const hence = later(world.ctx, 2 * MINUTE)
    for (const [edge, lease] of [
      ['send', 'send'],
      ['queue', 'send'],
      ['generate', 'generate'],
    ] as const) {
      expect(await transition(hence, run, week.id, edge, { version: week.version, act: pass })).toMatchObject({
        ok: false,
        kind: 'lease',
      })
      // Past the code as well: the door knows the kind of the lease that it would overwrite.
      await expect(
        world.db.$executeRaw`UPDATE roster_run SET acting_kind = ${lease}, acting_token = gen_random_uuid(),
          acting_at = acting_until, acting_until = acting_until + interval '1 minute' WHERE id = ${week.id}::uuid`,
      ).rejects.toMatchObject({ meta: { driverAdapterError: { cause: { originalCode: 'DB001' } } } })
    }
    const closed = await transition(hence, run, week.id, 'close', {
      version: week.version,
      act: async () => ({ data: { answered: 0, silent: 0 }, value: undefined }),
    })
    expect(closed).toMatchObject({ kind: 'moved', to: 'CLOSED' })
  })

  test('a lease that expired on a crashed generate does not stand in the way of approving', async () => {
    const week = await makeRun(world.ctx, 'ASSIGNED')
    const again = { ...parts({ version: week.version }), edge: 'regenerate', lease: 'generate' }
    await claimStatement(world.ctx, run, { ...again, order: { ...again.order, id: week.id } })
    const approval = {
      version: week.version,
      set: { status: 'approved', approved_hash: 'h' },
      data: { hash: 'h', seats: 0, filled: 0 },
    }
    expect(await transition(world.ctx, run, week.id, 'approve', approval)).toMatchObject({ kind: 'lease' })
    expect(await transition(later(world.ctx, 3 * MINUTE), run, week.id, 'approve', approval)).toMatchObject({
      kind: 'moved',
      to: 'APPROVED',
    })
    expect(await ledger(week.id)).toMatchObject([
      { kind: 'close' },
      { outcome: 'finalized' },
      { outcome: 'superseded' },
    ])
  })
})
