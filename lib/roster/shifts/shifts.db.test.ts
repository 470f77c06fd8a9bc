import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { formatLocalRange } from '@/lib/platform/zone-format'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { tokenOf } from '../answers/effects'
import { loadForm } from '../answers/loaders'
import { submitAnswer } from '../answers/process'
import { sortAnswers } from '../answers/rules'
import { saveTemplate } from '../people/process'
import { edit } from '../seats/process'
import { findWeek, listAnswers, listBans, listSeats, listShifts } from '../week/data'
import { loadWeek } from '../week/loaders'
import { approve, close, generate, makeWeek, regenerate } from '../week/process'
import { addShift, changeShift, dropShift } from './process'
import { valuesOf } from './rules'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const BAR = {
  weekday: 6,
  startTime: '18:00',
  endTime: '23:00',
  role: 'Bar',
  minSeats: 1,
  targetSeats: 2,
  keyWanted: false,
}
const shiftsOf = (id: string) => listShifts(w.ctx, id)
const firstShift = async (id: string, at = 0) => {
  const shift = (await shiftsOf(id))[at]
  if (!shift) throw new Error('There is no such shift')
  return shift
}
const changed = async (id: string, next: Partial<typeof BAR>, at = 0, ctx: Context = w.ctx) => {
  const shift = await firstShift(id, at)
  return changeShift(ctx, id, await w.version(id), { shiftId: shift.id, ...valuesOf(shift), ...next })
}

describe('case A6: options move after people answered', () => {
  test('case A6: Fri 18:00 moves to 18:30 after 20 answers: the option keeps its id, answers are kept and to be confirmed', async () => {
    const { id, tenders } = await w.weekIn('COLLECTING', { tenders: 20 })
    const before = await firstShift(id, 2)
    await w.must(changed(id, { startTime: '18:30' }, 2))
    const after = await firstShift(id, 2)
    expect([
      after.id,
      after.startTime,
      formatLocalRange('Europe/London', after.startsAt, after.endsAt, 'time'),
    ]).toEqual([before.id, '18:30', '18:30 – 00:30'])
    const { used } = sortAnswers(await listAnswers(w.ctx, id), null)
    expect([...used.values()].map(({ choices }) => choices[before.id])).toEqual(Array(20).fill('yes'))
    expect((await loadWeek(w.ctx, id))?.ownShifts[2]).toMatchObject({ answers: 20, toConfirm: 20 })

    const [first, second] = tenders
    await w.answer(id, first?.id ?? '', 'no')
    expect((await loadWeek(w.ctx, id))?.ownShifts[2]).toMatchObject({ answers: 20, toConfirm: 19 })
    const forms = await Promise.all([first, second].map((one) => loadForm(w.ctx, tokenOf(id, one?.id ?? ''))))
    const was = `${formatLocalRange('Europe/London', before.startsAt, before.endsAt, 'tight')}, Bar`
    expect(forms.map((form) => form?.shifts[2]?.was)).toEqual([null, was])
    expect(forms.map((form) => form?.answer?.choices[before.id])).toEqual(['no', 'yes'])
  })

  test('case A6: moved twice, a form says what its tender saw; role and seats alone ask nobody again', async () => {
    const { id, tenders } = await w.weekIn('COLLECTING')
    const formOf = (at: number) => loadForm(w.ctx, tokenOf(id, tenders[at]?.id ?? ''))
    await w.must(changed(id, { role: 'Kitchen', targetSeats: 3, keyWanted: false }))
    expect([(await formOf(0))?.shifts[0]?.was, (await firstShift(id)).movedAt]).toEqual([null, null])
    await w.must(changed(id, { startTime: '19:00' }))
    await w.answer(id, tenders[0]?.id ?? '', 'yes')
    await w.must(changed(id, { startTime: '20:00' }))
    expect((await formOf(0))?.shifts[0]?.was).toContain('19:00 – 23:00, Kitchen')
    expect((await formOf(1))?.shifts[0]?.was).toContain('18:00 – 23:00')
  })

  test('case A6: one that is added is new to everybody, and an answer without it is refused', async () => {
    const { id, tenders } = await w.weekIn('COLLECTING')
    const seen = await loadForm(w.ctx, tokenOf(id, tenders[0]?.id ?? ''))
    await w.must(addShift(w.ctx, id, await w.version(id), BAR))
    const form = await loadForm(w.ctx, tokenOf(id, tenders[0]?.id ?? ''))
    expect(form?.shifts.map((shift) => shift.isNew)).toEqual([false, false, false, true])
    expect(form?.seen).not.toBe(seen?.seen)
    expect((await loadWeek(w.ctx, id))?.ownShifts[3]).toMatchObject({ answers: 0, toConfirm: 0 })
  })

  test('case A6: one that is taken out is not asked for; its answers stay in the record, its seats and bans go', async () => {
    const { id, tenders } = await w.weekIn('ASSIGNED')
    const shift = await firstShift(id)
    await w.must(
      edit(w.ctx, id, await w.version(id), {
        change: 'remove',
        shiftId: shift.id,
        tenderId: await seatOf(id, shift.id),
      }),
    )
    const holders = (await listSeats(w.ctx, id))
      .filter((seat) => seat.shiftId === shift.id)
      .map((seat) => seat.tenderId)
    const idle = tenders.find((one) => !holders.includes(one.id))?.id ?? ''
    await w.must(edit(w.ctx, id, await w.version(id), { change: 'ban', shiftId: shift.id, tenderId: idle }))
    const moved = await w.must(dropShift(w.ctx, id, await w.version(id), shift.id))
    expect(moved.to).toBe('ASSIGNED')
    expect((await shiftsOf(id)).map((one) => one.id)).not.toContain(shift.id)
    expect((await listSeats(w.ctx, id)).filter((seat) => seat.shiftId === shift.id)).toEqual([])
    expect(await listBans(w.ctx, id)).toEqual([])
    expect((await listAnswers(w.ctx, id)).map(({ choices }) => choices[shift.id])).toEqual(Array(4).fill('yes'))
    expect(await w.db.shift.count({ where: { id: shift.id } })).toBe(1)
    const form = await loadForm(w.ctx, tokenOf(id, tenders[0]?.id ?? ''))
    expect(form?.shifts.map((one) => one.id)).not.toContain(shift.id)
    expect((await w.moves(id)).at(-1)?.data).toMatchObject({ change: 'drop', freed: 1 })
    expect(await w.must(regenerate(w.ctx, id, await w.version(id)))).toMatchObject({ to: 'ASSIGNED' })
    expect(await w.answer(id, tenders[1]?.id ?? '', 'no')).toMatchObject({ ok: true })
  })
})

async function seatOf(id: string, shiftId: string): Promise<string> {
  return (await listSeats(w.ctx, id)).find((seat) => seat.shiftId === shiftId)?.tenderId ?? ''
}

describe('what is refused changes nothing and says what to do', () => {
  test('a shift that cannot be, with its field', async () => {
    const { id } = await w.weekIn('DRAFT')
    const press = await w.version(id)
    const add = (values: Partial<typeof BAR>) => addShift(w.ctx, id, press, { ...BAR, ...values })
    expect(await add({ endTime: '18:00' })).toMatchObject({ ok: false, field: 'endTime' })
    expect(await add({ startTime: '12:00', endTime: '07:00' })).toMatchObject({ ok: false, field: 'endTime' })
    expect(await add({ minSeats: 3 })).toMatchObject({ ok: false, field: 'minSeats' })
    expect(await w.version(id)).toEqual(press)
  })

  test('a time at which somebody works already names both shifts; fewer seats than people name them', async () => {
    const { id } = await w.weekIn('ASSIGNED', { tenders: 1 })
    const clash = await changed(id, { weekday: 3 })
    expect(clash).toMatchObject({ ok: false, reason: 'seat_clashes', field: 'weekday' })
    expect('detail' in clash && clash.detail).toMatch(
      /^Tender 1 works another shift that day: Wed \d+, 18:00 – 23:00, Bar\. Take Tender 1 off/,
    )
    const { id: full } = await w.weekIn('ASSIGNED')
    const fewer = await changed(full, { targetSeats: 1 })
    expect(fewer).toMatchObject({ ok: false, reason: 'seats_taken', field: 'targetSeats' })
    expect('detail' in fewer && fewer.detail).toMatch(
      /^Tender \d, Tender \d have a seat there already, which makes 2\./,
    )
  })

  test('an overlap from one day into the next', async () => {
    const { id } = await w.weekIn('ASSIGNED', { tenders: 1 })
    await w.must(changed(id, { weekday: 2 }))
    expect(await changed(id, { startTime: '23:00', endTime: '12:00', weekday: 2 })).toMatchObject({ ok: true })
    const clash = await changed(id, { startTime: '10:00', endTime: '16:00' }, 1)
    expect(clash).toMatchObject({ ok: false, reason: 'seat_clashes', field: 'startTime' })
  })

  test('nothing different, a shift that is gone, the last one of an opened week, one of another week', async () => {
    const { id } = await w.weekIn('COLLECTING')
    expect(await changed(id, {})).toMatchObject({ ok: false, reason: 'same_shift' })
    const [one, two, three] = await shiftsOf(id)
    for (const shift of [one, two]) await w.must(dropShift(w.ctx, id, await w.version(id), shift?.id ?? ''))
    expect(await dropShift(w.ctx, id, await w.version(id), three?.id ?? '')).toMatchObject({ reason: 'last_shift' })
    expect(await dropShift(w.ctx, id, await w.version(id), one?.id ?? '')).toMatchObject({ reason: 'no_such_shift' })
    const other = await w.make()
    const theirs = { shiftId: three?.id ?? '', ...BAR }
    expect(await changeShift(w.ctx, other.id, await w.version(other.id), theirs)).toMatchObject({
      reason: 'no_such_shift',
    })
  })

  test('in SENT, after the week, over a page that is behind, while somebody generates', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    await w.post(w.ctx, undefined, made.id)
    expect(await addShift(w.ctx, made.id, await w.version(made.id), BAR)).toMatchObject({ ok: false, kind: 'illegal' })
    const { id } = await w.weekIn('COLLECTING')
    const behind = await w.version(id)
    await w.must(addShift(w.ctx, id, behind, BAR))
    expect(await addShift(w.ctx, id, behind, BAR)).toMatchObject({ ok: false, reason: 'changed_since' })
    const ended = w.later(w.ctx, 40 * 365 * 24 * 3_600_000)
    expect(await addShift(ended, id, await w.version(id), BAR)).toMatchObject({ ok: false, reason: 'week_over' })
  })
})

test('in APPROVED a change takes the approval back with it, once; after the first mail it is refused', async () => {
  const made = await w.weekIn('APPROVED')
  const shift = await firstShift(made.id)
  const press = { ...(await w.version(made.id)), commandId: newId() }
  const input = { shiftId: shift.id, ...valuesOf(shift), startTime: '17:00' }
  const twice = await Promise.all([1, 2].map(() => changeShift(w.ctx, made.id, press, input)))
  expect(twice.map((one) => one.ok)).toEqual([true, true])
  expect((await w.moves(made.id)).slice(-2).map((event) => event.edge)).toEqual(['unapprove', 'reshape'])
  expect((await w.week(made.id)).state).toBe('ASSIGNED')
  await w.must(approve(w.ctx, made.id, await w.bound(made.id)))
  const moves = (await w.moves(made.id)).length
  expect(await changed(made.id, { endTime: '17:00' })).toMatchObject({ ok: false, field: 'endTime' })
  expect([(await w.moves(made.id)).length, (await w.week(made.id)).state]).toEqual([moves, 'APPROVED'])
  await w.must(w.queue(made))
  await w.post(w.ctx, unanswered, made.id)
  expect(await dropShift(w.ctx, made.id, await w.version(made.id), shift.id)).toMatchObject({ reason: 'mail_left' })
})

const unanswered = {
  name: 'smtp' as const,
  keyWindowMs: null,
  callMs: 5_000,
  send: async () => ({ kind: 'no_answer' as const, code: 'ETIMEDOUT', detail: 'no answer' }),
  close: () => {},
}

test('a press that comes again adds one shift', async () => {
  const { id } = await w.weekIn('DRAFT')
  const press = { ...(await w.version(id)), commandId: newId() }
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => addShift(w.ctx, id, press, BAR)))
  expect(outcomes.map((one) => one.ok)).toEqual(Array(4).fill(true))
  expect(await shiftsOf(id)).toHaveLength(4)
})

test('a time that the clocks skip starts after it and keeps its length, as in the pattern', async () => {
  const { rosterId } = await w.make()
  const made = await makeWeek(w.ctx, { rosterId, weekOf: '2041-03-25' })
  if (!made.ok) throw new Error(made.reason)
  // Sunday 31 March 2041: 01:00 becomes 02:00 in London.
  await w.must(
    addShift(w.ctx, made.id, await w.version(made.id), { ...BAR, weekday: 7, startTime: '01:15', endTime: '01:45' }),
  )
  const night = (await shiftsOf(made.id)).find((shift) => shift.startTime === '01:15')
  expect(night && [night.startsAt.toISOString(), night.endsAt.getTime() - night.startsAt.getTime()]).toEqual([
    '2041-03-31T01:00:00.000Z',
    30 * 60_000,
  ])
})

test('case A12: after a change of the pattern, weeks already made keep their shifts, and a regenerate keeps the pins', async () => {
  const { id, rosterId } = await w.weekIn('ASSIGNED')
  const shift = await firstShift(id)
  const tenderId = await seatOf(id, shift.id)
  await w.must(edit(w.ctx, id, await w.version(id), { change: 'pin', shiftId: shift.id, tenderId }))
  const [template] = await w.db.shiftTemplate.findMany({ where: { rosterId, weekday: 1 } })
  const [row] = await w.db.$queryRaw<{ seen: string }[]>`
    SELECT md5(s::text) AS seen FROM public.shift_template s WHERE s.id = ${template?.id}::uuid`
  const saved = await saveTemplate(w.ctx, {
    commandId: newId(),
    rosterId,
    templateId: template?.id ?? '',
    seen: row?.seen ?? '',
    ...BAR,
    weekday: 1,
    startTime: '12:00',
    endTime: '16:00',
  })
  expect(saved.ok).toBe(true)
  await w.must(regenerate(w.ctx, id, await w.version(id)))
  expect(await firstShift(id)).toEqual(shift)
  expect(await listSeats(w.ctx, id)).toContainEqual({ shiftId: shift.id, tenderId, pinned: true })
  expect(await shiftsOf(id)).toHaveLength(3)
  const next = await makeWeek(w.ctx, { rosterId, weekOf: '2042-06-02' })
  expect(next.ok && (await firstShift(next.id)).startTime).toBe('12:00')
  expect((await findWeek(w.ctx, id))?.shifts).toBe(3)
})

test('an answer that races a move of the shifts is of what its tender saw, or is refused', async () => {
  const { id, tenders } = await w.weekIn('COLLECTING')
  await w.must(close(w.ctx, id, await w.version(id)))
  await w.must(generate(w.ctx, id, await w.version(id)))
  const token = tokenOf(id, tenders[0]?.id ?? '')
  const form = await loadForm(w.ctx, token)
  await w.must(changed(id, { startTime: '17:00' }))
  const choices = Object.fromEntries((await shiftsOf(id)).map((shift) => [shift.id, 'yes' as const]))
  const stale = { token, choices, most: null, note: '', seen: form?.seen ?? '' }
  expect(await submitAnswer(w.ctx, stale)).toEqual({ ok: false, reason: 'shifts_changed' })
  const fresh = await loadForm(w.ctx, token)
  expect(await submitAnswer(w.ctx, { ...stale, seen: fresh?.seen ?? '' })).toMatchObject({ ok: true })
})
