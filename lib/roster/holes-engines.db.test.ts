import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transition } from '@/lib/engine/transition'
import type { Answer, Transport } from '@/lib/messages/transport/contract'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { begin, Died, prepared } from '@/lib/testing/halts'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { killed } from '@/lib/testing/two-engines'
import { rosterTick } from './clock/process'
import { finishWithOld } from './engines/process'
import { legacyTick } from './legacy/clock/process'
import { legacyProgress } from './legacy/rules'
import { run } from './machine'
import { hashRoster } from './picker/hash'
import { momentOf } from './rules'
import { edit } from './seats/process'
import { send } from './sending/process'
import { rosterToday } from './today/loaders'
import { listSeats } from './week/data'
import { loadWeek } from './week/loaders'
import {
  approve,
  close,
  generate,
  makeWeek,
  open,
  reopen,
  reopenAssigned,
  takeLateAndGenerate,
  unapprove,
} from './week/process'

/** v2 is in charge of this one: it is live, and its tests switch it off in a process by the environment. */
let w: RosterWorld
/** The same from a process that is switched off. */
let off: Context
beforeAll(async () => {
  w = await rosterWorld()
  off = killed(w.ctx)
})
afterAll(() => w.end())

const HOUR = 3_600_000
type Made = Awaited<ReturnType<RosterWorld['make']>>
type To = 'DRAFT' | 'COLLECTING' | 'CLOSED' | 'ASSIGNED' | 'APPROVED'

const HALF_DONE = { ok: false, kind: 'gate', reason: 'half_done' }
const ticked = async (part: typeof rosterTick | typeof legacyTick, ctx: Context) =>
  part.run(ctx, await part.plan(ctx), { left: () => 60_000 })
const edgesOf = async (id: string, of: RosterWorld = w) => (await of.moves(id)).map(({ edge }) => edge)
const rowOf = (id: string) => w.db.rosterRun.findUniqueOrThrow({ where: { id } })
const tenders = (made: Made) => made.tenders.map(({ id }) => id).sort()
const mailedOnce = async (made: Made) => {
  const rows = await w.rows(made.id)
  expect(rows.map(({ personId }) => personId ?? '').sort()).toEqual(tenders(made))
}

/** A week that the old engine of a switched-off process took to a state; every tender said yes to everything. */
async function oldIn(state: To, by: Context = off): Promise<Made> {
  const made = await w.make()
  const to = ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED'].indexOf(state)
  if (to >= 1) await w.must(open(by, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
  if (to >= 1) for (const tender of made.tenders) await w.must(w.answer(made.id, tender.id, 'yes'))
  if (to >= 2) await w.must(close(by, made.id, await w.version(made.id)))
  if (to >= 3) await w.must(generate(by, made.id, await w.version(made.id)))
  if (to >= 4) await w.must(approve(by, made.id, await w.bound(made.id)))
  return made
}

/** A mail server of the test's own: whom it took mails for, and what they said. */
function mailbox(answer: (to: string, nth: number) => Answer = () => ({ kind: 'sent', providerId: null })) {
  const calls: string[] = []
  const texts: string[] = []
  const transport: Transport = {
    ...{ name: 'smtp', keyWindowMs: null, callMs: 5_000 },
    send: async ({ mail }) => {
      calls.push(mail.to.address)
      texts.push(mail.text)
      return answer(mail.to.address, calls.length)
    },
    close: () => {},
  }
  return { calls, texts, transport }
}

/** The first seat of a week as a change that takes it out, so that the roster is another. */
const removal = async (id: string) => {
  const [seat] = await listSeats(w.ctx, id)
  return { change: 'remove', shiftId: seat?.shiftId ?? '', tenderId: seat?.tenderId ?? '' } as const
}

describe('whose row it is', () => {
  test('hole 16: DRAFT, kill switch, old opens, generates, approves, sends', async () => {
    const made = await oldIn('APPROVED')
    const before = await rowOf(made.id)
    expect([before.v2State, before.status]).toEqual([null, 'approved'])
    await w.must(w.queue(made, off))
    const seen = mailbox()
    await w.post(off, seen.transport, made.id)
    await mailedOnce(made)
    expect(seen.calls).toHaveLength(4)
    const after = await rowOf(made.id)
    expect([after.v2State, after.status, (await w.week(made.id)).state]).toEqual([null, 'sent', 'SENT'])
    expect(await edgesOf(made.id)).toEqual([
      ...['birth', 'unadopt', 'oldOpen', 'oldClose', 'oldGenerate', 'oldApprove', 'oldQueue', 'oldSend'],
    ])
    // The switch is lifted: a week that is sent is nobody's to move.
    await ticked(rosterTick, w.ctx)
    expect((await w.week(made.id)).version).toBe(after.version)
    expect(await approve(w.ctx, made.id, await w.bound(made.id))).toMatchObject({ reason: 'not_from_SENT' })
  })

  test('hole 16: what v2 prepared on a draft comes too late once old has opened it, and the other way round', async () => {
    const [first, second] = [await w.make(), await w.make()]
    const press = { deadline: w.deadline() }
    const of = async ({ id }: Made) => ({ ...press, ...(await w.version(id)) })
    const v2 = await prepared(w.ctx, 2, async (ctx) => open(ctx, first.id, await of(first)))
    await w.must(open(off, first.id, await of(first)))
    expect(await v2()).toMatchObject({ ok: false, kind: 'lost' })
    expect((await rowOf(first.id)).v2State).toBeNull()

    const old = await prepared(off, 2, async (ctx) => open(ctx, second.id, await of(second)))
    await w.must(open(w.ctx, second.id, await of(second)))
    expect(await old()).toMatchObject({ ok: false, kind: 'lost' })
    expect(await rowOf(second.id)).toMatchObject({ v2State: 'COLLECTING', status: 'pending' })
    // A page that was loaded since is told that v2 has begun the week.
    expect(await close(off, second.id, await w.version(second.id))).toMatchObject(HALF_DONE)
  })

  test('hole 17: two old Generates prepared, one runs, approve, Send claims, the second writes nothing', async () => {
    const made = await oldIn('CLOSED')
    const press = await w.version(made.id)
    // Both have read the week and the flag, and stand before their claim.
    const [one, two] = [
      await prepared(off, 2, (ctx) => generate(ctx, made.id, press)),
      await prepared(off, 2, (ctx) => generate(ctx, made.id, press)),
    ]
    await w.must(one())
    await w.must(approve(off, made.id, await w.bound(made.id)))
    const roster = await listSeats(w.ctx, made.id)
    const shown = { ...(await w.bound(made.id)), typed: made.weekOf }
    const sending = await prepared(off, 5, (ctx) => send(ctx, made.id, shown))
    expect((await w.week(made.id)).lease?.kind).toBe('send')
    expect(await two()).toMatchObject({ ok: false, kind: 'lease', reason: 'lease_send' })
    await w.must(sending())
    expect(await listSeats(w.ctx, made.id)).toEqual(roster)
    expect(await edgesOf(made.id)).not.toContain('edit')
  })

  test('hole 17: what was inferred is asked again in the statement, whatever version the press names', async () => {
    const made = await oldIn('CLOSED')
    const { version } = await w.version(made.id)
    const ahead = await prepared(off, 2, (ctx) => generate(ctx, made.id, { version: version + 1 }))
    const deadline = w.deadline()
    await w.must(reopen(off, made.id, { version, deadline }))
    expect(await ahead()).toMatchObject({ ok: false, kind: 'guard', reason: 'changed_since' })
    expect(await listSeats(w.ctx, made.id)).toEqual([])
    expect((await w.week(made.id)).state).toBe('COLLECTING')
  })

  test('hole 18: Send of old runs out, an edit, a new approval: what the zombie wrote is not mailed under it', async () => {
    const made = await oldIn('APPROVED')
    const before = await listSeats(w.ctx, made.id)
    const stale = { ...(await w.bound(made.id)), typed: made.weekOf }
    // Long ago by its own clock: its lease has run out, and it does not know.
    const zombie = await prepared(w.later(off, -HOUR), 5, (ctx) => send(ctx, made.id, stale))
    const lease = await w.db.lease.findFirstOrThrow({ where: { subjectId: made.id, endedAt: null } })
    await w.must(edit(off, made.id, await w.version(made.id), await removal(made.id)))
    await w.must(approve(off, made.id, await w.bound(made.id)))
    expect(await zombie()).toMatchObject({ ok: false, kind: 'lost', reason: 'lease_lost' })
    expect(await w.rows(made.id)).toHaveLength(0)
    expect(await w.db.lease.findUnique({ where: { token: lease.token } })).toMatchObject({ outcome: 'superseded' })
    await w.must(w.queue(made, off))
    const [queued] = (await w.moves(made.id)).filter(({ edge }) => edge === 'oldQueue')
    expect(queued?.data).toMatchObject({ hash: hashRoster(await listSeats(w.ctx, made.id)) })
    expect(queued?.data).not.toMatchObject({ hash: hashRoster(before) })
    await w.post(off, mailbox().transport, made.id)
    await mailedOnce(made)
    expect((await w.week(made.id)).state).toBe('SENT')
  })

  test('hole 18: from its first mail on the roster of old stands too', async () => {
    const made = await oldIn('APPROVED')
    await w.must(w.queue(made, off))
    await w.must(unapprove(off, made.id, await w.version(made.id)))
    expect(await w.rows(made.id)).toHaveLength(0)
    await w.must(approve(off, made.id, await w.bound(made.id)))
    await w.must(w.queue(made, off))
    const down: Answer = { kind: 'not_sent', permanent: false, service: true, code: 'EDOWN', detail: 'later' }
    await w.post(off, mailbox((_, nth) => (nth === 1 ? { kind: 'sent', providerId: null } : down)).transport, made.id)
    const left = { ok: false, reason: 'mail_left' }
    const seats = await listSeats(w.ctx, made.id)
    expect(await unapprove(off, made.id, await w.version(made.id))).toMatchObject(left)
    expect(await edit(off, made.id, await w.version(made.id), await removal(made.id))).toMatchObject(left)
    const deadline = w.deadline()
    expect(await reopenAssigned(off, made.id, { ...(await w.version(made.id)), deadline })).toMatchObject({ ok: false })
    expect([await listSeats(w.ctx, made.id), (await w.week(made.id)).state]).toEqual([seats, 'APPROVED'])
  })

  test('hole 19: partly sent by old and adopted: what goes on is what was approved, and each has it once', async () => {
    const made = await oldIn('APPROVED')
    await w.must(w.queue(made, off))
    const down: Answer = { kind: 'not_sent', permanent: false, service: true, code: 'EDOWN', detail: 'later' }
    const half = mailbox((_, nth) => (nth === 1 ? { kind: 'sent', providerId: null } : down))
    await w.post(off, half.transport, made.id)
    // As a week that was approved before there was a hash.
    await w.db.rosterRun.update({ where: { id: made.id }, data: { approvedHash: null } })
    await ticked(rosterTick, w.ctx)
    const row = await rowOf(made.id)
    const hash = hashRoster(await listSeats(w.ctx, made.id))
    expect(row).toMatchObject({ v2State: 'APPROVED', status: 'approved', approvedHash: hash })
    expect(await edit(w.ctx, made.id, row, await removal(made.id))).toMatchObject({ ok: false, reason: 'mail_left' })
    expect(await w.queue(made)).toMatchObject({ ok: false, reason: 'already_queued' })
    const rest = mailbox()
    await w.post(w.later(w.ctx, HOUR), rest.transport, made.id)
    expect(rest.calls).toHaveLength(3)
    expect(new Set([half.calls[0], ...rest.calls]).size).toBe(4)
    expect((await w.week(made.id)).state).toBe('SENT')
  })

  test('hole 19: an approval of old is bound as it is adopted, and an edit in old takes it back to pending', async () => {
    const made = await oldIn('APPROVED')
    await w.db.rosterRun.update({ where: { id: made.id }, data: { approvedHash: null } })
    await w.must(edit(off, made.id, await w.version(made.id), await removal(made.id)))
    expect(await rowOf(made.id)).toMatchObject({
      status: 'pending',
      approvedHash: null,
      approvedAt: null,
      v2State: null,
    })
    await w.must(approve(off, made.id, await w.bound(made.id)))
    await w.db.rosterRun.update({ where: { id: made.id }, data: { approvedHash: null } })
    const stale = { ...(await w.version(made.id)), hash: 'f'.repeat(64), typed: made.weekOf }
    expect(await send(w.ctx, made.id, stale)).toMatchObject({ ok: false, reason: 'roster_changed' })
    expect((await rowOf(made.id)).approvedHash).toBe(hashRoster(await listSeats(w.ctx, made.id)))
    await w.must(w.queue(made))
    expect(await edgesOf(made.id)).toContain('queue')
  })

  test.each([
    ['old', () => oldIn('ASSIGNED'), () => off],
    ['v2', () => w.weekIn('ASSIGNED'), () => w.ctx],
  ])('hole 20: the page shows ASSIGNED, %s edits, approve and Send of that page are refused', async (_, make, as) => {
    const [made, by] = [await make(), as()]
    const page = await w.bound(made.id)
    // The page has read the roster that it approves, and stands before its statement.
    const late = await prepared(by, 4, (ctx) => approve(ctx, made.id, page))
    await w.must(edit(by, made.id, page, await removal(made.id)))
    expect(await late()).toMatchObject({ ok: false, kind: 'lost' })
    const fresh = await w.version(made.id)
    expect(await approve(by, made.id, { ...page, ...fresh })).toMatchObject({ kind: 'lost', reason: 'roster_changed' })
    await w.must(approve(by, made.id, await w.bound(made.id)))
    const sending = { ...(await w.version(made.id)), typed: made.weekOf, hash: page.hash }
    expect(await send(by, made.id, sending)).toMatchObject({ ok: false, kind: 'guard', reason: 'roster_changed' })
    expect(await w.rows(made.id)).toHaveLength(0)
  })

  test.each(['v2 and then old', 'old and then v2', 'old and old'])(
    'hole 21: one open form a roster, %s',
    async (order) => {
      const one = await w.make()
      const other = await makeWeek(w.ctx, { rosterId: one.rosterId, weekOf: '2051-01-02' })
      if (!other.ok) throw new Error(other.reason)
      const [first, second] = [order.startsWith('v2') ? w.ctx : off, order.endsWith('v2') ? w.ctx : off]
      const pressOf = async (id: string) => ({ ...(await w.version(id)), deadline: w.deadline() })
      const press = await pressOf(other.id)
      // It has read that no form is open: two statements of its hold, and two more where that touches a draft first.
      const late = await prepared(second, second.killed ? 4 : 2, (ctx) => open(ctx, other.id, press))
      await w.must(open(first, one.id, await pressOf(one.id)))
      const refusal = { ok: false, kind: 'guard', reason: 'other_open' }
      expect(await late()).toMatchObject(refusal)
      expect(await open(second, other.id, await pressOf(other.id))).toMatchObject(refusal)
      // The index holds it alone, against code that forgets to ask.
      const edge = second.killed ? 'oldOpen' : 'open'
      const set = { opened_at: second.now(), deadline_at: press.deadline }
      const data = { deadline: press.deadline.toISOString(), invited: 0 }
      const forgetful = transition(second, run, other.id, edge, { ...(await w.version(other.id)), set, data })
      expect(await forgetful).toMatchObject(refusal)
    },
  )

  test('hole 22: after a reopen adoption and the old engine say the same, and back again', async () => {
    const made = await oldIn('ASSIGNED')
    const deadline = w.deadline()
    await w.must(reopenAssigned(off, made.id, { ...(await w.version(made.id)), deadline }))
    expect((await w.week(made.id)).state).toBe('COLLECTING')
    await ticked(rosterTick, w.ctx)
    expect(await rowOf(made.id)).toMatchObject({ v2State: 'COLLECTING', status: 'pending' })
    await w.must(finishWithOld(off, made.id, await w.version(made.id)))
    expect((await w.week(made.id)).state).toBe('COLLECTING')
    await w.must(close(off, made.id, await w.version(made.id)))
    expect((await w.week(made.id)).state).toBe('CLOSED')
    await w.must(generate(off, made.id, await w.version(made.id)))
    const row = await rowOf(made.id)
    expect([row.v2State, legacyProgress(row)]).toEqual([null, 'ASSIGNED'])
    expect(await edgesOf(made.id)).toEqual([
      ...['birth', 'unadopt', 'oldOpen', 'oldClose', 'oldGenerate', 'oldReopen', 'adopt', 'unadopt'],
      ...['oldClose', 'oldGenerate'],
    ])
  })
})

test.each([
  ['v2', () => w.weekIn('CLOSED'), () => w.ctx],
  ['old', () => oldIn('CLOSED'), () => off],
])(
  'under %s a press that died between taking late answers in and generating goes on when it comes again',
  async (_, make, as) => {
    const [made, by] = [await make(), as()]
    await w.must(w.answer(made.id, tenders(made)[0] ?? '', 'no', w.later(w.ctx, 1_000)))
    const press = { ...(await w.version(made.id)), commandId: newId() }
    const at = w.later(by, 2_000)
    // hold and its two statements, the answers, the move: then nothing.
    const worker = begin(at, { after: 4, dies: true }, (ctx) => takeLateAndGenerate(ctx, made.id, press))
    await expect(worker.goOn()).rejects.toThrow(Died)
    expect((await edgesOf(made.id)).at(-1)).toMatch(/takeLate/i)
    expect(await takeLateAndGenerate(at, made.id, press)).toMatchObject({ ok: true })
    expect((await w.week(made.id)).state).toBe('ASSIGNED')
    const moves = await w.moves(made.id)
    expect(await takeLateAndGenerate(at, made.id, press)).toMatchObject({ ok: true, kind: 'repeat' })
    expect(await w.moves(made.id)).toHaveLength(moves.length)
  },
)

describe('the kill switch in the middle of a week', () => {
  const ON: Record<string, (id: string) => Promise<unknown>> = {
    COLLECTING: async (id) => close(off, id, await w.version(id)),
    CLOSED: async (id) => generate(off, id, await w.version(id)),
    ASSIGNED: async (id) => approve(off, id, await w.bound(id)),
    APPROVED: async (id) => send(off, id, { ...(await w.bound(id)), typed: (await w.week(id)).weekOf }),
  }

  test.each(Object.keys(ON) as To[])(
    'hole 23: %s under v2, kill switch: one button finishes it with old',
    async (state) => {
      const made = await w.weekIn(state)
      const go = ON[state] ?? (() => Promise.reject(new Error(state)))
      expect(await go(made.id)).toMatchObject(HALF_DONE)
      expect((await loadWeek(off, made.id))?.halfDone).toBe(true)
      await ticked(legacyTick, w.later(off, 100 * 365 * 24 * HOUR))
      expect((await rowOf(made.id)).v2State).toBe(state)
      expect(await finishWithOld(w.ctx, made.id, await w.version(made.id))).toMatchObject({ reason: 'not_killed' })
      const press = { ...(await w.version(made.id)), commandId: newId() }
      await w.must(finishWithOld(off, made.id, press))
      const row = await rowOf(made.id)
      expect([row.v2State, legacyProgress(row), (await w.week(made.id)).state]).toEqual([null, state, state])
      expect(await finishWithOld(off, made.id, press)).toMatchObject({ ok: true, kind: 'repeat' })
      expect(await go(made.id)).toMatchObject({ ok: true })
    },
  )

  test('hole 23: Today offers the button, and nothing else, for a week that is half done', async () => {
    const made = await w.weekIn('ASSIGNED')
    const about = async (ctx: Context) => (await rosterToday.entries(ctx)).filter(({ key }) => key.includes(made.id))
    const actions = (await about(off)).flatMap((entry) => entry.actions)
    const press = { runId: made.id, ...(await w.version(made.id)) }
    expect(actions.filter(({ kind }) => kind === 'move')).toMatchObject([{ action: 'finishWithOld', input: press }])
    expect((await about(w.ctx)).flatMap((entry) => entry.actions).map((button) => 'action' in button)).not.toContain(
      true,
    )
  })

  test('hole 23: not under a live lease, and the mails that were written stay and leave once', async () => {
    const made = await w.weekIn('APPROVED')
    const shown = { ...(await w.bound(made.id)), typed: made.weekOf }
    const sending = await prepared(w.ctx, 5, (ctx) => send(ctx, made.id, shown))
    expect(await finishWithOld(off, made.id, await w.version(made.id))).toMatchObject({
      ok: false,
      reason: 'lease_send',
    })
    await w.must(sending())
    const rows = await w.rows(made.id)
    const down: Answer = { kind: 'not_sent', permanent: false, service: true, code: 'EDOWN', detail: 'later' }
    const half = mailbox((_, nth) => (nth === 1 ? { kind: 'sent', providerId: null } : down))
    await w.post(w.ctx, half.transport, made.id)
    const rest = mailbox()
    const later = w.later(off, HOUR)
    await w.post(later, rest.transport, made.id)
    expect(rest.calls, 'no engine may act on it').toEqual([])
    await w.must(finishWithOld(later, made.id, await w.version(made.id)))
    await w.post(later, rest.transport, made.id)
    expect((await w.rows(made.id)).map(({ id, payloadSha }) => [id, payloadSha])).toEqual(
      rows.map(({ id, payloadSha }) => [id, payloadSha]),
    )
    expect([new Set([half.calls[0], ...rest.calls]).size, rest.calls.length]).toEqual([4, 3])
    expect(await rowOf(made.id)).toMatchObject({ v2State: null, status: 'sent' })
  })

  test('hole 24: the tick adopts before it tells anybody, and tells nothing while mails exist', async () => {
    const [bare, queued] = [await oldIn('APPROVED'), await oldIn('APPROVED')]
    await w.must(w.queue(queued, off))
    // Made second, a week later: past its time to send by the other's is past too, and neither is over.
    const { zone, settings, weekOf } = await w.week(queued.id)
    const late = w.later(w.at(momentOf(zone, weekOf, settings.sendBy)), HOUR)
    const told = async (made: Made) =>
      (await w.db.auditEvent.findMany({ where: { subjectId: made.id, type: 'run.nudged_unsent' } })).length
    await ticked(legacyTick, killed(late))
    expect([await told(bare), await told(queued)]).toEqual([0, 0])
    const plan = await rosterTick.plan(late)
    const steps = plan.steps.flatMap((step) => ('name' in step ? [[step.week.id, step.name]] : []))
    expect(steps).toEqual(
      expect.arrayContaining([
        [bare.id, 'adopt'],
        [queued.id, 'adopt'],
      ]),
    )
    expect(steps.filter(([id, name]) => id === bare.id && name !== 'adopt')).toEqual([])
    await rosterTick.run(late, plan, { left: () => 60_000 })
    expect([await told(bare), await told(queued)]).toEqual([0, 0])
    for (let n = 0; n < 3; n++) await ticked(rosterTick, late)
    expect([await told(bare), await told(queued)]).toEqual([1, 0])
  })

  test.each([
    ['old', true],
    ['v2', false],
  ])('hole 24: under %s a week that ends unsent is noted once, and needs a person', async (_, isOff) => {
    const made = isOff ? await oldIn('ASSIGNED') : await w.weekIn('ASSIGNED')
    const { endsAt } = await w.week(made.id)
    const over = w.at(new Date(endsAt.getTime() + HOUR), isOff ? off : w.ctx)
    for (let n = 0; n < 3; n++) await ticked(isOff ? legacyTick : rosterTick, over)
    const ended = await w.db.auditEvent.findMany({ where: { subjectId: made.id, type: 'run.ended_unsent' } })
    expect(ended).toHaveLength(1)
    const titles = (await rosterToday.entries(over))
      .filter(({ key }) => key.includes(made.id))
      .map(({ title }) => title)
    expect(titles).toEqual(['A week ended and its schedule was never sent'])
  })

  test.each([
    ['v2', 'DRAFT', 'opensAt', 'A form waits to be opened'],
    // The old clock opens each form at its time: what is past its deadline it leaves to a person.
    ['old', 'DRAFT', 'deadlineAt', 'A deadline passed before its form was opened'],
    ['v2', 'CLOSED', 'sendBy', 'No roster yet, and its schedule is overdue'],
    ['old', 'CLOSED', 'sendBy', 'No roster yet, and its schedule is overdue'],
    ['v2', 'ASSIGNED', 'sendBy', 'The roster is not approved, and its schedule is overdue'],
    ['old', 'ASSIGNED', 'sendBy', 'The roster is not approved, and its schedule is overdue'],
  ] as const)('hole 24: under %s what is %s past its %s goes to Today', async (engine, state, past, title) => {
    const by = engine === 'old' ? off : w.ctx
    const made = engine === 'old' ? await oldIn(state) : await w.weekIn(state)
    const { zone, weekOf, settings, opensAt, deadlineAt } = await w.week(made.id)
    const at = { opensAt, deadlineAt, sendBy: momentOf(zone, weekOf, settings.sendBy) }[past]
    const entries = await rosterToday.entries(w.at(new Date(at.getTime() + HOUR), by))
    expect(entries.filter(({ key }) => key.includes(made.id)).map((entry) => entry.title)).toEqual([title])
  })
})
