import { describe, expect, test } from 'vitest'
import { countsOf, digestOf, mendingCsv, reportOf } from '../rules'
import { type KnownTender, planTenders } from './rules'

const known = (id: string, name: string, email: string | null, over: Partial<KnownTender> = {}): KnownTender => ({
  ...{ id, name, email, keyHolder: false, active: true },
  ...over,
})
const ROSA = known('rosa', 'Rosa Lind', 'Rosa@x.test')
const KIT = known('kit', 'Kit Moss', null)
const OMAR = known('omar', 'Omar Diaz', 'omar@x.test', { keyHolder: true, active: false })
const HEAD = 'Name,E-mail,Key holder,Active\n'

const planOf = (text: string, people: readonly KnownTender[] = [ROSA, KIT, OMAR]) => {
  const planned = planTenders(text, people)
  if (!planned.ok) throw new Error(planned.reason)
  return planned.plan
}
/** Each row as the report has it. */
const report = (rows: string, people?: readonly KnownTender[]) =>
  reportOf(planOf(HEAD + rows, people)).lines.map(({ line, verdict, says }) => [line, verdict, says])
const only = (row: string, people?: readonly KnownTender[]) => report(row, people)[0]?.slice(1)

describe('whom a row is about', () => {
  test('is known by the address, whatever its case', () =>
    expect(only('Rosa Lind,ROSA@X.test,,')).toEqual(['unchanged', '']))
  test('without an address by the exact name', () => {
    expect(only('Kit Moss,,yes,')).toEqual(['changed', 'key holder yes, was no.'])
    expect(only('kit moss,,,')).toEqual(['added', 'No e-mail address'])
    expect(only('Rosa Lind,,yes,')).toEqual(['changed', 'key holder yes, was no.'])
  })
  test('with a new address by a name that has none', () =>
    expect(only('Kit Moss,kit@x.test,,')).toEqual(['changed', 'address kit@x.test, was none.']))
  test('is somebody new of a known name, and says so', () =>
    expect(only('Rosa Lind,rosa2@x.test,,')).toEqual(['added', 'rosa2@x.test. There is another Rosa Lind already.']))
  test('a name that was mended', () =>
    expect(only('Rosa Lindt,rosa@x.test,,')).toEqual(['changed', 'name Rosa Lindt, was Rosa Lind.']))
  test('an empty cell leaves what is there', () => {
    expect(only('Omar Diaz,omar@x.test,,')).toEqual(['unchanged', 'Not active, and stays so.'])
    expect(only('Omar Diaz,,no,yes')).toEqual(['changed', 'key holder no, was yes; active yes, was no.'])
  })
  test('of two of a name the one that is as the row says', () => {
    const kits = [known('a', 'Kit', null), known('b', 'Kit', null, { keyHolder: true })]
    const plan = planOf(`${HEAD}Kit,,yes,yes\nKit,,no,yes\n`, kits)
    expect(plan.rows).toMatchObject([
      { verdict: 'unchanged', id: 'b' },
      { verdict: 'unchanged', id: 'a' },
    ])
  })
})

describe('a row is refused', () => {
  test.each([
    ['without a name', ',rosa@x.test,,', /Give a name/],
    ['with a name too long', `${'x'.repeat(81)},,,`, /at most 80 characters/],
    ['with a name of two lines', '"Kit\nMoss",,,', /one line/],
    ['with no address at all', 'Kit,kit at x.test,,', /“kit at x\.test” is not an e-mail address/],
    ['with two addresses', 'Kit,"a@x.test, b@x.test",,', /is not an e-mail address/],
    ['with neither yes nor no', 'Kit,,perhaps,', /“perhaps” under Key holder/],
    ['with neither yes nor no', 'Kit,,,perhaps', /“perhaps” under Active/],
    ['with its address in the name', 'Kit kit@x.test,,,', /belongs into a column of its own/],
    ['with a formula', '=1+1,,,', /formula/],
    ['with an address as a formula', 'Kit,@kit,,', /not an e-mail address/],
    ['with too few cells', 'Kit', /1 cell where/],
    [
      'with the address of somebody else',
      'Kit Moss,omar@x.test,,',
      /Omar Diaz has this address, and Kit Moss is somebody else/,
    ],
  ])('%s', (_what, row, words) => expect(only(row)).toEqual(['refused', expect.stringMatching(words)]))

  test('for an address that an earlier line has', () =>
    expect(report('Ana,ana@x.test,,\nBen,ANA@x.test,,')).toEqual([
      [2, 'added', 'ana@x.test'],
      [3, 'refused', 'Line 2 has this address already. Two people cannot share one.'],
    ]))
  test('for a name that an earlier line has, where neither has an address', () =>
    expect(report('Ana,,,\nAna,,,')[1]).toEqual([3, 'refused', expect.stringMatching(/^Line 2 is about Ana already/)]))
  test('for a person that an earlier line was about', () =>
    expect(report('Rosa Lind,,,\nRosa Lind,rosa@x.test,,')[1]?.[2]).toBe('Line 2 is about Rosa Lind already.'))
  test('for a name of several', () => {
    const kits = [known('a', 'Kit', null), known('b', 'Kit', null)]
    expect(only('Kit,,yes,', kits)).toEqual(['refused', expect.stringMatching(/2 people are called Kit/)])
  })
  test('and does not take the place of a good one', () =>
    expect(report('Ana,ana@x.test,perhaps,\nAna,ana@x.test,yes,').map(([, verdict]) => verdict)).toEqual([
      'refused',
      'added',
    ]))
})

test('a new person is as the row says, else no key holder and active', () => {
  expect(report('Ana,ana@x.test,yes,\nBen,,yes,no').map(([, , says]) => says)).toEqual([
    'ana@x.test, key holder',
    'No e-mail address, key holder, not active',
  ])
  expect(planOf(`${HEAD}Ana,ana@x.test,,\nBen,,yes,no`).rows).toMatchObject([
    { value: { name: 'Ana', email: 'ana@x.test', keyHolder: false, active: true } },
    { value: { name: 'Ben', email: null, keyHolder: true, active: false } },
  ])
})

test('what was refused comes back as a file with its reasons, and once mended is taken', () => {
  const plan = planOf('Name;E-mail;Phone\r\nAna;ana at x;=44\r\nBen;ben@x.test;\r\nCem\r\n"Dee;dee@x.test;\r\n')
  expect(countsOf(plan)).toEqual({ added: 1, changed: 0, unchanged: 0, refused: 3 })
  const mending = mendingCsv(plan) ?? ''
  const [head, ana, cem, dee] = mending.split('\r\n')
  expect(head).toBe('\ufeffReason;Name;E-mail;Phone')
  expect(ana).toMatch(/^“ana at x” is not an e-mail address.*;Ana;ana at x;"'=44"$/)
  expect([cem, dee]).toEqual([expect.stringMatching(/;Cem$/), expect.stringMatching(/;"""Dee;dee@x\.test;"$/)])
  const rest = (csv: string | null) => csv?.split('\r\n').map((line) => line.replace(/^[^;]*;/, ''))
  expect(rest(mendingCsv(planOf(mending)))).toEqual(rest(mending))
  // Saved by a spreadsheet, every line is as long as the first: a name with an address in it is still none.
  const saved = mending.replace(';Cem', ';Cem;;').replace('test;"', 'test;";;')
  expect(planOf(saved).rows.map(({ verdict }) => verdict)).toEqual(['refused', 'added', 'refused'])
  const mended = saved.replace('ana at x;', 'ana@x.test;').replace('"""Dee;dee@x.test;"', 'Dee;dee@x.test')
  expect(mendingCsv(planOf(mended))).toBeNull()
})

test('the digest is of what will be done: another file or other people, another digest', () => {
  const text = `${HEAD}Rosa Lind,rosa@x.test,yes,\nAna,ana@x.test,,`
  const digests = [
    planOf(text),
    planOf(text.replace('ana@', 'anna@')),
    planOf(text, [{ ...ROSA, keyHolder: true }, KIT, OMAR]),
    planOf(text, [{ ...ROSA, id: 'other' }, KIT, OMAR]),
    planOf(text, [KIT, OMAR]),
  ].map(digestOf)
  expect(new Set(digests).size).toBe(digests.length)
  expect(digestOf(planOf(text))).toBe(digests[0])
})
