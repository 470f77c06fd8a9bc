import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { claimStatement } from '@/lib/engine/store'
import { transition } from '@/lib/engine/transition'
import { deliver } from '@/lib/messages/effects'
import { captureTransport } from '@/lib/messages/transport/capture'
import { smtpTransport } from '@/lib/messages/transport/smtp'
import { newId } from '@/lib/platform/ids'
import { turnFlag } from '@/lib/testing/legacy'
import { openMailbox } from '@/lib/testing/mailbox'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { rosterMessages } from '../effects'
import { run } from '../machine'
import { edit } from '../seats/process'
import { send, settle } from '../sending/process'
import { addShift, dropShift } from '../shifts/process'
import { listAnswers, listSeats, listShifts } from '../week/data'
import { generateRoster } from '../week/effects'
import { loadWeek } from '../week/loaders'
import * as week from '../week/process'

const HOUR = 3_600_000
const OWN = { opens: null, closes: null, generates: null, sendBy: null }
const SHIFT = {
  weekday: 2,
  startTime: '10:00',
  endTime: '12:00',
  role: 'Bar',
  minSeats: 1,
  targetSeats: 1,
  keyWanted: false,
}

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
  await w.dormant()
})
afterAll(() => w.end())

const v = (id: string) => w.version(id)
const due = async (id: string) => ({ ...(await v(id)), deadline: w.deadline() })
const edges = async (id: string) => (await w.moves(id)).slice(1).map(({ edge }) => edge)
const at = async (id: string) => {
  const { v2State, state } = await w.week(id)
  return [v2State, state]
}

test('a whole week is moved by the old engine alone, every mail leaves once, and its record names its edges', async () => {
  const mailbox = await openMailbox()
  const transport = smtpTransport({ url: `smtp://127.0.0.1:${mailbox.port}` })
  try {
    const made = await w.make()
    const { id } = made
    expect(await at(id)).toEqual([null, 'DRAFT'])
    await w.must(week.open(w.ctx, id, await due(id)))
    await w.must(week.extend(w.ctx, id, await due(id)))
    for (const tender of made.tenders) await w.must(w.answer(id, tender.id, 'yes'))
    await w.must(week.close(w.ctx, id, await v(id)))
    await w.must(week.reopen(w.ctx, id, await due(id)))
    await w.must(week.close(w.ctx, id, await v(id)))
    await w.must(week.generate(w.ctx, id, await v(id)))
    await w.must(week.reopenAssigned(w.ctx, id, await due(id)))
    expect(await at(id)).toEqual([null, 'COLLECTING'])
    await w.must(week.close(w.ctx, id, await v(id)))
    await w.must(week.generate(w.ctx, id, await v(id)))
    await w.must(week.regenerate(w.ctx, id, await v(id)))
    await w.must(week.approve(w.ctx, id, await w.bound(id)))
    await w.must(week.unapprove(w.ctx, id, await v(id)))
    await w.must(week.approve(w.ctx, id, await w.bound(id)))
    await w.must(w.queue(made))
    await w.post(w.ctx, transport)
    expect(await w.week(id)).toMatchObject({ state: 'SENT', v2State: null, status: 'sent' })
    expect([...mailbox.schedules()].sort()).toEqual(
      made.tenders.map((_, k) => [`tender${k + 1}.${made.rosterId}@anchor.test`, 1]),
    )
    expect(await edges(id)).toEqual([
      ...['oldOpen', 'oldExtend', 'oldClose', 'oldReopen', 'oldClose', 'oldGenerate', 'oldReopen', 'oldClose'],
      ...['oldGenerate', 'oldGenerate', 'oldApprove', 'oldUnapprove', 'oldApprove', 'oldQueue', 'oldSend'],
    ])
  } finally {
    transport.close()
    await mailbox.close()
  }
})

describe('answers (H1)', () => {
  test('an answer belongs to the week of its link, whichever form is open and whatever the clock says', async () => {
    const first = await w.weekIn('CLOSED', { tenders: 2 })
    const next = await week.makeWeek(w.ctx, { rosterId: first.rosterId, weekOf: '2041-01-07' })
    if (!next.ok) throw new Error(next.reason)
    await w.must(week.open(w.ctx, next.id, await due(next.id)))
    const [tender] = first.tenders
    const late = await w.must(w.answer(first.id, tender?.id ?? '', 'no'))
    expect(late).toMatchObject({ inTime: false, state: 'CLOSED' })
    expect(await listAnswers(w.ctx, next.id)).toEqual([])
    await w.must(w.answer(next.id, tender?.id ?? '', 'yes', w.later(w.ctx, 10 * HOUR)))
    expect((await listAnswers(w.ctx, first.id)).map(({ choices }) => Object.values(choices)[0])).toEqual([
      'yes',
      'yes',
      'no',
    ])
    expect((await listAnswers(w.ctx, next.id)).map(({ inTime }) => inTime)).toEqual([true])
  })

  test('a late one is kept, and counts once it is taken in or the form is opened again', async () => {
    const made = await w.weekIn('CLOSED', { tenders: 2 })
    expect(await week.takeLate(w.ctx, made.id, await v(made.id))).toMatchObject({ ok: false, reason: 'none_late' })
    await w.must(w.answer(made.id, made.tenders[0]?.id ?? '', 'no'))
    const press = { ...(await v(made.id)), commandId: newId() }
    expect(await week.takeLateAndGenerate(w.ctx, made.id, press)).toMatchObject({ ok: true, to: 'ASSIGNED' })
    expect((await listSeats(w.ctx, made.id)).map(({ tenderId }) => tenderId)).not.toContain(made.tenders[0]?.id)
    expect(await edges(made.id)).toEqual(['oldOpen', 'oldClose', 'oldTakeLate', 'oldGenerate'])
    expect(await week.takeLateAndGenerate(w.ctx, made.id, press)).toMatchObject({ ok: true, kind: 'repeat' })
    expect(await edges(made.id)).toHaveLength(4)
  })

  test('the second half of a press that died between its two moves is done by its repeat', async () => {
    const made = await w.weekIn('CLOSED', { tenders: 2 })
    await w.must(w.answer(made.id, made.tenders[0]?.id ?? '', 'no'))
    const press = { ...(await v(made.id)), commandId: newId() }
    await w.must(week.takeLate(w.ctx, made.id, press))
    expect(await week.takeLateAndGenerate(w.ctx, made.id, press)).toMatchObject({ ok: true, to: 'ASSIGNED' })
    expect(await edges(made.id)).toEqual(['oldOpen', 'oldClose', 'oldTakeLate', 'oldGenerate'])
  })
})

describe('one open form a roster (H3)', () => {
  async function second(rosterId: string, weekOf = '2041-02-04') {
    const made = await week.makeWeek(w.ctx, { rosterId, weekOf })
    if (!made.ok) throw new Error(made.reason)
    return made.id
  }
  /** Past the verb's own question: what the index says of it. */
  const pushed = async (id: string, edge: 'open' | 'oldOpen') =>
    transition(w.ctx, run, id, edge, {
      ...(await v(id)),
      set: { opened_at: w.ctx.now(), deadline_at: w.deadline() },
      data: { deadline: w.deadline().toISOString(), invited: 0 },
    })

  test('two of the old engine', async () => {
    const open = await w.weekIn('COLLECTING')
    const other = await second(open.rosterId)
    expect(await week.open(w.ctx, other, await due(other))).toMatchObject({ ok: false, reason: 'other_open' })
    expect(await pushed(other, 'oldOpen')).toMatchObject({ ok: false, kind: 'guard', reason: 'other_open' })
    const both = await Promise.all([
      week.close(w.ctx, open.id, await v(open.id)),
      week.open(w.ctx, other, await due(other)),
    ])
    expect(both.map(({ ok }) => ok)).toContain(true)
  })

  test('one of each, either way round, by the verb and by the index', async () => {
    const old = await w.weekIn('COLLECTING')
    const draft = await second(old.rosterId)
    await turnFlag(w, 'goLive')
    expect(await week.open(w.ctx, draft, await due(draft))).toMatchObject({ ok: false, reason: 'other_open' })
    expect(await w.week(draft)).toMatchObject({ v2State: 'DRAFT' })
    expect(await pushed(draft, 'open')).toMatchObject({ ok: false, kind: 'guard', reason: 'other_open' })
    const v2 = await w.weekIn('COLLECTING')
    await turnFlag(w, 'rollBack')
    const next = await second(v2.rosterId)
    expect(await week.open(w.ctx, next, await due(next))).toMatchObject({ ok: false, reason: 'other_open' })
    expect(await pushed(next, 'oldOpen')).toMatchObject({ ok: false, kind: 'guard', reason: 'other_open' })
    expect(await at(next)).toEqual([null, 'DRAFT'])
  })

  test('neither comes back by a reopening', async () => {
    const closed = await w.weekIn('ASSIGNED')
    const other = await second(closed.rosterId)
    await w.must(week.open(w.ctx, other, await due(other)))
    expect(await week.reopenAssigned(w.ctx, closed.id, await due(closed.id))).toMatchObject({ reason: 'other_open' })
    expect(await at(closed.id)).toEqual([null, 'ASSIGNED'])
  })
})

/** A lease whose holder died an hour ago. */
async function crash(id: string, edge: string, lease: string): Promise<string> {
  const token = newId()
  const order = { id, ...(await v(id)), commandId: newId(), reason: null, attempt: null, data: {}, set: {} }
  await claimStatement(w.later(w.ctx, -HOUR), run, { edge, lease, token, order, guards: [] })
  return token
}
const outcomeOf = async (token: string) => (await w.db.lease.findUniqueOrThrow({ where: { token } })).outcome

describe('leases', () => {
  test('a crashed action is taken over by its own kind, or passed by a move, and its zombie writes nothing', async () => {
    const made = await w.weekIn('COLLECTING')
    const first = await crash(made.id, 'oldClose', 'close')
    await w.must(week.extend(w.ctx, made.id, await due(made.id)))
    expect(await outcomeOf(first)).toBe('superseded')
    const token = await crash(made.id, 'oldClose', 'close')
    await w.must(week.close(w.ctx, made.id, await v(made.id)))
    expect([await outcomeOf(token), ...(await at(made.id))]).toEqual(['superseded', null, 'CLOSED'])
    let finish = () => {}
    const solving = new Promise<void>((resolve) => {
      finish = resolve
    })
    const zombie = transition(w.later(w.ctx, -HOUR), run, made.id, 'oldGenerate', {
      ...(await v(made.id)),
      act: () => solving.then(() => generateRoster(w.ctx, made.id)),
    })
    await vi.waitUntil(async () => (await w.week(made.id)).lease !== null)
    await w.must(week.generate(w.ctx, made.id, await v(made.id)))
    const written = await w.week(made.id)
    finish()
    expect(await zombie).toMatchObject({ ok: false, kind: 'lost', reason: 'lease_lost' })
    expect(await w.week(made.id)).toEqual(written)
    expect((await edges(made.id)).filter((edge) => edge === 'oldGenerate')).toHaveLength(1)
  })

  test('while somebody acts nobody else moves the week, nor takes the approval back under a Send (H4)', async () => {
    const made = await w.weekIn('APPROVED')
    const order = {
      id: made.id,
      ...(await v(made.id)),
      commandId: newId(),
      reason: null,
      attempt: null,
      data: {},
      set: {},
    }
    await claimStatement(w.ctx, run, { edge: 'oldQueue', lease: 'send', token: newId(), order, guards: [] })
    const live = { ok: false, kind: 'lease', reason: 'lease_send' }
    expect(await week.unapprove(w.ctx, made.id, await v(made.id))).toMatchObject(live)
    expect(await w.queue(made)).toMatchObject(live)
    expect(await settle(w.ctx, made.id)).toMatchObject({ ok: false })
    expect(await at(made.id)).toEqual([null, 'APPROVED'])
  })

  test('Send pressed twice at once: one writes the mails, one each', async () => {
    for (let round = 0; round < (process.env.FULL ? 40 : 8); round++) {
      const made = await w.weekIn('APPROVED')
      const pressed = await Promise.all([w.queue(made), w.queue(made), w.queue(made)])
      expect(pressed.filter(({ ok }) => ok)).toHaveLength(1)
      expect((await w.rows(made.id)).map(({ personId }) => personId).sort()).toEqual(
        made.tenders.map(({ id }) => id).sort(),
      )
      expect(await w.queue(made)).toMatchObject({ ok: false, reason: 'already_queued' })
    }
  })
})

describe('an approval of the old engine', () => {
  const pin = async (id: string) => {
    const [seat] = await listSeats(w.ctx, id)
    return { change: 'pin', shiftId: seat?.shiftId ?? '', tenderId: seat?.tenderId ?? '' } as const
  }

  test('is of the roster that was shown', async () => {
    const made = await w.weekIn('ASSIGNED')
    const shown = await w.bound(made.id)
    const [seat] = await listSeats(w.ctx, made.id)
    const change = { change: 'remove', shiftId: seat?.shiftId ?? '', tenderId: seat?.tenderId ?? '' } as const
    await w.must(edit(w.ctx, made.id, { version: shown.version }, change))
    const stale = { ...(await v(made.id)), hash: shown.hash }
    expect(await week.approve(w.ctx, made.id, stale)).toMatchObject({
      ok: false,
      kind: 'lost',
      reason: 'roster_changed',
    })
    expect(await week.approve(w.ctx, made.id, shown)).toMatchObject({ ok: false, kind: 'lost' })
    await w.must(week.approve(w.ctx, made.id, await w.bound(made.id)))
    const typed = { typed: made.weekOf, ...(await v(made.id)), hash: shown.hash }
    expect(await send(w.ctx, made.id, typed)).toMatchObject({ ok: false, reason: 'roster_changed' })
    expect(await w.rows(made.id)).toEqual([])
  })

  test('is taken back by an edit together with its queued mails', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    await w.must(edit(w.ctx, made.id, await v(made.id), await pin(made.id)))
    expect(await w.rows(made.id)).toEqual([])
    expect(await w.week(made.id)).toMatchObject({
      v2State: null,
      state: 'ASSIGNED',
      status: 'pending',
      queuedAt: null,
      approvedHash: null,
    })
    expect((await edges(made.id)).slice(-2)).toEqual(['oldUnapprove', 'oldEdit'])
  })

  test('stands from the first mail on, for an edit, for the shifts and for the button (rule 2)', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    const budget = { ms: 20_000, rows: 1 }
    await deliver(w.ctx, { kinds: rosterMessages(w.ctx), transport: captureTransport(), subjectId: made.id, budget })
    const left = { ok: false, kind: 'guard', reason: 'mail_left' }
    expect(await edit(w.ctx, made.id, await v(made.id), await pin(made.id))).toMatchObject(left)
    expect(await addShift(w.ctx, made.id, await v(made.id), SHIFT)).toMatchObject(left)
    expect(await week.unapprove(w.ctx, made.id, await v(made.id))).toMatchObject(left)
    expect((await w.rows(made.id)).map(({ state }) => state).sort()).toEqual(['queued', 'queued', 'queued', 'sent'])
    await w.post(w.ctx, captureTransport(), made.id)
    expect(await at(made.id)).toEqual([null, 'SENT'])
  })
})

test('its own times and shifts are moves of it, and keep it where it is', async () => {
  const made = await w.make()
  const { id, tenders } = made
  const closes = { daysBefore: 6, time: '10:00' }
  await w.must(
    week.changeSettings(w.ctx, id, { ...(await v(id)), autopilot: false, ...OWN, closes, generates: closes }),
  )
  const own = await w.week(id)
  expect(own).toMatchObject({ v2State: null, state: 'DRAFT', settings: { closes } })
  await w.must(addShift(w.ctx, id, await v(id), SHIFT))
  await w.must(week.open(w.ctx, id, { ...(await v(id)), deadline: own.deadlineAt }))
  const added = (await listShifts(w.ctx, id)).find(({ startTime }) => startTime === '10:00')
  await w.must(dropShift(w.ctx, id, await v(id), added?.id ?? ''))
  await w.must(w.answer(id, tenders[0]?.id ?? '', 'yes'))
  const later = new Date(own.deadlineAt.getTime() + HOUR)
  await w.must(week.extend(w.ctx, id, { ...(await v(id)), deadline: later }))
  expect(await w.week(id)).toMatchObject({ v2State: null, state: 'COLLECTING', deadlineAt: later })
  expect(await edges(id)).toEqual(['oldSettings', 'oldReshape', 'oldOpen', 'oldReshape', 'oldExtend'])
})

test('its page knows that autopilot has no effect under it, and that it has under the new one', async () => {
  const { id } = await w.make()
  expect((await loadWeek(w.ctx, id))?.old).toBe(true)
  await turnFlag(w, 'goLive')
  expect((await loadWeek(w.ctx, id))?.old).toBe(false)
  expect((await loadWeek({ ...w.ctx, killed: true }, id))?.old).toBe(true)
  await turnFlag(w, 'rollBack')
})
