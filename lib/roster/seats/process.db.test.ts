import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { loadChanges } from '../changes/loaders'
import { runWords } from '../record/labels'
import type { Change } from '../schema'
import { changeShift } from '../shifts/process'
import { valuesOf } from '../shifts/rules'
import { listBans, listSeats, listShifts } from '../week/data'
import { loadWeek } from '../week/loaders'
import { close, generate, open, regenerate } from '../week/process'
import { loadWhy } from '../why/loaders'
import { edit } from './process'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const change = async (id: string, of: Change) => edit(w.ctx, id, await w.version(id), of)
const seatsOf = (id: string) => listSeats(w.ctx, id)
/** A seat, and somebody who has none in its shift and none that day. */
async function seatAndFree(made: { id: string; tenders: { id: string; name: string }[] }) {
  const seats = await seatsOf(made.id)
  const [seat] = seats
  if (!seat) throw new Error('nobody is assigned')
  const there = new Set(seats.filter(({ shiftId }) => shiftId === seat.shiftId).map(({ tenderId }) => tenderId))
  const free = made.tenders.find(({ id }) => !there.has(id))
  if (!free) throw new Error('everybody works this shift')
  return { seat: { shiftId: seat.shiftId, tenderId: seat.tenderId }, free }
}

describe('A11: one seat for one person', () => {
  test('twenty assign one person to a one-seat shift at once: one seat, and each of the others is told why', async () => {
    const made = await w.weekIn('ASSIGNED')
    const { seat, free } = await seatAndFree(made)
    for (const { shiftId, tenderId } of (await seatsOf(made.id)).filter(({ shiftId }) => shiftId === seat.shiftId))
      await w.must(change(made.id, { change: 'remove', shiftId, tenderId }))
    const shift = (await listShifts(w.ctx, made.id)).find(({ id }) => id === seat.shiftId)
    if (!shift) throw new Error('the shift is there')
    const small = { shiftId: shift.id, ...valuesOf(shift), targetSeats: 1 }
    await w.must(changeShift(w.ctx, made.id, await w.version(made.id), small))
    const press = await w.version(made.id)
    const pin: Change = { change: 'pin', shiftId: seat.shiftId, tenderId: free.id }
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => edit(w.ctx, made.id, { ...press, commandId: newId() }, pin)),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const told = new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.reason])))
    expect([...told].filter((reason) => !['changed_since', 'already_pinned', 'shift_full'].includes(reason))).toEqual(
      [],
    )
    expect((await seatsOf(made.id)).filter(({ shiftId }) => shiftId === seat.shiftId)).toEqual([
      { shiftId: seat.shiftId, tenderId: free.id, pinned: true },
    ])
    // And whoever comes after, having looked, is told who is there.
    const after = await change(made.id, { ...pin, tenderId: seat.tenderId })
    expect(after).toMatchObject({ ok: false, reason: 'shift_full' })
    expect(after.ok ? '' : after.detail).toContain(`is full: ${free.name} has its one seat`)
  })

  test('two operators change different seats at once: one is done, the other is told and nothing of it is there', async () => {
    const made = await w.weekIn('ASSIGNED')
    const [one, other] = await seatsOf(made.id)
    if (!one || !other) throw new Error('two seats')
    const press = await w.version(made.id)
    const outcomes = await Promise.all(
      [one, other].map(({ shiftId, tenderId }) =>
        edit(w.ctx, made.id, { ...press, commandId: newId() }, { change: 'pin', shiftId, tenderId }),
      ),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ kind: 'lost', reason: 'changed_since' })
    expect((await seatsOf(made.id)).filter(({ pinned }) => pinned)).toHaveLength(1)
    const [lost] = [one, other].filter((_, at) => !outcomes[at]?.ok)
    if (lost) await w.must(change(made.id, { change: 'pin', shiftId: lost.shiftId, tenderId: lost.tenderId }))
    expect((await seatsOf(made.id)).filter(({ pinned }) => pinned)).toHaveLength(2)
  })
})

describe('a seat that moves', () => {
  test('goes to another person in one change, with one event that names both', async () => {
    const made = await w.weekIn('ASSIGNED')
    const { seat, free } = await seatAndFree(made)
    const to = { toShiftId: seat.shiftId, toTenderId: free.id }
    await w.must(change(made.id, { change: 'move', ...seat, ...to }))
    const seats = (await seatsOf(made.id)).filter(({ shiftId }) => shiftId === seat.shiftId)
    expect(seats).toContainEqual({ shiftId: seat.shiftId, tenderId: free.id, pinned: true })
    expect(seats.map(({ tenderId }) => tenderId)).not.toContain(seat.tenderId)
    const nameOf = (id: string) => made.tenders.find((tender) => tender.id === id)?.name
    const shiftName = (await loadWeek(w.ctx, made.id))?.shifts.find(({ id }) => id === seat.shiftId)?.name
    const [last] = (await w.moves(made.id)).slice(-1)
    expect(last?.data).toEqual({
      ...{ change: 'move', tender: seat.tenderId, shift: seat.shiftId },
      ...{ withTender: free.id, withShift: seat.shiftId },
      ...{ tenderName: nameOf(seat.tenderId), withTenderName: free.name, shiftName, withShiftName: shiftName },
    })
    expect(runWords.event('run.edited', Object(last?.data), null)).toMatch(
      /^Tender \d on [A-Z][a-z]{2} \d+ 18:00 in place of Tender \d$/,
    )
  })

  test('takes the approval back with it, in APPROVED', async () => {
    const made = await w.weekIn('APPROVED')
    const { seat, free } = await seatAndFree(made)
    const before = await w.week(made.id)
    const moved = await w.must(
      change(made.id, { change: 'move', ...seat, toShiftId: seat.shiftId, toTenderId: free.id }),
    )
    expect(moved.version).toBe(before.version + 2)
    expect(await w.week(made.id)).toMatchObject({ state: 'ASSIGNED', approvedHash: null })
  })

  test('a refusal in APPROVED leaves the approval: nothing half done', async () => {
    const made = await w.weekIn('APPROVED')
    const { seat, free } = await seatAndFree(made)
    const refused = await change(made.id, { change: 'unpin', shiftId: seat.shiftId, tenderId: free.id })
    expect(refused).toMatchObject({ ok: false, reason: 'not_pinned' })
    expect(await w.week(made.id)).toMatchObject({ state: 'APPROVED' })
  })
})

test('a pin that contradicts a ban names the person and the shift, and changes nothing', async () => {
  const made = await w.weekIn('ASSIGNED')
  const { seat, free } = await seatAndFree(made)
  const pair = { shiftId: seat.shiftId, tenderId: free.id }
  await w.must(change(made.id, { change: 'ban', ...pair }))
  const seats = await seatsOf(made.id)
  const refused = await change(made.id, { change: 'pin', ...pair })
  expect(refused.ok ? '' : refused.detail).toMatch(
    new RegExp(`^${free.name} is banned from \\w{3} \\d+ 18:00: lift the ban first`),
  )
  expect(await seatsOf(made.id)).toEqual(seats)
  expect(await listBans(w.ctx, made.id)).toEqual([pair])
})

test('A12: a pin stays after regenerate, nobody is put on twice, and the diff lists what changed and why', async () => {
  const made = await w.weekIn('ASSIGNED')
  expect(await loadChanges(w.ctx, made.id), 'nothing before the second generate').toBeNull()
  const { seat, free } = await seatAndFree(made)
  await w.must(change(made.id, { change: 'remove', ...seat }))
  await w.must(change(made.id, { change: 'pin', shiftId: seat.shiftId, tenderId: free.id }))
  await w.must(change(made.id, { change: 'ban', ...seat }))
  const leaver = (await seatsOf(made.id)).find(({ pinned, tenderId }) => !pinned && tenderId !== free.id)
  if (!leaver) throw new Error('somebody else works')
  await w.db.tender.update({ where: { id: leaver.tenderId }, data: { active: false } })
  await w.must(regenerate(w.ctx, made.id, await w.version(made.id)))
  const seats = await seatsOf(made.id)
  expect(seats).toContainEqual({ shiftId: seat.shiftId, tenderId: free.id, pinned: true })
  expect(seats).not.toContainEqual(expect.objectContaining(seat))
  const shifts = await listShifts(w.ctx, made.id)
  for (const { id } of made.tenders) {
    const days = seats
      .filter(({ tenderId }) => tenderId === id)
      .map(({ shiftId }) => shifts.find((one) => one.id === shiftId)?.date)
    expect(new Set(days).size).toBe(days.length)
  }
  const changes = await loadChanges(w.ctx, made.id)
  const name = made.tenders.find(({ id }) => id === leaver.tenderId)?.name
  expect(changes?.input).toContainEqual(expect.stringContaining(`Pinned: ${free.name} on `))
  expect(changes?.input).toContainEqual(expect.stringMatching(/^Banned: /))
  expect(changes?.input).toContainEqual(`Tenders not active any more: ${name}.`)
  const gone = changes?.people.find((person) => person.name === name)
  expect(gone?.lines[0]).toMatchObject({ kind: 'out' })
  for (const { lines } of changes?.people ?? [])
    for (const { kind, why } of lines)
      expect(kind === 'out' || (why ?? '').length > 0, JSON.stringify(lines)).toBe(true)
  const view = await loadWeek(w.ctx, made.id)
  expect(view?.changes?.count).toBeGreaterThan(0)
  expect(view?.task.text).toContain(view?.changes?.words ?? 'none')
  expect(
    view?.people.some((person) => person.seats !== person.seats.toLowerCase()),
    'marked as new',
  ).toBe(true)
})

test('a regenerate with equal input says that nothing changed', async () => {
  const made = await w.weekIn('ASSIGNED')
  const seats = await seatsOf(made.id)
  await w.must(regenerate(w.ctx, made.id, await w.version(made.id)))
  expect(await seatsOf(made.id)).toEqual(seats)
  const changes = await loadChanges(w.ctx, made.id)
  expect(changes).toMatchObject({ people: [], input: ['Nothing that the picker is given had changed.'] })
  expect(changes?.summary).toBe('Nothing changed since the last generate.')
})

describe('reasons', () => {
  const all = async (made: { id: string; tenders: { id: string }[] }) => {
    const shifts = await listShifts(w.ctx, made.id)
    return made.tenders.flatMap(({ id: tenderId }) => shifts.map(({ id: shiftId }) => ({ tenderId, shiftId })))
  }
  const isSentence = (text: string) => /^[A-Z].*\.$/.test(text)

  test('every pair of a week has one, picked or not, and none that disagrees with the roster', async () => {
    // The last one stays silent.
    const made = await w.make({ tenders: 6 })
    await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
    for (const [at, choice] of (['yes', 'no', 'if_needed', 'yes', 'yes'] as const).entries())
      await w.must(w.answer(made.id, made.tenders[at]?.id ?? '', choice))
    await w.must(close(w.ctx, made.id, await w.version(made.id)))
    await w.must(generate(w.ctx, made.id, await w.version(made.id)))
    const held = new Set((await seatsOf(made.id)).map(({ shiftId, tenderId }) => `${shiftId}/${tenderId}`))
    const pairs = await all(made)
    expect(pairs).toHaveLength(18)
    const texts: string[] = []
    for (const pair of pairs) {
      const why = await loadWhy(w.ctx, made.id, pair)
      const isHere = held.has(`${pair.shiftId}/${pair.tenderId}`)
      expect(why?.text, JSON.stringify(pair)).toSatisfy(isSentence)
      expect(why?.title).toMatch(isHere ? /^Why (?!not )/ : /^Why not /)
      expect(why?.note).toBeNull()
      texts.push(why?.text ?? '')
    }
    expect(texts.filter((text) => text.endsWith('said no.'))).toHaveLength(3)
    expect(texts.filter((text) => text.endsWith('did not answer for this shift.'))).toHaveLength(3)
  })

  test('do not lie once the roster was changed by hand', async () => {
    const made = await w.weekIn('ASSIGNED')
    const { seat, free } = await seatAndFree(made)
    await w.must(change(made.id, { change: 'remove', ...seat }))
    const off = await loadWhy(w.ctx, made.id, seat)
    expect(off?.title).toMatch(/^Why not /)
    expect(off?.note).toMatch(/^Changed by hand since the roster was generated: the picker would put them here now\.$/)
    await w.must(change(made.id, { change: 'pin', shiftId: seat.shiftId, tenderId: free.id }))
    const pinned = await loadWhy(w.ctx, made.id, { shiftId: seat.shiftId, tenderId: free.id })
    expect(pinned?.text).toContain('was pinned by an operator')
    expect(pinned?.note).toBeNull()
    await w.must(change(made.id, { change: 'ban', ...seat }))
    expect((await loadWhy(w.ctx, made.id, seat))?.text).toContain('is banned from this shift')
  })

  test('before there is a roster: what they answered; and nothing for who is not there', async () => {
    const made = await w.weekIn('COLLECTING')
    const [pair] = await all(made)
    if (!pair) throw new Error('no pair')
    expect((await loadWhy(w.ctx, made.id, pair))?.text).toMatch(/could\. The form is open/)
    expect(await loadWhy(w.ctx, made.id, { ...pair, tenderId: newId() })).toBeNull()
    expect(await loadWhy(w.ctx, newId(), pair)).toBeNull()
  })
})
