import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { withClient } from '@/scripts/boot/roles.mjs'
import { saveTender, setTenderActive } from '../process'
import { peopleFacts } from '../schema'
import { loadExport } from './loaders'
import { checkImport, importFile } from './process'
import { type ImportOf, importFacts } from './schema'

let world: RosterWorld
beforeAll(async () => {
  world = await rosterWorld()
})
afterAll(() => world.end())

const HEAD = 'Name,E-mail,Key holder,Active\n'
const facts = { ...peopleFacts, ...importFacts }

/** The facts since `after`, each held to its catalogue, without what they are about. */
async function factsSince(after: bigint) {
  const rows = await world.db.auditEvent.findMany({ where: { id: { gt: after } }, orderBy: { id: 'asc' } })
  for (const { type, data } of rows) facts[type as keyof typeof facts].parse(data)
  return rows.map(({ type }) => type).sort()
}
const lastEvent = async () => (await world.db.auditEvent.aggregate({ _max: { id: true } }))._max.id ?? 0n

async function checked(rosterId: string, of: ImportOf, text: string) {
  const answer = await checkImport(world.ctx, { rosterId, of, text })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.report
}
const press = async (rosterId: string, of: ImportOf, text: string) => ({
  ...{ commandId: newId(), rosterId, of, text },
  digest: (await checked(rosterId, of, text)).digest,
})
const namesOf = async (rosterId: string) =>
  (await world.db.tender.findMany({ where: { rosterId }, orderBy: { name: 'asc' } })).map(({ name }) => name)

describe('an import of tenders', () => {
  test('writes nothing while it is only looked at, then the good rows with the facts of their own buttons', async () => {
    const { id, tenders } = await world.roster({ tenders: 2 })
    const [one, two] = tenders
    const email = (await world.db.tender.findUniqueOrThrow({ where: { id: two?.id ?? '' } })).email
    const text = `${HEAD}${one?.name},,no,no\nTwo,${email},yes,\nAna,ana@x.test,,\nBen,,yes,no\nCem,no address,,\n`
    const before = await lastEvent()
    const input = await press(id, 'tenders', text)
    expect(await factsSince(before)).toEqual([])
    const counts = { added: 2, changed: 2, unchanged: 0, refused: 1 }
    expect(await importFile(world.ctx, input)).toEqual({ ok: true, counts })
    expect(await namesOf(id)).toEqual(['Ana', 'Ben', 'Tender 1', 'Two'])
    const written = [
      'roster.imported',
      ...['tender.added', 'tender.added', 'tender.changed', 'tender.changed'],
      ...['tender.deactivated', 'tender.deactivated'],
    ]
    expect(await factsSince(before)).toEqual(written)
    // The same press again, from a browser that had no answer.
    expect(await importFile(world.ctx, input)).toEqual({ ok: true, counts })
    expect(await factsSince(before)).toEqual(written)
  })

  test('eight of the same press at once are one', async () => {
    const { id } = await world.roster({ tenders: 1 })
    const input = await press(id, 'tenders', `${HEAD}Ana,ana@x.test,,\nBen,,,`)
    const answers = await Promise.all(Array.from({ length: 8 }, () => importFile(world.ctx, input)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await namesOf(id)).toEqual(['Ana', 'Ben', 'Tender 1'])
  })

  test.each([
    ['somebody took an address', (id: string) => saveTender(world.ctx, person(id, 'Ann', 'ana@x.test'))],
    ['somebody was made not active', (_: string, first: string) => setTenderActive(world.ctx, first, false)],
  ])('does nothing when %s since, and says what it would do now', async (_what, meanwhile) => {
    const { id, tenders } = await world.roster({ tenders: 1 })
    const text = `${HEAD}Ana,ana@x.test,,\nTender 1,,no,\n`
    const input = await press(id, 'tenders', text)
    await meanwhile(id, tenders[0]?.id ?? '')
    const before = await lastEvent()
    const answer = await importFile(world.ctx, input)
    expect(answer).toMatchObject({ ok: false, stale: true, report: { counts: { refused: 0 } } })
    expect(await factsSince(before)).toEqual([])
    const now = await checked(id, 'tenders', text)
    expect(answer).toMatchObject({ report: now })
    expect(await importFile(world.ctx, { ...input, commandId: newId(), digest: now.digest })).toMatchObject({
      ok: true,
    })
  })

  test('that races with a new tender of one of its addresses ends as one or the other, whole', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await world.roster({ tenders: 0 })
      const input = await press(id, 'tenders', `${HEAD}Ana,ana@x.test,,\nBen,ben@x.test,,`)
      const [imported] = await Promise.all([
        importFile(world.ctx, input),
        saveTender(world.ctx, person(id, 'Other', 'ben@x.test')),
      ])
      expect(await namesOf(id)).toEqual(imported.ok ? ['Ana', 'Ben'] : ['Other'])
    }
  })

  test.each([
    ['tenders', `UPDATE tender SET key_holder = NOT key_holder`, `${HEAD}Tender 1,,,no\n`],
    [
      'shifts',
      `UPDATE shift_template SET target_seats = target_seats + 1`,
      'Day,Start,End,Role,Needed\nMonday,18:00,23:00,Bar,0\n',
    ],
  ] as const)('of %s waits for a change that is being written, and does not undo it', async (of, change, text) => {
    const { id } = await world.roster({ tenders: 1 })
    const input = await press(id, of, text)
    const answer = await withClient(world.database.url, async (other) => {
      await other.query('BEGIN')
      await other.query(`${change} WHERE roster_id = '${id}'`)
      const waiting = importFile(world.ctx, input)
      const blocked = () => world.db.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      while ((await blocked()).length === 0) await new Promise((resume) => setImmediate(resume))
      await other.query('COMMIT')
      return waiting
    })
    expect(answer).toMatchObject({ ok: false, stale: true })
  })

  test('of one file by two people at once adds nobody twice, also without an address', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await world.roster({ tenders: 1 })
      const inputs = await Promise.all([1, 2].map(() => press(id, 'tenders', `${HEAD}Ana,,,\nBen,,,\n`)))
      const answers = await Promise.all(inputs.map((input) => importFile(world.ctx, input)))
      expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
      expect(await namesOf(id)).toEqual(['Ana', 'Ben', 'Tender 1'])
    }
  })

  test('that gives somebody an address takes off that mails came back', async () => {
    const { id, tenders } = await world.roster({ tenders: 1 })
    const one = { id: tenders[0]?.id ?? '' }
    const lost = { email: null, emailNorm: null, bouncedAt: world.ctx.now(), bouncedWhy: 'No such user.' }
    await world.db.tender.update({ where: one, data: lost })
    await world.must(importFile(world.ctx, await press(id, 'tenders', `${HEAD}Tender 1,new@x.test,,\n`)))
    expect(await world.db.tender.findUniqueOrThrow({ where: one })).toMatchObject({ bouncedAt: null, bouncedWhy: null })
  })

  test('of a file that cannot be read, or of no roster, is a sentence', async () => {
    const { id } = await world.roster({ tenders: 0 })
    const file = { commandId: newId(), rosterId: id, of: 'tenders' as const, text: '', digest: 'x'.repeat(64) }
    expect(await importFile(world.ctx, file)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/nothing in it/),
    })
    expect(await importFile(world.ctx, { ...file, rosterId: newId() })).toMatchObject({ ok: false, gone: true })
  })

  test('takes 5,000 rows in one go', async () => {
    const { id } = await world.roster({ tenders: 0 })
    const rows = Array.from(
      { length: 5_000 },
      (_, k) => `Volunteer number ${k},volunteer.${k}@x.test,${k % 7 ? 'no' : 'yes'},`,
    )
    const input = await press(id, 'tenders', HEAD + rows.join('\n'))
    expect(await importFile(world.ctx, input)).toMatchObject({ ok: true, counts: { added: 5_000 } })
    expect(await world.db.tender.count({ where: { rosterId: id } })).toBe(5_000)
  })
})

test('an import of the weekly pattern adds, changes and retires, each on record', async () => {
  const { id } = await world.roster()
  const text =
    'Day,Start,End,Role,Needed,Wanted,Key holder,Active\nMon,18:00,22:00,Bar,1,4,,\nWed,18:00,23:00,Bar,,,,no\nSat,20:00,01:00,Door,0,1,no,no\nFri,18:00,18:00,Bar,1,2,,'
  const before = await lastEvent()
  expect(await importFile(world.ctx, await press(id, 'shifts', text))).toEqual({
    ok: true,
    counts: { added: 1, changed: 2, unchanged: 0, refused: 1 },
  })
  expect(await factsSince(before)).toEqual([
    'roster.imported',
    ...['shift_template.added', 'shift_template.changed', 'shift_template.retired', 'shift_template.retired'],
  ])
  const monday = await world.db.shiftTemplate.findFirstOrThrow({ where: { rosterId: id, weekday: 1 } })
  expect(monday).toMatchObject({ endTime: '22:00', minSeats: 1, targetSeats: 4, keyWanted: true, active: true })
})

describe('what is exported', () => {
  test('has the roster and its local date in its name', async () => {
    const { id } = await world.roster({ zone: 'Pacific/Auckland' })
    const evening = { ...world.ctx, now: () => new Date('2026-11-30T20:00:00Z') }
    expect((await loadExport(evening, id, 'tenders'))?.filename).toBe('the-anchor-tenders-2026-12-01.csv')
    expect((await loadExport(evening, id, 'shifts'))?.filename).toBe('the-anchor-weekly-pattern-2026-12-01.csv')
    expect(await loadExport(evening, newId(), 'tenders')).toBeNull()
  })

  test('reads back as unchanged, whatever people are called', async () => {
    const { id } = await world.roster()
    for (const [name, email] of [
      ['=SUM(A1)', 'sum@x.test'],
      ['＝SUM(A1)', ''],
      ["'t Hooft, Ger", ''],
      ['Zoe\u0308 "Z"; Ó', 'zoe@x.test'],
      ['@kit', ''],
      ['Kit', ''],
    ] as const)
      expect(await saveTender(world.ctx, person(id, name, email))).toMatchObject({ ok: true })
    const twin = await saveTender(world.ctx, { ...person(id, 'Kit', ''), keyHolder: true })
    await setTenderActive(world.ctx, twin.ok ? twin.id : '', false)
    await world.db.shiftTemplate.updateMany({
      where: { rosterId: id, weekday: 3 },
      data: { role: '-Bar;', active: false },
    })
    for (const of of ['tenders', 'shifts'] as const) {
      const csv = (await loadExport(world.ctx, id, of))?.csv ?? ''
      const { lines } = await checked(id, of, csv)
      expect(lines.filter(({ verdict }) => verdict !== 'unchanged')).toEqual([])
      expect(lines).toHaveLength(of === 'tenders' ? 11 : 3)
      expect(csv).not.toMatch(/(^|,|\n)"?[=+\-@＝]/)
    }
  })
})

function person(rosterId: string, name: string, email: string) {
  return { commandId: newId(), rosterId, tenderId: null, seen: null, name, email, keyHolder: false }
}
