import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliver } from '@/lib/messages/effects'
import { letGo } from '@/lib/messages/process'
import { captureTransport } from '@/lib/messages/transport/capture'
import type { Transport } from '@/lib/messages/transport/contract'
import { onlyTo } from '@/lib/messages/transport/rehearsal'
import { type Context, inTransaction } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import { prepared } from '@/lib/testing/halts'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { beginRehearsal, flagTo, flip, killed, rehearsed, signRehearsal } from '@/lib/testing/two-engines'
import { rosterTick } from './clock/process'
import { lockFlag, readGates } from './cutover/data'
import { gatesOf } from './cutover/rules'
import { rosterMessages } from './effects'
import { findCharge } from './engines/data'
import { finishWithOld } from './engines/process'
import { legacyTick } from './legacy/clock/process'
import { send, settle } from './sending/process'
import { putAside } from './today/process'
import { approve, close, generate, makeWeek, open, unapprove } from './week/process'

/** A company of its own for each test: the flag is the whole installation's. */
let w: RosterWorld
let rosterId: string
beforeEach(async () => {
  w = await rosterWorld()
  rosterId = (await w.roster()).id
})
afterEach(async () => {
  delete process.env.ROSTER_BUILD
  await w.end()
})

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TRIALS = process.env.FULL ? 100 : 12

const ticked = async (part: typeof rosterTick | typeof legacyTick, ctx: Context) =>
  part.run(ctx, await part.plan(ctx), { left: () => 60_000 })
const opening = async (id: string) => ({ ...(await w.version(id)), deadline: w.deadline() })
const flag = async () => (await findCharge(w.ctx)).flag
const v2State = async (id: string) => (await w.db.rosterRun.findUniqueOrThrow({ where: { id } })).v2State
const CLOSED_GATE = { ok: false, kind: 'gate', reason: 'gate_closed' }
const GAP = { ok: false, kind: 'guard', reason: 'gap' }

describe('hole 25: a flip and a move never pass each other unseen', () => {
  test('open prepared, rollback with green gates, open commits: refused, and the old engine opens it', async () => {
    const made = await w.make()
    const press = await opening(made.id)
    const late = await prepared(w.ctx, 2, (ctx) => open(ctx, made.id, press))
    await w.must(flip(w.ctx, 'rollBack'))
    expect(await late()).toMatchObject(CLOSED_GATE)
    expect(await v2State(made.id)).toBe('DRAFT')
    await w.must(open(w.ctx, made.id, await opening(made.id)))
    expect([await v2State(made.id), (await w.week(made.id)).state]).toEqual([null, 'COLLECTING'])
  })

  test('the same the other way: what old prepared is refused once the new engine is live', async () => {
    await flagTo(w.ctx, 'DORMANT', rosterId)
    const made = await w.make()
    const press = await opening(made.id)
    const late = await prepared(w.ctx, 2, (ctx) => open(ctx, made.id, press))
    await flagTo(w.ctx, 'LIVE', rosterId)
    expect(await late()).toMatchObject(CLOSED_GATE)
    await w.must(open(w.ctx, made.id, await opening(made.id)))
    expect(await v2State(made.id)).toBe('COLLECTING')
  })

  test('a flip waits for a move that is not committed yet, and then sees it', async () => {
    const made = await w.make()
    const press = await opening(made.id)
    let isOver = false
    const { back } = await inTransaction(w.ctx, async (tx) => {
      await w.must(open(tx, made.id, press))
      const flipping = flip(w.ctx, 'rollBack').finally(() => {
        isOver = true
      })
      // Time to reach the flag. Without the move's lock on it the gates would be read, and green, by now.
      await sleep(500)
      expect(isOver).toBe(false)
      return { back: flipping }
    })
    expect(await back).toMatchObject(GAP)
    expect([await flag(), await v2State(made.id)]).toEqual(['LIVE', 'COLLECTING'])
  })

  test('a move waits for a flip that is not committed yet, and is refused by it', async () => {
    const made = await w.make()
    const press = await opening(made.id)
    const { late } = await inTransaction(w.ctx, async (tx) => {
      await w.must(flip(tx, 'rollBack'))
      const opened = open(w.ctx, made.id, press)
      await sleep(500)
      return { late: opened }
    })
    expect(await late).toMatchObject(CLOSED_GATE)
    expect([await flag(), await v2State(made.id)]).toEqual(['DORMANT', 'DRAFT'])
  })

  test('a move of several statements waits for the flag before it holds its week, as each other move does', async () => {
    const made = await w.weekIn('APPROVED')
    const press = await w.version(made.id)
    const { late } = await inTransaction(w.ctx, async (tx) => {
      await lockFlag(tx)
      const taken = unapprove(w.ctx, made.id, press)
      await sleep(500)
      await w.db.$queryRaw`SELECT 1 FROM public.roster_run WHERE id = ${made.id}::uuid FOR NO KEY UPDATE NOWAIT`
      return { late: taken }
    })
    await w.must(late)
    expect(await v2State(made.id)).toBe('ASSIGNED')
  })

  test(`rollback against an opening × ${TRIALS}: one of them, and no week that neither engine may move`, async () => {
    for (let trial = 0; trial < TRIALS; trial++) {
      await flagTo(w.ctx, 'LIVE', rosterId)
      const made = await w.make()
      const press = await opening(made.id)
      const soon = () => sleep(Math.random() * 12)
      const [opened, back] = await Promise.all([
        open(w.ctx, made.id, press),
        soon().then(() => flip(w.ctx, 'rollBack')),
      ])
      const end = `${opened.ok ? 'opened' : 'not opened'}, ${await flag()}, ${await v2State(made.id)}`
      expect(back.ok).toBe((await flag()) === 'DORMANT')
      // An opening that began after the flip is the old engine's.
      expect(['opened, LIVE, COLLECTING', 'not opened, DORMANT, DRAFT', 'opened, DORMANT, null']).toContain(end)
      if (opened.ok) await w.must(close(w.ctx, made.id, await w.version(made.id)))
      if (opened.ok) await over(made.id)
    }
  }, 240_000)
})

/** Brings a week to its end as one that nobody sent and somebody has seen. */
async function over(id: string) {
  const { endsAt } = await w.week(id)
  const after = w.at(new Date(endsAt.getTime() + HOUR))
  expect(await putAside(after, id, await w.version(id))).toEqual({ ok: true })
}

describe('hole 26: a rehearsal is a record and a gate', () => {
  const gate = async () => {
    const facts = await readGates(w.ctx)
    return gatesOf(facts, 'goLive', w.ctx.now()).find(({ name }) => name === 'rehearsal')
  }
  const refused = { ok: false, kind: 'guard', reason: 'rehearsal' }

  test('signed, then the build changes: it counts no more, and another can be made and signed', async () => {
    await flagTo(w.ctx, 'DORMANT', rosterId)
    process.env.ROSTER_BUILD = 'build-one'
    await rehearsed(w.ctx, rosterId)
    expect((await gate())?.open).toBe(true)
    process.env.ROSTER_BUILD = 'build-two'
    expect(await gate()).toMatchObject({ open: false, text: expect.stringMatching(/another build.*Rehearse again/) })
    expect(await flip(w.ctx, 'goLive')).toMatchObject(refused)
    await rehearsed(w.ctx, rosterId)
    await w.must(flip(w.ctx, 'goLive'))
    // The record of the first stands as it was signed.
    expect(await w.db.rehearsal.count({ where: { build: 'build-one', signedAt: { not: null } } })).toBe(1)
  })

  test('it counts for 14 days, and not beyond a rollback', async () => {
    await flagTo(w.ctx, 'DORMANT', rosterId)
    await rehearsed(w.ctx, rosterId)
    expect(await flip(w.later(w.ctx, 14 * DAY), 'goLive')).toMatchObject(refused)
    await w.must(flip(w.later(w.ctx, 14 * DAY - HOUR), 'goLive'))
    await w.must(flip(w.later(w.ctx, 14 * DAY - HOUR / 2), 'rollBack'))
    expect(await flip(w.later(w.ctx, 14 * DAY - HOUR / 3), 'goLive')).toMatchObject(refused)
  })

  test('one that was not passed, or is not signed, opens nothing', async () => {
    await flagTo(w.ctx, 'DORMANT', rosterId)
    const { id } = await beginRehearsal(w.ctx, rosterId)
    expect(await flip(w.ctx, 'goLive')).toMatchObject(refused)
    const signature = { signedAt: w.ctx.now(), signedBy: newId(), signedName: 'Olive' }
    await expect(w.db.rehearsal.update({ where: { id }, data: signature })).rejects.toThrow('all eight steps pass')
    await signRehearsal(w.ctx, id)
    await w.must(flip(w.ctx, 'goLive'))
  })
})

describe('hole 27: nobody but its wizard moves a rehearsal or delivers its mails', () => {
  /** What its wizard presses. */
  const by = 'rehearsal' as const
  /** A rehearsal whose scratch week was taken to APPROVED by v2's verbs, with its mails written: then the wizard died. */
  async function diedSending() {
    const begun = await beginRehearsal(w.ctx, rosterId)
    const { runId: id } = begun
    await w.must(open(w.ctx, id, { ...(await opening(id)), by }))
    await w.must(close(w.ctx, id, { ...(await w.version(id)), by }))
    await w.must(generate(w.ctx, id, { ...(await w.version(id)), by }))
    await w.must(approve(w.ctx, id, { ...(await w.bound(id)), by }))
    await w.must(send(w.ctx, id, { ...(await w.bound(id)), typed: (await w.week(id)).weekOf, by }))
    return begun
  }
  const schedules = (id: string) => w.db.message.findMany({ where: { subjectId: id, kind: 'schedule' } })
  /** A real way out that takes whatever it is given, and remembers for whom. */
  function wayOut() {
    const taken: string[] = []
    const send: Transport['send'] = async ({ mail }) => {
      taken.push(mail.to.address)
      return { kind: 'sent', providerId: null }
    }
    return { taken, transport: { ...captureTransport(), name: 'smtp', send } satisfies Transport }
  }

  test.each(['DORMANT', 'LIVE'] as const)(
    'while %s the tick delivers nothing of it, and settles nothing',
    async (state) => {
      await flagTo(w.ctx, state, rosterId)
      const { runId, address } = await diedSending()
      const rows = await schedules(runId)
      expect(rows.map(({ recipient }) => recipient)).toEqual(rows.map(() => address))
      const { taken, transport } = wayOut()
      for (const ctx of [w.ctx, killed(w.ctx), w.later(w.ctx, 30 * DAY), w.later(killed(w.ctx), 30 * DAY)]) {
        await ticked(rosterTick, ctx)
        await ticked(legacyTick, ctx)
        expect(await w.post(ctx, transport)).toMatchObject({ due: 0, sent: 0, letGo: 0, recovered: 0 })
        expect(await w.post(ctx, transport, runId)).toMatchObject({ due: 0, sent: 0 })
      }
      const decided = { commandId: newId(), rows: rows.map(({ id }) => ({ id, seen: 0 })), reason: 'not its wizard' }
      expect(await letGo(w.ctx, rosterMessages(w.ctx), decided)).toMatchObject({ done: 0 })
      expect(taken).toEqual([])
      expect((await schedules(runId)).every((row) => row.state === 'queued')).toBe(true)
      expect(await v2State(runId)).toBe('APPROVED')
    },
  )

  test('its own delivery reaches the operator alone, and ends it', async () => {
    await flagTo(w.ctx, 'DORMANT', rosterId)
    const { runId, address } = await diedSending()
    const { taken, transport } = wayOut()
    const budget = { ms: 20_000, rows: 100 }
    const kinds = rosterMessages(w.ctx).map((kind) => ({ ...kind, may: Prisma.sql`true` }))
    const report = await deliver(w.ctx, {
      ...{ kinds, budget, rehearsal: true, subjectId: runId },
      transport: onlyTo(address, transport),
    })
    expect([report.sent, new Set(taken)]).toEqual([taken.length, new Set([address])])
    expect((await schedules(runId)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent'])
    await w.must(settle(w.ctx, runId, by))
    expect(await v2State(runId)).toBe('SENT')
  })

  test('neither clock opens, adopts or hands it back, at whatever time', async () => {
    for (const state of ['DORMANT', 'LIVE'] as const) {
      await flagTo(w.ctx, state, rosterId)
      const { id, runId } = await beginRehearsal(w.ctx, rosterId)
      const before = await w.db.rosterRun.findUniqueOrThrow({ where: { id: runId } })
      const { opensAt, deadlineAt, endsAt } = await w.week(runId)
      for (const moment of [opensAt, deadlineAt, endsAt]) {
        const ctx = w.at(new Date(moment.getTime() - HOUR))
        for (const at of [ctx, w.later(ctx, 2 * HOUR)])
          for (const by of [at, killed(at)]) for (const part of [rosterTick, legacyTick]) await ticked(part, by)
      }
      expect(await finishWithOld(killed(w.ctx), runId, before)).toMatchObject({ ok: false, reason: 'not_half_done' })
      expect(await w.db.rosterRun.findUniqueOrThrow({ where: { id: runId } })).toEqual(before)
      await w.db.rehearsal.update({ where: { id }, data: { stoppedAt: w.ctx.now() } })
    }
  })

  test('its open form stands in the way of no real one, and closes no gate', async () => {
    const { id, runId } = await beginRehearsal(w.ctx, rosterId)
    await w.must(open(w.ctx, runId, { ...(await opening(runId)), by }))
    const real = await makeWeek(w.ctx, { rosterId, weekOf: '2039-01-03' })
    if (!real.ok) throw new Error(real.reason)
    await w.must(flip(w.ctx, 'rollBack'))
    await w.must(open(w.ctx, real.id, await opening(real.id)))
    expect(await v2State(runId)).toBe('COLLECTING')
    // The scratch week moves on while the old engine is in charge of the real one.
    expect(await close(w.ctx, runId, await w.version(runId))).toMatchObject({ ok: false, kind: 'unknown' })
    await w.must(close(w.ctx, runId, { ...(await w.version(runId)), by }))
    expect([await v2State(runId), await v2State(real.id)]).toEqual(['CLOSED', null])
    await w.db.rehearsal.update({ where: { id }, data: { stoppedAt: w.ctx.now() } })
  })
})

describe('hole 28: the gap', () => {
  test('a draft that nobody opens keeps no gate closed, whichever engine made it', async () => {
    await w.make()
    await w.must(flip(w.ctx, 'rollBack'))
    await w.make()
    await rehearsed(w.ctx, rosterId)
    await w.must(flip(w.ctx, 'goLive'))
    await w.must(flip(w.ctx, 'rollBack'))
  })

  test.each(['COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED'] as const)(
    'a week that is %s keeps both closed',
    async (state) => {
      await w.weekIn(state)
      expect(await flip(w.ctx, 'rollBack')).toMatchObject(GAP)
    },
  )

  test('nor does a week that ended unsent, once somebody has seen it and put it aside', async () => {
    const made = await w.weekIn('ASSIGNED')
    await over(made.id)
    await w.must(flip(w.ctx, 'rollBack'))
    await rehearsed(w.ctx, rosterId)
    await w.must(flip(w.ctx, 'goLive'))
  })
})
