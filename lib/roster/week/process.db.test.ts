import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '@/lib/engine/outcome'
import { sendAgain } from '@/lib/messages/process'
import type { Transport } from '@/lib/messages/transport/contract'
import { as, SYSTEM } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { tokenOf } from '../answers/effects'
import { submitAnswer } from '../answers/process'
import { sortAnswers } from '../answers/rules'
import { rosterTick } from '../clock/process'
import { rosterMessages } from '../effects'
import { edit } from '../seats/process'
import { send, settle } from '../sending/process'
import { findWeek, listAnswers, listHistory, listSeats, listShifts } from './data'
import { loadWeek } from './loaders'
import {
  approve,
  changeSettings,
  close,
  extend,
  generate,
  makeWeek,
  open,
  regenerate,
  reopen,
  reopenAssigned,
  takeLate,
  takeLateAndGenerate,
  unapprove,
} from './process'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const HOUR = 3_600_000
const TRIALS = process.env.FULL ? 50 : 5

/** A provider that deduplicates by key, and whose answers get lost. */
const silent: Transport = {
  name: 'resend',
  keyWindowMs: 24 * HOUR,
  callMs: 5_000,
  send: async () => ({ kind: 'no_answer', code: 'ETIMEDOUT', detail: 'no answer' }),
  close: () => {},
}
const plain: Transport = { ...silent, name: 'smtp', keyWindowMs: null }

const setActive = (id: string, active: boolean) => w.db.tender.update({ where: { id }, data: { active } })
const firstSeat = async (id: string) => {
  const [seat] = await listSeats(w.ctx, id)
  return { shiftId: seat?.shiftId ?? '', tenderId: seat?.tenderId ?? '' }
}

describe('a press that comes again answers what the first did, and changes nothing', () => {
  /** Presses twice and, where the answer was lost on a slow line, once more after whatever `between` does. */
  async function pressedTwice(id: string, verb: (press: { version: number; commandId: string }) => Promise<Outcome>) {
    const press = { ...(await w.version(id)), commandId: newId() }
    const first = await w.must(verb(press))
    const moves = (await w.moves(id)).length
    const again = await verb(press)
    expect(again).toMatchObject({ ok: true, kind: 'repeat' })
    expect(await w.moves(id)).toHaveLength(moves)
    return { press, first, again }
  }
  const deadline = () => new Date(w.ctx.now().getTime() + 24 * HOUR)

  test('open, extend, close, reopen', async () => {
    const { id } = await w.make()
    for (const verb of [open, extend])
      await pressedTwice(id, (press) => verb(w.ctx, id, { ...press, deadline: deadline() }))
    await pressedTwice(id, (press) => close(w.ctx, id, press))
    await pressedTwice(id, (press) => reopen(w.ctx, id, { ...press, deadline: deadline() }))
  })

  test('generate, regenerate, takeLate, takeLateAndGenerate, reopenAssigned', async () => {
    const { id, tenders } = await w.weekIn('CLOSED')
    await pressedTwice(id, (press) => generate(w.ctx, id, press))
    await pressedTwice(id, (press) => regenerate(w.ctx, id, press))
    await w.answer(id, tenders[0]?.id ?? '', 'no')
    await pressedTwice(id, (press) => takeLate(w.ctx, id, press))
    await w.answer(id, tenders[0]?.id ?? '', 'yes')
    await pressedTwice(id, (press) => takeLateAndGenerate(w.ctx, id, press))
    await pressedTwice(id, (press) => reopenAssigned(w.ctx, id, { ...press, deadline: deadline() }))
  })

  test('edit, approve, edit of an approved week', async () => {
    const { id } = await w.weekIn('ASSIGNED')
    const seat = await firstSeat(id)
    await pressedTwice(id, (press) => edit(w.ctx, id, press, { change: 'pin', ...seat }))
    const hash = (await w.bound(id)).hash
    await pressedTwice(id, (press) => approve(w.ctx, id, { ...press, hash }))
    await pressedTwice(id, (press) => edit(w.ctx, id, press, { change: 'unpin', ...seat }))
    expect((await w.week(id)).state).toBe('ASSIGNED')
  })

  test('unapprove: a repeat that comes after a new Send takes nobody out of the post', async () => {
    const made = await w.weekIn('APPROVED')
    const { press } = await pressedTwice(made.id, (one) => unapprove(w.ctx, made.id, one))
    await w.must(approve(w.ctx, made.id, await w.bound(made.id)))
    await w.must(w.queue(made))
    expect(await unapprove(w.ctx, made.id, press)).toMatchObject({ ok: true, kind: 'repeat' })
    expect(await w.rows(made.id)).toHaveLength(4)
    expect((await w.week(made.id)).state).toBe('APPROVED')
  })

  test('the same edit of an approved week, eight times at once: one un-approval and one edit', async () => {
    for (let trial = 0; trial < TRIALS; trial++) {
      const { id } = await w.weekIn('APPROVED')
      const press = { ...(await w.version(id)), commandId: newId() }
      const change = { change: 'pin', ...(await firstSeat(id)) } as const
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => edit(w.ctx, id, press, change)))
      expect(outcomes.map((outcome) => outcome.ok)).toEqual(Array(8).fill(true))
      const edges = (await w.moves(id)).map((event) => event.edge).slice(-2)
      expect([edges, (await w.moves(id)).length]).toEqual([['unapprove', 'edit'], press.version + 3])
    }
  }, 120_000)

  test('makeWeek: one week, and its id both times', async () => {
    const { id: rosterId } = await w.roster()
    const ask = { rosterId, weekOf: '2041-01-07', commandId: newId() }
    const first = await makeWeek(w.ctx, ask)
    expect(await makeWeek(w.ctx, ask)).toEqual(first)
    expect(await makeWeek(w.ctx, { ...ask, commandId: newId() })).toMatchObject({ ok: false, reason: 'week_exists' })
    expect(await w.db.rosterRun.count({ where: { rosterId } })).toBe(1)
  })
})

describe('un-approve takes back only what surely never left', () => {
  test('a call whose answer was lost waits as queued under its key: the approval stands', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    await w.post(w.ctx, silent, made.id)
    expect((await w.rows(made.id)).map((row) => row.state)).toEqual(['queued', 'queued', 'queued', 'queued'])
    expect(await unapprove(w.ctx, made.id, await w.version(made.id))).toMatchObject({ ok: false, reason: 'mail_left' })
    expect(await w.rows(made.id)).toHaveLength(4)
  })

  test('so it does where a person sends an unknown one again', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    await w.post(w.ctx, plain, made.id)
    const rows = (await w.rows(made.id)).map((row) => ({ id: row.id, seen: Number(row.fence) }))
    await sendAgain(w.ctx, rosterMessages(w.ctx), { commandId: newId(), rows })
    expect((await w.rows(made.id)).map((row) => row.state)).toEqual(['queued', 'queued', 'queued', 'queued'])
    expect(await unapprove(w.ctx, made.id, await w.version(made.id))).toMatchObject({ ok: false, reason: 'mail_left' })
    await expect(w.db.$executeRaw`DELETE FROM message WHERE subject_id = ${made.id}::uuid`).rejects.toThrow(
      'never left',
    )
  })
})

describe('two people for a mass mail', () => {
  test('above 500 recipients the approver does not send, nor anybody a roster that no person approved', async () => {
    const made = await w.weekIn('ASSIGNED', { tenders: 501 })
    const system = as(w.ctx, SYSTEM)
    const other = as(w.ctx, { kind: 'user', id: newId(), name: 'Oscar' })
    await w.must(approve(system, made.id, await w.bound(made.id)))
    expect(await w.queue(made)).toMatchObject({ ok: false, reason: 'second_person' })
    await w.must(unapprove(w.ctx, made.id, await w.version(made.id)))
    await w.must(approve(w.ctx, made.id, await w.bound(made.id)))
    expect(await w.queue(made)).toMatchObject({ ok: false, reason: 'second_person' })
    expect(await w.queue(made, system)).toMatchObject({ ok: false, reason: 'second_person' })
    await w.must(w.queue(made, other))
    expect(await w.rows(made.id)).toHaveLength(501)
  }, 60_000)
})

describe('people who leave', () => {
  test('who answered and is not active any more is not picked, and does not stop the picker', async () => {
    const made = await w.weekIn('CLOSED')
    await setActive(made.tenders[0]?.id ?? '', false)
    await w.must(generate(w.ctx, made.id, await w.version(made.id)))
    expect((await listSeats(w.ctx, made.id)).some((seat) => seat.tenderId === made.tenders[0]?.id)).toBe(false)
  })

  test('a pin of somebody who left is said by name, gives the lease back, and can be taken off', async () => {
    const made = await w.weekIn('ASSIGNED')
    const seat = await firstSeat(made.id)
    await w.must(edit(w.ctx, made.id, await w.version(made.id), { change: 'pin', ...seat }))
    await setActive(seat.tenderId, false)
    const tried = await regenerate(w.ctx, made.id, await w.version(made.id))
    const name = made.tenders.find((tender) => tender.id === seat.tenderId)?.name
    expect(tried).toMatchObject({ ok: false, kind: 'failed', reason: 'cannot_pick' })
    const stuck = await w.week(made.id)
    expect([stuck.lease, stuck.lastError]).toEqual([null, expect.stringContaining(`${name} is pinned`)])
    await w.must(edit(w.ctx, made.id, await w.version(made.id), { change: 'unpin', ...seat }))
    expect((await w.week(made.id)).lastError).toBeNull()
    await w.must(regenerate(w.ctx, made.id, await w.version(made.id)))
    expect((await listSeats(w.ctx, made.id)).some((one) => one.tenderId === seat.tenderId)).toBe(false)
  })

  test('an unpinned seat of somebody who left can be taken off too, and nobody inactive is put on', async () => {
    const made = await w.weekIn('ASSIGNED')
    const seat = await firstSeat(made.id)
    await setActive(seat.tenderId, false)
    await w.must(edit(w.ctx, made.id, await w.version(made.id), { change: 'remove', ...seat }))
    const back = await edit(w.ctx, made.id, await w.version(made.id), { change: 'pin', ...seat })
    expect(back).toMatchObject({ ok: false, reason: 'no_such_tender' })
  })

  test('their link is nobody’s', async () => {
    const made = await w.weekIn('COLLECTING')
    const [one] = made.tenders
    await setActive(one?.id ?? '', false)
    expect(await w.answer(made.id, one?.id ?? '', 'no')).toEqual({ ok: false, reason: 'no_such_link' })
    await setActive(one?.id ?? '', true)
    expect(await w.answer(made.id, one?.id ?? '', 'no')).toMatchObject({ ok: true, inTime: true })
  })
})

test('H3: of two weeks of a roster that open at once, one does', async () => {
  for (let trial = 0; trial < TRIALS; trial++) {
    const made = await w.make()
    const next = await makeWeek(w.ctx, { rosterId: made.rosterId, weekOf: '2042-01-06' })
    const ids = [made.id, next.ok ? next.id : '']
    const outcomes = await Promise.all(
      ids.map((id) => open(w.ctx, id, { version: 0, deadline: new Date(w.ctx.now().getTime() + HOUR) })),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.find((outcome) => !outcome.ok)).toMatchObject({ kind: 'guard', reason: 'other_open' })
    expect(await w.db.rosterRun.count({ where: { rosterId: made.rosterId, v2State: 'COLLECTING' } })).toBe(1)
  }
}, 120_000)

test('H4: of an un-approve and a Send at once, one happens, and no row stands in an unapproved week', async () => {
  for (let trial = 0; trial < TRIALS; trial++) {
    const made = await w.weekIn('APPROVED')
    const [sending, back] = await Promise.all([w.queue(made), unapprove(w.ctx, made.id, await w.version(made.id))])
    expect([sending.ok, back.ok].filter(Boolean)).toHaveLength(1)
    const { state } = await w.week(made.id)
    expect([state, (await w.rows(made.id)).length]).toEqual(sending.ok ? ['APPROVED', 4] : ['ASSIGNED', 0])
  }
}, 120_000)

test('a week in which nobody can be written to ends SENT by a tick, each with the reason on record', async () => {
  const made = await w.weekIn('APPROVED')
  await w.db.tender.updateMany({ where: { rosterId: made.rosterId }, data: { email: null, emailNorm: null } })
  await w.must(w.queue(made))
  expect((await w.rows(made.id)).map((row) => [row.state, row.reason])).toEqual(
    made.tenders.map(() => ['let_go', 'No e-mail address.']),
  )
  await rosterTick.run(w.ctx, await rosterTick.plan(w.ctx), { left: () => 60_000 })
  expect((await w.week(made.id)).state).toBe('SENT')
})

test('each silent tender gets one invitation an opening, also where an earlier one was let go', async () => {
  const made = await w.make()
  const later = () => new Date(w.ctx.now().getTime() + 24 * HOUR)
  const press = async () => ({ ...(await w.version(made.id)), deadline: later() })
  const invitations = () => w.db.message.findMany({ where: { subjectId: made.id, kind: 'invitation' } })
  await w.must(open(w.ctx, made.id, await press()))
  await w.must(close(w.ctx, made.id, await w.version(made.id)))
  await w.post(w.ctx)
  expect((await invitations()).map((row) => row.state)).toEqual(['let_go', 'let_go', 'let_go', 'let_go'])
  await w.must(reopen(w.ctx, made.id, await press()))
  await w.answer(made.id, made.tenders[0]?.id ?? '', 'no')
  await w.must(extend(w.ctx, made.id, await press()))
  await w.must(extend(w.ctx, made.id, await press()))
  const counts = new Map<string | null, number>()
  for (const { personId } of await invitations()) counts.set(personId, (counts.get(personId) ?? 0) + 1)
  expect(made.tenders.map(({ id }) => counts.get(id))).toEqual([2, 4, 4, 4])
})

test('open refuses a deadline that has passed, and one that the week does not outlast', async () => {
  const made = await w.make()
  const { endsAt } = await w.week(made.id)
  const ask = (deadline: Date) => open(w.ctx, made.id, { version: 0, deadline })
  expect(await ask(new Date(w.ctx.now().getTime() - 1_000))).toMatchObject({ reason: 'deadline_past' })
  expect(await ask(endsAt ?? new Date(0))).toMatchObject({ reason: 'deadline_after_week' })
})

describe('a form that must not open', () => {
  const reasonOf = (outcome: Outcome) => (outcome.ok ? null : outcome.reason)

  test('stays shut where nobody is active, or no shift is there', async () => {
    const lonely = await w.make({ tenders: 1 })
    await setActive(lonely.tenders[0]?.id ?? '', false)
    const press = { version: 0, deadline: w.deadline() }
    expect(reasonOf(await open(w.ctx, lonely.id, press))).toBe('no_tenders')
    const empty = await w.roster()
    await w.db.shiftTemplate.updateMany({ where: { rosterId: empty.id }, data: { active: false } })
    const made = await makeWeek(w.ctx, { rosterId: empty.id, weekOf: '2043-01-05' })
    expect(reasonOf(await open(w.ctx, made.ok ? made.id : '', press))).toBe('no_shifts')
  })

  test('does not open or open again once the week is over, however late the deadline', async () => {
    for (const [state, verb] of [
      ['DRAFT', open],
      ['COLLECTING', extend],
      ['CLOSED', reopen],
      ['ASSIGNED', reopenAssigned],
    ] as const) {
      const made = await w.weekIn(state)
      const over = w.later(w.ctx, ((await w.week(made.id)).endsAt?.getTime() ?? 0) - w.ctx.now().getTime() + HOUR)
      const deadline = new Date(over.now().getTime() + HOUR)
      expect(reasonOf(await verb(over, made.id, { ...(await w.version(made.id)), deadline }))).toBe('week_over')
      expect((await w.week(made.id)).state).toBe(state)
    }
  })

  test('does not open again beside another week’s', async () => {
    for (const [state, verb] of [
      ['CLOSED', reopen],
      ['ASSIGNED', reopenAssigned],
    ] as const) {
      const made = await w.weekIn(state)
      const next = await makeWeek(w.ctx, { rosterId: made.rosterId, weekOf: '2043-01-05' })
      await w.must(open(w.ctx, next.ok ? next.id : '', { version: 0, deadline: w.deadline() }))
      const press = { ...(await w.version(made.id)), deadline: w.deadline() }
      expect(reasonOf(await verb(w.ctx, made.id, press))).toBe('other_open')
    }
  })

  test('and nothing is generated for nobody', async () => {
    const made = await w.weekIn('CLOSED', { tenders: 1 })
    await setActive(made.tenders[0]?.id ?? '', false)
    expect(reasonOf(await generate(w.ctx, made.id, await w.version(made.id)))).toBe('no_tenders')
    expect((await w.week(made.id)).lastError).toBeNull()
  })
})

test('late answers count after the form is opened again from the roster that stands', async () => {
  const made = await w.weekIn('ASSIGNED')
  const [one] = made.tenders
  await w.answer(made.id, one?.id ?? '', 'no')
  const late = async () =>
    sortAnswers(await listAnswers(w.ctx, made.id), (await w.week(made.id)).answersUntil).late.size
  expect(await late()).toBe(1)
  const seats = await listSeats(w.ctx, made.id)
  await w.must(reopenAssigned(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
  expect(await late()).toBe(0)
  expect(await listSeats(w.ctx, made.id)).toEqual(seats)
})

test('the ledger holds sent weeks before this one, and of each tender the latest answer that counts', async () => {
  const made = await w.weekIn('COLLECTING', { tenders: 3 })
  const [ann, ben, cat] = made.tenders.map(({ id }) => id)
  await w.answer(made.id, ben ?? '', 'no')
  await w.must(close(w.ctx, made.id, await w.version(made.id)))
  await w.answer(made.id, ann ?? '', 'no')
  await w.answer(made.id, ben ?? '', 'yes')
  const history = (weekOf: string) => listHistory(w.ctx, { rosterId: made.rosterId, weekOf })
  await w.must(generate(w.ctx, made.id, await w.version(made.id)))
  await w.must(approve(w.ctx, made.id, await w.bound(made.id)))
  expect(await history('2099-01-05')).toEqual([])
  await w.must(w.queue(made))
  await w.post(w.ctx)
  const [week, ...more] = await history('2099-01-05')
  expect([week?.weekOf, more]).toEqual([made.weekOf, []])
  expect(week?.offered.sort()).toEqual([ann, cat].sort())
  const seats = (await listSeats(w.ctx, made.id)).map(({ tenderId }) => tenderId)
  expect(week?.worked.sort()).toEqual(seats.sort())
  expect(await history(made.weekOf)).toEqual([])
})

test('who worked last week gives way to who did not', async () => {
  const first = await w.weekIn('COLLECTING', { tenders: 4 })
  // Everybody holds a key: else the shifts' wish for one may weigh more than last week.
  await w.db.tender.updateMany({ where: { rosterId: first.rosterId }, data: { keyHolder: true } })
  const lived = async (id: string, weekOf: string) => {
    await w.must(close(w.ctx, id, await w.version(id)))
    await w.must(generate(w.ctx, id, await w.version(id)))
    const loads = new Map<string, number>()
    for (const { tenderId } of await listSeats(w.ctx, id)) loads.set(tenderId, (loads.get(tenderId) ?? 0) + 1)
    await w.must(approve(w.ctx, id, await w.bound(id)))
    await w.must(w.queue({ id, weekOf }))
    await w.post(w.ctx, undefined, id)
    return loads
  }
  const before = await lived(first.id, first.weekOf)
  const weekOf = '2044-01-04'
  const next = await makeWeek(w.ctx, { rosterId: first.rosterId, weekOf })
  const id = next.ok ? next.id : ''
  await w.must(open(w.ctx, id, { version: 0, deadline: w.deadline() }))
  for (const tender of first.tenders) await w.answer(id, tender.id, 'yes')
  const after = await lived(id, weekOf)
  const both = first.tenders.map((tender) => (before.get(tender.id) ?? 0) + (after.get(tender.id) ?? 0))
  expect(both).toEqual([3, 3, 3, 3])
})

test('a week that is over is not made', async () => {
  const { id: rosterId } = await w.roster()
  expect(await makeWeek(w.ctx, { rosterId, weekOf: '2020-01-06' })).toMatchObject({ ok: false, reason: 'week_over' })
})

test('Send refuses another roster than the approved one, and a week that was typed wrong', async () => {
  const made = await w.weekIn('APPROVED')
  const press = { ...(await w.bound(made.id)), typed: made.weekOf }
  expect(await send(w.ctx, made.id, { ...press, hash: '0'.repeat(64) })).toMatchObject({ reason: 'roster_changed' })
  expect(await send(w.ctx, made.id, { ...press, typed: '2026-01-01' })).toMatchObject({ reason: 'typed_wrong' })
  expect(await approve(w.ctx, made.id, { ...press, hash: '0'.repeat(64) })).toMatchObject({ ok: false })
  const over = w.later(w.ctx, ((await w.week(made.id)).endsAt?.getTime() ?? 0) - w.ctx.now().getTime())
  expect(await w.queue(made, over)).toMatchObject({ ok: false, reason: 'week_over' })
  expect(await w.rows(made.id)).toHaveLength(0)
})

test('a second Send is refused while the mails are under way, and adds nobody', async () => {
  const made = await w.weekIn('APPROVED')
  await w.must(w.queue(made))
  const tender = { name: 'New', email: null, emailNorm: null, keyHolder: false, active: true, createdAt: w.ctx.now() }
  await w.db.tender.create({ data: { id: newId(), rosterId: made.rosterId, ...tender } })
  expect(await w.queue(made)).toMatchObject({ ok: false, kind: 'guard', reason: 'already_queued' })
  expect(await w.rows(made.id)).toHaveLength(4)
})

test.each(['queued', 'failed', 'unknown'])('one mail that is %s keeps the week from being sent', async (state) => {
  const made = await w.weekIn('APPROVED')
  await w.must(w.queue(made))
  const refusal = {
    kind: 'not_sent',
    permanent: state === 'failed',
    service: false,
    code: '550',
    detail: 'no',
  } as const
  const last = state === 'unknown' ? ({ kind: 'no_answer', code: 'ETIMEDOUT', detail: 'no answer' } as const) : refusal
  const send: Transport['send'] = async ({ mail }) =>
    mail.to.address.startsWith('tender1.') ? last : { kind: 'sent', providerId: null }
  await w.post(w.ctx, { ...plain, send }, made.id)
  expect((await w.rows(made.id)).map((row) => row.state).sort()).toEqual([state, 'sent', 'sent', 'sent'].sort())
  expect(await settle(w.ctx, made.id)).toMatchObject({ ok: false, kind: 'guard', reason: 'not_settled' })
  expect((await w.week(made.id)).state).toBe('APPROVED')
})

test('Approve refuses a roster that is not the one on the page', async () => {
  const made = await w.weekIn('ASSIGNED')
  const press = { ...(await w.version(made.id)), hash: '0'.repeat(64) }
  expect(await approve(w.ctx, made.id, press)).toMatchObject({ ok: false, kind: 'lost', reason: 'roster_changed' })
})

test('A4: an answer a minute after the deadline is kept as late, and the roster is not touched', async () => {
  const made = await w.weekIn('COLLECTING')
  const { deadlineAt } = await w.week(made.id)
  const late = w.later(w.ctx, (deadlineAt?.getTime() ?? 0) - w.ctx.now().getTime() + 60_000)
  expect(await w.answer(made.id, made.tenders[0]?.id ?? '', 'no', late)).toMatchObject({ ok: true, inTime: false })
  expect(await listAnswers(w.ctx, made.id)).toHaveLength(5)
  expect((await w.week(made.id)).state).toBe('COLLECTING')
})

test('A5: "no" to every shift is an answer: counted, and not asked again', async () => {
  const made = await w.make({ tenders: 2 })
  await w.must(open(w.ctx, made.id, { version: 0, deadline: w.deadline() }))
  await w.answer(made.id, made.tenders[0]?.id ?? '', 'no')
  await w.must(extend(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
  await w.must(close(w.ctx, made.id, await w.version(made.id)))
  const events = await w.moves(made.id)
  expect(events.map((event) => event.data).slice(1)).toMatchObject([
    { invited: 2 },
    { invited: 1 },
    { answered: 1, silent: 1 },
  ])
})

test('A11: twenty pins of one person to one seat at once put one row there', async () => {
  const made = await w.weekIn('ASSIGNED')
  const seat = await firstSeat(made.id)
  await w.must(edit(w.ctx, made.id, await w.version(made.id), { change: 'remove', ...seat }))
  const press = await w.version(made.id)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => edit(w.ctx, made.id, press, { change: 'pin', ...seat })),
  )
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  const seats = (await listSeats(w.ctx, made.id)).filter((one) => one.shiftId === seat.shiftId)
  expect(seats.filter((one) => one.tenderId === seat.tenderId)).toEqual([{ ...seat, pinned: true }])
  expect(seats.length).toBeLessThanOrEqual(2)
})

test('A12: a pin survives generating again, also after the pattern changed, and nobody is put on twice', async () => {
  const made = await w.weekIn('ASSIGNED')
  const seat = await firstSeat(made.id)
  await w.must(edit(w.ctx, made.id, await w.version(made.id), { change: 'pin', ...seat }))
  const shifts = await listShifts(w.ctx, made.id)
  await w.db.shiftTemplate.updateMany({ where: { rosterId: made.rosterId }, data: { startTime: '19:30' } })
  await w.must(regenerate(w.ctx, made.id, await w.version(made.id)))
  expect(await listSeats(w.ctx, made.id)).toContainEqual({ ...seat, pinned: true })
  expect(await listShifts(w.ctx, made.id)).toEqual(shifts)
  const [last] = (await w.moves(made.id)).slice(-1)
  expect(last?.data).toMatchObject({ added: 0, removed: 0 })
})

test('an answer that leaves out a shift, or names one of another week, is refused and not kept', async () => {
  const made = await w.weekIn('COLLECTING', { tenders: 1 })
  const token = tokenOf(made.id, made.tenders[0]?.id ?? '')
  const [first, ...rest] = await listShifts(w.ctx, made.id)
  const say = (ids: string[]) =>
    submitAnswer(w.ctx, { token, choices: Object.fromEntries(ids.map((id) => [id, 'no'])), most: null, note: '' })
  expect(await say(rest.map(({ id }) => id))).toEqual({ ok: false, reason: 'shifts_changed' })
  expect(await say([newId(), ...rest.map(({ id }) => id)])).toEqual({ ok: false, reason: 'shifts_changed' })
  expect(await say([newId(), first?.id ?? '', ...rest.map(({ id }) => id)])).toMatchObject({ ok: false })
  expect(await listAnswers(w.ctx, made.id)).toHaveLength(1)
  expect((await findWeek(w.ctx, made.id))?.version).toBe(1)
})

describe('a week’s own times', () => {
  const none = { opens: null, closes: null, generates: null, sendBy: null }

  test('are a move of it, refused when the week is not as it was seen', async () => {
    const { id } = await w.make()
    const press = await w.version(id)
    const closes = { daysBefore: 5, time: '12:00' }
    const generates = { daysBefore: 5, time: '13:00' }
    const change = { autopilot: true, ...none, closes, generates }
    await w.must(changeSettings(w.ctx, id, { ...press, ...change }))
    const week = await w.week(id)
    expect(week).toMatchObject({ version: press.version + 1, autopilot: true, settings: { closes, generates } })
    expect(week.deadlineAt?.toISOString()).toMatch(/T12:00/)
    expect(await changeSettings(w.ctx, id, { ...press, ...change, ...none })).toMatchObject({ reason: 'changed_since' })
    await w.must(changeSettings(w.ctx, id, { version: week.version, ...change, ...none }))
    expect((await w.week(id)).override).toBeNull()
  })

  test('leave an open form’s deadline to its own button, and must keep the order of a week', async () => {
    const { id } = await w.weekIn('COLLECTING')
    const week = await w.week(id)
    const press = { version: week.version, autopilot: true, ...none }
    const late = { daysBefore: 0, time: '12:00' }
    expect(await changeSettings(w.ctx, id, { ...press, closes: late })).toMatchObject({ reason: 'rhythm' })
    await w.must(changeSettings(w.ctx, id, press))
    expect((await w.week(id)).deadlineAt).toEqual(week.deadlineAt)
  })
})

test('a sent week concerns whoever got its schedule: who joins later was never asked about it', async () => {
  const made = await w.weekIn('APPROVED')
  await w.must(w.queue(made))
  await w.post(w.ctx, undefined, made.id)
  expect((await w.week(made.id)).state).toBe('SENT')
  const before = await loadWeek(w.ctx, made.id)
  const id = newId()
  const who = { name: 'Nora New', email: null, emailNorm: null, keyHolder: false, active: true }
  await w.db.tender.create({ data: { id, rosterId: made.rosterId, ...who, createdAt: w.ctx.now() } })
  const after = await loadWeek(w.ctx, made.id)
  expect(after).toMatchObject({
    asked: before?.asked ?? 0,
    answered: before?.answered ?? 0,
    sentence: before?.sentence,
  })
  expect(after?.people.length).toBe(before?.people.length)
})
