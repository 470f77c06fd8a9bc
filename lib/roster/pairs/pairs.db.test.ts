import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { setTenderActive } from '../people/process'
import { explain } from '../picker/explain'
import { edit } from '../seats/process'
import { findWeek, listSeats, listShifts } from '../week/data'
import { pickerInput } from '../week/effects'
import { loadWeek } from '../week/loaders'
import { generate, regenerate } from '../week/process'
import { listRules, nameRules } from './data'
import { loadRules } from './loaders'
import { addRule, removeRule } from './process'
import { pairFacts, type RuleKind } from './schema'

let world: RosterWorld
beforeAll(async () => {
  world = await rosterWorld()
})
afterAll(() => world.end())

type Tenders = { id: string }[]
const idOf = (tenders: Tenders, k: number) => tenders[k]?.id ?? ''

/** The press that adds a rule between the nth and the mth tender. */
function press(rosterId: string, tenders: Tenders, kind: RuleKind, n: number, m: number) {
  return { commandId: newId(), rosterId, kind, tenderId: idOf(tenders, n), otherId: idOf(tenders, m) }
}

async function added(rosterId: string, tenders: Tenders, kind: RuleKind, n: number, m: number): Promise<string> {
  const answer = await addRule(world.ctx, press(rosterId, tenders, kind, n, m))
  if (!answer.ok) throw new Error(answer.reason)
  return answer.id
}

async function factsOf(subjectId: string) {
  const rows = await world.db.auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })
  for (const { type, data } of rows) pairFacts[type as keyof typeof pairFacts].parse(data)
  return rows.map(({ type }) => type)
}

describe('standing rules', () => {
  test('are added once a press, also after they were removed again', async () => {
    const { id, tenders } = await world.roster()
    const first = press(id, tenders, 'apart', 1, 0)
    const [one, two] = [await addRule(world.ctx, first), await addRule(world.ctx, first)]
    expect(one).toEqual(two)
    if (!one.ok) throw new Error(one.reason)
    expect(await factsOf(one.id)).toEqual(['tender_rule.added'])
    const take = { commandId: newId(), rosterId: id, id: one.id }
    expect([await removeRule(world.ctx, take), await removeRule(world.ctx, take)]).toEqual([one, one])
    expect(await addRule(world.ctx, first)).toEqual(one)
    expect(await listRules(world.ctx, id)).toEqual([])
    expect(await factsOf(one.id)).toEqual(['tender_rule.added', 'tender_rule.removed'])
    expect(await removeRule(world.ctx, { ...take, commandId: newId() })).toMatchObject({ ok: false, gone: true })
  })

  test('are called by their people on the record, also once they are gone', async () => {
    const { id, tenders } = await world.roster()
    const ruleId = await added(id, tenders, 'mentor', 0, 1)
    await removeRule(world.ctx, { commandId: newId(), rosterId: id, id: ruleId })
    const named = await nameRules(world.db, [ruleId])
    expect(named.get(ruleId)).toEqual({ name: 'Tender 1 and Tender 2', href: `/roster/rules?roster=${id}` })
  })

  test('are refused in a sentence: oneself, twice, contradicting, of another roster', async () => {
    const { id, tenders } = await world.roster()
    const other = await world.roster()
    await added(id, tenders, 'apart', 0, 1)
    const said = async (kind: RuleKind, n: number, m: number) => {
      const answer = await addRule(world.ctx, press(id, tenders, kind, n, m))
      return answer.ok ? null : answer.reason
    }
    expect(await said('apart', 2, 2)).toMatch(/cannot be kept apart from themselves/)
    expect(await said('apart', 1, 0)).toMatch(/is there already/)
    expect(await said('mentor', 1, 0)).toMatch(/contradict each other/)
    const strange = { ...press(id, tenders, 'apart', 0, 2), otherId: idOf(other.tenders, 0) }
    expect(await addRule(world.ctx, strange)).toMatchObject({ field: 'otherId', reason: /not a tender of this roster/ })
    expect(await addRule(world.ctx, { ...strange, rosterId: newId() })).toMatchObject({ gone: true })
    expect(await removeRule(world.ctx, { commandId: newId(), rosterId: other.id, id: newId() })).toMatchObject({
      gone: true,
    })
  })

  test('that contradict never come in together, also when they race', async () => {
    const { id, tenders } = await world.roster()
    const racing = await Promise.all(
      Array.from({ length: 8 }, (_, k) =>
        addRule(
          world.ctx,
          press(id, tenders, k % 2 === 0 ? 'apart' : 'mentor', k % 3 === 0 ? 1 : 0, k % 3 === 0 ? 0 : 1),
        ),
      ),
    )
    const rules = await listRules(world.ctx, id)
    expect(racing.filter(({ ok }) => ok)).toHaveLength(rules.length)
    expect(new Set(rules.map(({ kind }) => kind)).size).toBe(1)
  })

  test('stay when somebody is made not active, and do nothing', async () => {
    const { rosterId, tenders, id } = await world.weekIn('CLOSED')
    await added(rosterId, tenders, 'apart', 0, 1)
    const week = await world.week(id)
    expect((await pickerInput(world.ctx, week)).input.sides?.notTogether).toHaveLength(1)
    await setTenderActive(world.ctx, idOf(tenders, 1), false)
    expect((await pickerInput(world.ctx, week)).input.sides).toEqual({})
    const view = await loadRules(world.ctx, rosterId)
    expect(view.lines).toMatchObject([{ idle: 'Tender 2 is not active, so this does nothing.' }])
    expect(view.people.map(({ name }) => name)).toEqual(['Tender 1', 'Tender 3', 'Tender 4'])
  })
})

describe('a week under rules', () => {
  /** Who shares a shift with whom, by the numbers of the tenders. */
  async function sharing(id: string, tenders: Tenders): Promise<string[][]> {
    const numbers = new Map(tenders.map((tender, k) => [tender.id, String(k + 1)]))
    const [seats, shifts] = [await listSeats(world.ctx, id), await listShifts(world.ctx, id)]
    return shifts.map((shift) =>
      seats
        .filter(({ shiftId }) => shiftId === shift.id)
        .map(({ tenderId }) => numbers.get(tenderId) ?? '?')
        .sort(),
    )
  }

  test('keeps two apart, by the exact solver, and its input hash knows', async () => {
    const made = await world.weekIn('CLOSED', { tenders: 3 })
    await added(made.rosterId, made.tenders, 'apart', 0, 1)
    await world.must(generate(world.ctx, made.id, await world.version(made.id)))
    const under = (await world.week(made.id)).pick
    expect(under?.engine).toBe('highs-1')
    for (const shift of await sharing(made.id, made.tenders)) expect(shift).not.toEqual(['1', '2'])
    await added(made.rosterId, made.tenders, 'apart', 0, 2)
    await world.must(regenerate(world.ctx, made.id, await world.version(made.id)))
    expect((await world.week(made.id)).pick?.inputHash).not.toBe(under?.inputHash)
    for (const shift of await sharing(made.id, made.tenders))
      expect(shift.includes('1') && shift.length > 1).toBe(false)
  })

  test('puts a trainee beside a mentor or nowhere, and says so', async () => {
    const made = await world.weekIn('CLOSED', { tenders: 3 })
    await added(made.rosterId, made.tenders, 'mentor', 0, 1)
    await world.must(generate(world.ctx, made.id, await world.version(made.id)))
    for (const shift of await sharing(made.id, made.tenders)) if (shift.includes('1')) expect(shift).toContain('2')
  })

  test('leaves whole hours of rest between days', async () => {
    const made = await world.weekIn('CLOSED', { tenders: 2, settings: { restHours: 48 } })
    await world.must(generate(world.ctx, made.id, await world.version(made.id)))
    // Monday, Wednesday and Friday at 18:00, ending at 23:00: 43 hours between.
    for (const { id } of made.tenders) {
      const seats = (await listSeats(world.ctx, made.id)).filter(({ tenderId }) => tenderId === id)
      const dates = (await listShifts(world.ctx, made.id)).filter((shift) => seats.some((s) => s.shiftId === shift.id))
      const days = dates.map(({ startsAt }) => startsAt.getTime() / 86_400_000)
      for (const [k, day] of days.entries()) if (k > 0) expect(day - (days[k - 1] ?? 0)).toBeGreaterThan(2.1)
    }
    const week = await findWeek(world.ctx, made.id)
    if (!week) throw new Error('no week')
    const reasons = await explain((await pickerInput(world.ctx, week)).input)
    if (!Array.isArray(reasons)) throw new Error(reasons.reason)
    expect(reasons.map(({ text }) => text).join('\n')).toMatch(/only 43 hours (after|before) \w+ \d+ 18:00; rest is 48/)
  })

  test('refuses pins that break a rule, with the people named, and changes nothing', async () => {
    const made = await world.weekIn('ASSIGNED', { tenders: 3 })
    const [shift] = await listShifts(world.ctx, made.id)
    for (const { id: tenderId } of made.tenders) {
      const change = { change: 'remove', tenderId, shiftId: shift?.id ?? '' } as const
      await edit(world.ctx, made.id, await world.version(made.id), change)
    }
    for (const k of [0, 1]) {
      const change = { change: 'pin', tenderId: idOf(made.tenders, k), shiftId: shift?.id ?? '' } as const
      await world.must(edit(world.ctx, made.id, await world.version(made.id), change))
    }
    await added(made.rosterId, made.tenders, 'apart', 0, 1)
    const before = await listSeats(world.ctx, made.id)
    expect(await regenerate(world.ctx, made.id, await world.version(made.id))).toMatchObject({
      ok: false,
      reason: 'cannot_pick',
      detail: expect.stringMatching(/^Tender 1 and Tender 2 are both pinned to .*, and a rule keeps them apart/),
    })
    expect(await listSeats(world.ctx, made.id)).toEqual(before)
  })

  test('refuses a change by hand that breaks a rule, naming it, and lets others through', async () => {
    const made = await world.weekIn('APPROVED', { tenders: 3 })
    const shifts = await listShifts(world.ctx, made.id)
    const shift = shifts.find(({ id }) => id === shifts[0]?.id)
    const changed = async (change: 'pin' | 'remove', k: number) =>
      edit(world.ctx, made.id, await world.version(made.id), {
        change,
        tenderId: idOf(made.tenders, k),
        shiftId: shift?.id ?? '',
      })
    for (const k of [0, 1, 2]) await changed('remove', k)
    await world.must(changed('pin', 0))
    expect((await loadWeek(world.ctx, made.id))?.broken).toEqual([])
    await added(made.rosterId, made.tenders, 'apart', 0, 1)
    const before = await world.version(made.id)
    expect(await changed('pin', 1)).toMatchObject({
      ok: false,
      kind: 'guard',
      reason: 'rule_apart',
      detail: expect.stringMatching(/^Tender 1 and Tender 2 never share a shift, and both would be on \w+ \d+ 18:00/),
    })
    expect(await world.version(made.id)).toEqual(before)
    await world.must(changed('pin', 2))
    await world.must(changed('remove', 0))
    await world.must(changed('remove', 2))
    await world.must(changed('pin', 1))
    await world.must(changed('pin', 2))
    await added(made.rosterId, made.tenders, 'apart', 1, 2)
    expect((await loadWeek(world.ctx, made.id))?.broken).toContainEqual(
      expect.stringMatching(/^Tender 2 and Tender 3 never share a shift, and both are on \w+ \d+ 18:00/),
    )
  })
})
