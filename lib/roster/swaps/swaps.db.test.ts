import fc from 'fast-check'
import type { Client } from 'pg'
import { convertIcsCalendar } from 'ts-ics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AT } from '@/lib/engine/sql'
import { bear } from '@/lib/engine/transition'
import { thaw } from '@/lib/messages/rules'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { withClient } from '@/scripts/boot/roles.mjs'
import { rosterTick } from '../clock/process'
import { listSeats, listShifts, type WeekShift } from '../week/data'
import { findSwap, listBegun, listOffered, listOpenSwaps, listSwaps } from './data'
import { swapReason } from './labels'
import { swap } from './machine'
import { ask, confirm, handOver, lapse, offer, refuse, retract, withdraw } from './process'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

type Sent = Awaited<ReturnType<typeof sentWeek>>

/** A sent week of three shifts with two seats each, and who is free on each of them. */
async function sentWeek(tenders = 6) {
  const made = await w.weekIn('APPROVED', { tenders })
  await w.must(w.queue(made))
  await w.post(w.ctx, undefined, made.id)
  expect((await w.week(made.id)).state).toBe('SENT')
  const shifts = await listShifts(w.ctx, made.id)
  const seats = await listSeats(w.ctx, made.id)
  const on = (shift: WeekShift | undefined) =>
    seats.filter(({ shiftId }) => shiftId === shift?.id).map(({ tenderId }) => tenderId)
  const [shift] = shifts
  if (!shift) throw new Error('a week without shifts')
  const [giver = ''] = on(shift)
  const [free = '', other = ''] = made.tenders.map(({ id }) => id).filter((id) => !on(shift).includes(id))
  return { ...made, shifts, shift, on, giver, free, other }
}

/** The row of the week and its assignments: what no swap may touch. */
const standing = async (id: string) =>
  w.db.$queryRaw`SELECT md5(r::text) AS run,
    (SELECT md5(string_agg(a::text, '|' ORDER BY a.shift_id, a.tender_id)) FROM assignment a WHERE a.run_id = r.id) AS seats
    FROM roster_run r WHERE r.id = ${id}::uuid`
const mails = (swapId: string) => w.db.message.findMany({ where: { subjectId: swapId }, orderBy: { effectKey: 'asc' } })
const holders = async (week: Sent, shift = week.shift) =>
  (await listSeats(w.ctx, week.id)).filter(({ shiftId }) => shiftId === shift.id).map(({ tenderId }) => tenderId)
const asked = async (week: Sent, over: { fromTenderId?: string; shiftId?: string } = {}) =>
  (await w.must(ask(w.ctx, { shiftId: week.shift.id, fromTenderId: week.giver, note: 'A wedding.', ...over }))).id
const stateOf = async (id: string) => (await findSwap(w.ctx, id))?.state
const begunAt = (week: Sent, ms = 0): Context =>
  w.later(w.ctx, week.shift.startsAt.getTime() - w.ctx.now().getTime() + ms)
/** Triggers keep a sent week as it is; the owner of the tables can move a shift all the same. */
const asOwner = <T>(work: (owner: Client) => Promise<T>) => withClient(w.database.ownerUrl, work)
const moveShift = (owner: Client, id: string | undefined, set: string) =>
  owner.query(`ALTER TABLE shift DISABLE TRIGGER USER; UPDATE shift SET ${set} WHERE id = '${id}';
    ALTER TABLE shift ENABLE TRIGGER USER`)
const eventsOf = (id: string) =>
  w.db.auditEvent.findMany({ where: { machine: 'swap', subjectId: id }, orderBy: { id: 'asc' } })

test('asked, offered, confirmed: the seat changes hands, the week stands, and two people have one mail each', async () => {
  const week = await sentWeek()
  const before = await standing(week.id)
  const id = await asked(week)
  await w.must(offer(w.ctx, id, { version: 0, tenderId: week.free }))
  expect(await mails(id)).toEqual([])
  expect(await holders(week)).toContain(week.giver)
  const press = { version: 1, commandId: newId() }
  expect(await confirm(w.ctx, id, press)).toMatchObject({ ok: true, kind: 'moved', version: 2 })
  expect(await confirm(w.ctx, id, press)).toMatchObject({ ok: true, kind: 'repeat', version: 2 })
  expect(await holders(week)).toContain(week.free)
  expect(await holders(week)).not.toContain(week.giver)
  expect(await standing(week.id)).toEqual(before)
  const sent = await mails(id)
  expect(sent.map(({ personId, kind, effectKey }) => [personId, kind, effectKey]).sort()).toEqual(
    [week.giver, week.free].map((person) => [person, 'swap', `swap:${id}:${person}:confirmed`]).sort(),
  )
  expect(await w.db.message.count({ where: { kind: 'schedule', subjectId: week.id } })).toBe(week.tenders.length)
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['swap.begun', 'swap.offered', 'swap.confirmed'])
})

test('the mails carry the shift in and out of the calendars, under the identity of the schedule mail', async () => {
  const week = await sentWeek()
  const swapOf = await asked(week)
  await w.must(offer(w.ctx, swapOf, { version: 0, tenderId: week.free }))
  await w.must(confirm(w.ctx, swapOf, { version: 1 }))
  const fileOf = async (person: string, from: string) => {
    const [row] = await w.db.message.findMany({
      where: { personId: person, subjectId: from, kind: { in: ['schedule', 'swap'] } },
    })
    const [file] = thaw(row?.payload ?? new Uint8Array()).attachments
    return convertIcsCalendar(undefined, file?.content ?? '')
  }
  const schedule = await fileOf(week.giver, week.id)
  const uid = schedule.events?.find(({ start }) => start.date.getTime() === week.shift.startsAt.getTime())?.uid
  const out = await fileOf(week.giver, swapOf)
  expect([out.method, out.events?.map((event) => [event.uid, event.status, event.sequence])]).toEqual([
    'CANCEL',
    [[uid, 'CANCELLED', 1]],
  ])
  const into = await fileOf(week.free, swapOf)
  expect([into.method, into.events?.map((event) => [event.uid, event.sequence])]).toEqual([
    undefined,
    [[`${week.id}-${week.shift.id}-${week.free}@daybook`, 1]],
  ])
  expect(into.events?.[0]?.start.date).toEqual(week.shift.startsAt)
})

describe('what is refused, each with a sentence of its own', () => {
  let week: Sent
  let id: string
  beforeAll(async () => {
    week = await sentWeek()
    id = await asked(week)
  })
  const reasonOf = async (outcome: Promise<{ ok: boolean }>) => {
    const found = await outcome
    const reason = 'reason' in found ? String(found.reason) : 'none'
    expect(swapReason(reason), reason).not.toBe(reason)
    return reason
  }

  test('a week that is not sent, a seat that is not theirs, a second request', async () => {
    const draft = await w.weekIn('ASSIGNED')
    const [seat] = await listSeats(w.ctx, draft.id)
    const own = { shiftId: seat?.shiftId ?? '', fromTenderId: seat?.tenderId ?? '', note: '' }
    expect(await reasonOf(ask(w.ctx, own))).toBe('not_sent')
    expect(await reasonOf(ask(w.ctx, { shiftId: week.shift.id, fromTenderId: week.free, note: '' }))).toBe(
      'not_holding',
    )
    expect(await reasonOf(ask(w.ctx, { shiftId: newId(), fromTenderId: week.free, note: '' }))).toBe('not_found')
    expect(await reasonOf(ask(w.ctx, { shiftId: week.shift.id, fromTenderId: week.giver, note: '' }))).toBe(
      'already_open',
    )
  })

  test('oneself, whoever works it, whoever works that day, whoever left, a stranger', async () => {
    const take = (tenderId: string) => reasonOf(offer(w.ctx, id, { version: 0, tenderId }))
    const [, beside = ''] = week.on(week.shift)
    expect(await take(week.giver)).toBe('with_oneself')
    expect(await take(beside)).toBe('taker_on_shift')
    const stranger = await w.roster({ tenders: 1 })
    expect(await take(stranger.tenders[0]?.id ?? '')).toBe('taker_gone')
    await w.db.tender.update({ where: { id: week.other }, data: { active: false } })
    expect(await take(week.other)).toBe('taker_gone')
    await w.db.tender.update({ where: { id: week.other }, data: { active: true } })
    expect(
      await reasonOf(
        handOver(w.ctx, { shiftId: week.shift.id, fromTenderId: week.giver, toTenderId: beside, note: '' }),
      ),
    ).toBe('taker_on_shift')
  })

  test('another person’s offer and request', async () => {
    await w.must(offer(w.ctx, id, { version: 0, tenderId: week.free }))
    expect(await reasonOf(retract(w.ctx, id, { version: 1, tenderId: week.other }))).toBe('not_yours')
    expect(await reasonOf(withdraw(w.ctx, id, { version: 1, tenderId: week.free }))).toBe('not_yours')
    expect(
      await reasonOf(
        handOver(w.ctx, { shiftId: week.shift.id, fromTenderId: week.giver, toTenderId: week.other, note: '' }),
      ),
    ).toBe('offer_stands')
    expect(await reasonOf(confirm(w.ctx, id, { version: 0 }))).toBe('changed_since')
  })

  test('from the minute the shift begins, everything', async () => {
    const now = begunAt(week)
    const press = { version: 1 }
    const refusals = [
      ask(now, { shiftId: week.shift.id, fromTenderId: week.on(week.shift)[1] ?? '', note: '' }),
      confirm(now, id, press),
      refuse(now, id, { ...press, reason: 'Too late.' }),
      retract(now, id, { ...press, tenderId: week.free }),
      withdraw(now, id, { ...press, tenderId: week.giver }),
      withdraw(now, id, { ...press, tenderId: null }),
      handOver(now, { shiftId: week.shift.id, fromTenderId: week.giver, toTenderId: week.free, note: '' }),
    ]
    for (const each of refusals) expect(await reasonOf(each)).toBe('shift_begun')
    expect(await reasonOf(lapse(begunAt(week, -60_000), id, 1))).toBe('not_due')
    await w.must(confirm(begunAt(week, -60_000), id, press))
  })
})

test('whoever has another shift that day cannot take one, nor one at the same hour of the week beside it', async () => {
  const week = await sentWeek()
  const second = week.shifts[1]
  const onSecond = week.on(second).find((person) => !week.on(week.shift).includes(person)) ?? ''
  const id = await asked(week)
  await asOwner((owner) => moveShift(owner, second?.id, `date = '${week.shift.date}'`))
  expect(await offer(w.ctx, id, { version: 0, tenderId: onSecond })).toMatchObject({ reason: 'taker_busy' })
  const hours = `starts_at = '${week.shift.endsAt.toISOString()}'::timestamptz - interval '1 min'`
  await asOwner((owner) => moveShift(owner, second?.id, `date = '${second?.date}', ${hours}`))
  expect(await offer(w.ctx, id, { version: 0, tenderId: onSecond })).toMatchObject({ reason: 'taker_busy' })
})

test('refused: both are told why; withdrawn: only who had offered; asked and taken back: nobody', async () => {
  const week = await sentWeek()
  const first = await asked(week)
  await w.must(offer(w.ctx, first, { version: 0, tenderId: week.free }))
  await w.must(refuse(w.ctx, first, { version: 1, reason: 'We need your key.' }))
  const told = await mails(first)
  expect(told.map(({ personId }) => personId).sort()).toEqual([week.giver, week.free].sort())
  for (const row of told) expect(thaw(row.payload ?? new Uint8Array()).text).toContain('We need your key.')

  const second = await asked(week)
  await w.must(offer(w.ctx, second, { version: 0, tenderId: week.free }))
  await w.must(retract(w.ctx, second, { version: 1, tenderId: week.free }))
  expect(await findSwap(w.ctx, second)).toMatchObject({ state: 'asked', toTenderId: null })
  await w.must(offer(w.ctx, second, { version: 2, tenderId: week.other }))
  await w.must(withdraw(w.ctx, second, { version: 3, tenderId: week.giver }))
  expect((await mails(second)).map(({ personId }) => personId)).toEqual([week.other])

  const third = await asked(week)
  await w.must(withdraw(w.ctx, third, { version: 0, tenderId: week.giver }))
  expect(await mails(third)).toEqual([])
  const fourth = await asked(week)
  await w.must(refuse(w.ctx, fourth, { version: 0, reason: 'Nobody is left.' }))
  expect((await mails(fourth)).map(({ personId }) => personId)).toEqual([week.giver])
})

test('the operator hands a shift over in one press: born and confirmed at once, or the request that waits', async () => {
  const week = await sentWeek()
  const input = { shiftId: week.shift.id, fromTenderId: week.giver, toTenderId: week.free, note: 'By phone.' }
  const commandId = newId()
  const twins = await Promise.all([1, 2, 3].map(() => handOver(w.ctx, { ...input, commandId })))
  expect(twins.map(({ ok }) => ok)).toEqual([true, true, true])
  const [only, ...more] = await listSwaps(w.ctx, week.id)
  expect([only?.state, more]).toEqual(['confirmed', []])
  expect((await eventsOf(only?.id ?? '')).map(({ type, toState }) => [type, toState])).toEqual([
    ['swap.begun', 'offered'],
    ['swap.confirmed', 'confirmed'],
  ])
  expect(await mails(only?.id ?? '')).toHaveLength(2)

  const next = await asked(week, { fromTenderId: week.free })
  const given = await handOver(w.ctx, { ...input, fromTenderId: week.free, toTenderId: week.giver, note: '' })
  expect(given).toMatchObject({ ok: true })
  expect(await stateOf(next)).toBe('confirmed')
  expect((await holders(week)).sort()).toEqual(week.on(week.shift).sort())
  expect(await listSwaps(w.ctx, week.id)).toHaveLength(2)
})

test('a seat comes back to whoever gave it first, and a clock that was set back hands it to nobody', async () => {
  const week = await sentWeek()
  const pass = (from: string, to: string, ctx = w.ctx) =>
    handOver(ctx, { shiftId: week.shift.id, fromTenderId: from, toTenderId: to, note: '' })
  await w.must(pass(week.giver, week.free))
  await w.must(pass(week.free, week.other))
  await w.must(pass(week.other, week.giver))
  expect(await holders(week)).toContain(week.giver)
  const back = w.later(w.ctx, -60_000)
  expect(await pass(week.giver, week.free, back)).toMatchObject({ ok: false, reason: 'clock_back' })
  expect(await holders(week)).toContain(week.giver)
  expect((await listSwaps(w.ctx, week.id)).map(({ state }) => state)).toEqual(Array(3).fill('confirmed'))
})

test('a seat goes on from hand to hand, by its new holder alone', async () => {
  const week = await sentWeek()
  await w.must(handOver(w.ctx, { shiftId: week.shift.id, fromTenderId: week.giver, toTenderId: week.free, note: '' }))
  expect(await ask(w.ctx, { shiftId: week.shift.id, fromTenderId: week.giver, note: '' })).toMatchObject({
    reason: 'not_holding',
  })
  const id = await asked(week, { fromTenderId: week.free })
  expect(await findSwap(w.ctx, id)).toMatchObject({ seatTenderId: week.giver, fromTenderId: week.free })
  await w.must(offer(w.ctx, id, { version: 0, tenderId: week.other }))
  await w.must(confirm(w.ctx, id, { version: 1 }))
  expect(await holders(week)).toContain(week.other)
})

describe('races', () => {
  test('of two requests for one seat one is made, of two offers one stands', async () => {
    const week = await sentWeek()
    const input = { shiftId: week.shift.id, fromTenderId: week.giver, note: '' }
    const asks = await Promise.all([1, 2, 3, 4].map(() => ask(w.ctx, input)))
    expect(asks.filter(({ ok }) => ok)).toHaveLength(1)
    expect(asks.flatMap((one) => ('reason' in one ? one.reason : []))).toEqual(Array(3).fill('already_open'))
    const id = (await listSwaps(w.ctx, week.id))[0]?.id ?? ''
    const offers = await Promise.all(
      [week.free, week.other].map((tenderId) => offer(w.ctx, id, { version: 0, tenderId })),
    )
    expect(offers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(offers.flatMap((one) => ('reason' in one ? one.reason : []))).toEqual(['changed_since'])
  })

  test('a press that came twice at once began one request', async () => {
    const week = await sentWeek()
    const input = { shiftId: week.shift.id, fromTenderId: week.giver, note: '', commandId: newId() }
    const twins = await Promise.all([1, 2, 3].map(() => ask(w.ctx, input)))
    expect(new Set(twins.map((one) => (one.ok ? one.id : one.reason))).size).toBe(1)
    expect(twins[0]?.ok).toBe(true)
  })

  test('confirmed, withdrawn, refused or taken back at once: one of them happens, and its mails alone', async () => {
    for (let round = 0; round < 5; round++) {
      const week = await sentWeek(5)
      const id = await asked(week)
      await w.must(offer(w.ctx, id, { version: 0, tenderId: week.free }))
      const press = { version: 1 }
      const outcomes = await Promise.all([
        confirm(w.ctx, id, press),
        withdraw(w.ctx, id, { ...press, tenderId: week.giver }),
        refuse(w.ctx, id, { ...press, reason: 'No keys.' }),
        retract(w.ctx, id, { ...press, tenderId: week.free }),
      ])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      const state = (await stateOf(id)) ?? 'offered'
      const expected = { confirmed: 2, refused: 2, withdrawn: 1, asked: 0, offered: null }[state]
      expect([state, (await mails(id)).length]).toEqual([state, expected])
      expect((await holders(week)).includes(week.free)).toBe(state === 'confirmed')
    }
  })

  test('two confirms at once never give one person two shifts of a day', async () => {
    for (let round = 0; round < 5; round++) {
      const week = await sentWeek(5)
      const [first = '', second = ''] = week.on(week.shift)
      const ids = [await asked(week, { fromTenderId: first }), await asked(week, { fromTenderId: second })]
      for (const id of ids) await w.must(offer(w.ctx, id, { version: 0, tenderId: week.free }))
      const outcomes = await Promise.all(ids.map((id) => confirm(w.ctx, id, { version: 1 })))
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      expect(outcomes.flatMap((one) => ('reason' in one ? one.reason : []))).toEqual(['taker_on_shift'])
      expect((await holders(week)).filter((person) => person === week.free)).toHaveLength(1)
    }
  })

  test('a confirm that waited while the shift began is refused: it judges by what it finds under the lock', async () => {
    const week = await sentWeek()
    const id = await asked(week)
    await w.must(offer(w.ctx, id, { version: 0, tenderId: week.free }))
    const outcome = await asOwner(async (owner) => {
      await owner.query('ALTER TABLE shift DISABLE TRIGGER USER; BEGIN')
      await owner.query('SELECT 1 FROM roster_run WHERE id = $1 FOR UPDATE', [week.id])
      const waiting = confirm(w.ctx, id, { version: 1 })
      const blocked = () => w.db.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      while ((await blocked()).length === 0) await new Promise((resume) => setImmediate(resume))
      const begun = `UPDATE shift SET starts_at = clock_timestamp() - interval '1 min' WHERE id = '${week.shift.id}'`
      await owner.query(`${begun}; COMMIT`)
      await waiting
      await owner.query('ALTER TABLE shift ENABLE TRIGGER USER')
      return waiting
    })
    expect(outcome).toMatchObject({ ok: false, reason: 'shift_begun' })
    expect(await stateOf(id)).toBe('offered')
  })

  test('handed over and confirmed at once: the seat has one holder', async () => {
    const week = await sentWeek()
    const id = await asked(week)
    await w.must(offer(w.ctx, id, { version: 0, tenderId: week.free }))
    const given = { shiftId: week.shift.id, fromTenderId: week.giver, toTenderId: week.other, note: '' }
    const outcomes = await Promise.all([confirm(w.ctx, id, { version: 1 }), handOver(w.ctx, given)])
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false])
    expect(await holders(week)).toHaveLength(2)
  })
})

test('a swap that is still open when its shift begins ends by the tick, once, and whom it concerns is told', async () => {
  const week = await sentWeek()
  const [first = '', second = ''] = week.on(week.shift)
  const silent = await asked(week, { fromTenderId: first })
  const taken = await asked(week, { fromTenderId: second })
  await w.must(offer(w.ctx, taken, { version: 0, tenderId: week.free }))
  const tick = async (ctx: Context) => rosterTick.run(ctx, await rosterTick.plan(ctx), { left: () => 60_000 })
  await tick(begunAt(week, -60_000))
  expect([await stateOf(silent), await stateOf(taken)]).toEqual(['asked', 'offered'])
  const now = begunAt(week, 1_000)
  await Promise.all([tick(now), tick(now)])
  await tick(now)
  expect([await stateOf(silent), await stateOf(taken)]).toEqual(['withdrawn', 'withdrawn'])
  expect((await mails(silent)).map(({ personId }) => personId)).toEqual([first])
  expect((await mails(taken)).map(({ personId }) => personId).sort()).toEqual([second, week.free].sort())
  const last = (await eventsOf(taken)).at(-1)
  expect([last?.reason, last?.actorKind, last?.data]).toEqual(['began', w.ctx.actor.kind, { because: 'began' }])
})

test('what the app’s own role cannot do with psql: swap what is not sent, rewrite a swap, take one away', async () => {
  const week = await sentWeek()
  const id = await asked(week)
  await withClient(w.database.url, async (app) => {
    const refusal = (code: string, sql: string) => expect(app.query(sql), sql).rejects.toMatchObject({ code })
    const draft = await w.weekIn('ASSIGNED')
    const birth = `INSERT INTO swap (id, run_id, shift_id, seat_tender_id, from_tender_id, state, note, asked_at)
      SELECT gen_random_uuid(), run_id, shift_id, tender_id, tender_id, 'asked', '', clock_timestamp() FROM assignment`
    await refusal('DB001', `${birth} WHERE run_id = '${draft.id}' LIMIT 1`)
    for (const set of [`note = 'x'`, `from_tender_id = '${week.free}'`, `state = 'confirmed'`, `version = 9`])
      await refusal('DB001', `UPDATE swap SET ${set} WHERE id = '${id}'`)
    await refusal('42501', `DELETE FROM swap WHERE id = '${id}'`)
    await w.must(withdraw(w.ctx, id, { version: 0, tenderId: week.giver }))
    await refusal('DB001', `UPDATE swap SET note = 'x', version = version + 1 WHERE id = '${id}'`)
  })
})

test('nothing of a rehearsal’s week changes hands, waits on Today or ends by the clock', async () => {
  const week = await sentWeek()
  const id = await asked(week)
  await w.must(offer(w.ctx, id, { version: 0, tenderId: week.free }))
  const seen = async () => [
    (await listOpenSwaps(w.ctx, week.rosterId)).length,
    (await listOffered(w.ctx)).filter((one) => one.id === id).length,
    (await listBegun(begunAt(week, 1_000), 500)).filter((one) => one.id === id).length,
  ]
  expect(await seen()).toEqual([1, 1, 1])
  await asOwner((owner) =>
    owner.query(`ALTER TABLE roster_run DISABLE TRIGGER USER; UPDATE roster_run SET kind = 'rehearsal' WHERE id = '${week.id}';
      ALTER TABLE roster_run ENABLE TRIGGER USER`),
  )
  expect(await seen()).toEqual([0, 0, 0])
  const [, second = ''] = week.on(week.shift)
  const asking = { shiftId: week.shift.id, fromTenderId: second, note: '' }
  expect(await ask(w.ctx, asking)).toMatchObject({ reason: 'not_sent' })
  expect(await handOver(w.ctx, { ...asking, toTenderId: week.other })).toMatchObject({ reason: 'not_sent' })
})

test('a request of somebody who does not hold the seat, however it came to be, is neither taken nor confirmed', async () => {
  const week = await sentWeek()
  const of = { run: week.id, shift: week.shift.id, seat: week.giver, from: week.free }
  const born = async (state: 'asked' | 'offered', to: string | null) => {
    const id = newId()
    const values = {
      ...{ run_id: of.run, shift_id: of.shift, seat_tender_id: of.seat, from_tender_id: of.from, to_tender_id: to },
      ...{ note: '', asked_at: AT },
    }
    const { run: _, ...data } = of
    await w.must(bear(w.ctx, swap, state, [{ id, values, data: { ...data, to } }]))
    return id
  }
  const first = await born('asked', null)
  expect(await offer(w.ctx, first, { version: 0, tenderId: week.other })).toMatchObject({ reason: 'not_holding' })
  await w.must(withdraw(w.ctx, first, { version: 0, tenderId: null }))
  expect(await confirm(w.ctx, await born('offered', week.other), { version: 0 })).toMatchObject({
    reason: 'not_holding',
  })
  expect(await holders(week)).toContain(week.giver)
})

test('who cannot be written to gets a row that says why', async () => {
  const week = await sentWeek()
  await w.db.tender.update({ where: { id: week.free }, data: { email: null, emailNorm: null } })
  await w.must(handOver(w.ctx, { shiftId: week.shift.id, fromTenderId: week.giver, toTenderId: week.free, note: '' }))
  const [id] = (await listSwaps(w.ctx, week.id)).map((one) => one.id)
  const rows = await mails(id ?? '')
  expect(rows.map(({ personId, state }) => [personId === week.free, state]).sort()).toEqual([
    [false, 'queued'],
    [true, 'let_go'],
  ])
})

/** One press of a history: what, and who and where by number. */
const press = fc.record({
  verb: fc.constantFrom('ask', 'offer', 'offer', 'retract', 'withdraw', 'refuse', 'confirm', 'confirm', 'handOver'),
  who: fc.nat(5),
  shift: fc.nat(2),
  swap: fc.nat(20),
})

test('whatever is pressed, by whom and in which order: each seat has one holder, nobody works twice a day, and only those concerned are mailed', async () => {
  const week = await sentWeek()
  // Two shifts of one day: with six people and six seats the picker gave each of them one.
  await asOwner((owner) => moveShift(owner, week.shifts[1]?.id, `date = '${week.shift.date}'`))
  const sameDay = [week.shifts[0]?.id, week.shifts[1]?.id]
  const before = await standing(week.id)
  const seats = (await listSeats(w.ctx, week.id)).length
  const people = week.tenders.map(({ id }) => id)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(press, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 }),
      async (rounds) => {
        for (const round of rounds) {
          const all = await listSwaps(w.ctx, week.id)
          const open = all.filter(({ endedAt }) => endedAt === null)
          const now = await listSeats(w.ctx, week.id)
          await Promise.all(
            round.map(({ verb, who, shift, swap }) => {
              const tenderId = people[who] ?? ''
              const shiftId = week.shifts[shift]?.id ?? ''
              const holder = now.filter((seat) => seat.shiftId === shiftId)[swap % 2]?.tenderId ?? ''
              if (verb === 'ask') return ask(w.ctx, { shiftId, fromTenderId: holder, note: '' })
              if (verb === 'handOver')
                return handOver(w.ctx, { shiftId, fromTenderId: holder, toTenderId: tenderId, note: '' })
              const one = open[swap % Math.max(1, open.length)]
              if (!one) return null
              const move = { version: one.version }
              if (verb === 'offer') return offer(w.ctx, one.id, { ...move, tenderId })
              if (verb === 'retract') return retract(w.ctx, one.id, { ...move, tenderId: one.toTenderId ?? tenderId })
              if (verb === 'withdraw') return withdraw(w.ctx, one.id, { ...move, tenderId: one.fromTenderId })
              if (verb === 'refuse') return refuse(w.ctx, one.id, { ...move, reason: 'No.' })
              return confirm(w.ctx, one.id, move)
            }),
          )
          const held = await listSeats(w.ctx, week.id)
          expect(held).toHaveLength(seats)
          expect(new Set(held.map(({ shiftId, tenderId }) => `${shiftId}/${tenderId}`)).size).toBe(seats)
          const thatDay = held.filter(({ shiftId }) => sameDay.includes(shiftId)).map(({ tenderId }) => tenderId)
          expect(new Set(thatDay).size).toBe(thatDay.length)
        }
      },
    ),
    { numRuns: process.env.FULL ? 150 : 12 },
  )
  expect(await standing(week.id)).toEqual(before)
  const all = await listSwaps(w.ctx, week.id)
  expect(all.filter(({ state }) => state === 'confirmed').length).toBeGreaterThan(3)
  for (const one of all) {
    const told = (await mails(one.id)).map(({ personId }) => personId).sort()
    const both = [one.fromTenderId, one.toTenderId].filter((id) => id !== null).sort()
    const expected = {
      confirmed: both,
      refused: both,
      withdrawn: one.toTenderId ? [one.toTenderId] : [],
      asked: [],
      offered: [],
    }
    expect([one.state, told]).toEqual([one.state, expected[one.state]])
  }
  expect(await w.db.message.count({ where: { kind: 'schedule', subjectId: week.id } })).toBe(people.length)
})
