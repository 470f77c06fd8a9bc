import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeCsv } from '@/lib/platform/csv'
import { type Column, MOST_ROWS, readSheet, textOf, yesOrNo } from './rules'

const columns: readonly Column<'name' | 'email' | 'key'>[] = [
  { key: 'name', label: 'Name', also: ['person'], required: true },
  { key: 'email', label: 'E-mail', also: ['address'] },
  { key: 'key', label: 'Key holder', also: [] },
]
const sheet = (text: string) => {
  const read = readSheet(text, columns)
  if (!read.ok) throw new Error(read.reason)
  return read.sheet
}
const reason = (text: string) => {
  const read = readSheet(text, columns)
  return read.ok ? null : read.reason
}
const named = (text: string) => sheet(text).rows.map(({ line, at, fault }) => [line, fault ? 'refused' : at.name])

describe('a file is read', () => {
  test.each([
    ['commas', 'Name,E-mail\nKit,kit@x.test'],
    ['semicolons, as Excel in Europe', 'Name;E-mail\r\nKit;kit@x.test\r\n'],
    ['tabs', 'Name\tE-mail\nKit\tkit@x.test'],
    ['a mark and old line ends', '\ufeffName,E-mail\rKit,kit@x.test\r'],
    ['Excel’s own line before', 'sep=;\nName;E-mail\nKit;kit@x.test'],
    ['other names, spaces and quotes', ' PERSON , "Address" \n"Kit" , kit@x.test '],
    ['columns in another order', 'E-mail,Name\nkit@x.test,Kit'],
  ])('with %s', (_what, text) => {
    expect(sheet(text).rows.map(({ at }) => at)).toMatchObject([{ name: 'Kit', email: 'kit@x.test', key: null }])
  })
  test('by its lines, also behind empty ones and cells of several lines', () => {
    expect(named('Name,E-mail\n\nKit,"a\nb"\n , \nRosa,r@x.test\n')).toEqual([
      [3, 'Kit'],
      [6, 'Rosa'],
    ])
  })
  test('“Key holder (yes/no)” is the column Key holder', () =>
    expect(sheet('Name,Key holder (yes/no)\nKit,yes').rows[0]?.at.key).toBe('yes'))
  test('unknown columns are named and passed over; that of the reasons is not unknown', () =>
    expect(sheet('Name,Phone,Reason\nKit,+44,x').unknown).toEqual(['Phone']))
})

describe('a malformed row costs itself alone', () => {
  test('too few cells', () => {
    const { rows } = sheet('Name,E-mail,Key holder\nKit,kit@x.test\nRosa,r@x.test,yes')
    expect(rows.map(({ fault }) => fault)).toEqual([
      'This line has 2 cells where the first line names 3 columns.',
      null,
    ])
  })
  test('too many cells', () =>
    expect(sheet('Name,E-mail\nMoss, Kit,kit@x.test').rows[0]?.fault).toMatch(/3 cells, more than the 2 columns/))
  test('empty cells at the end are none', () => expect(sheet('Name,E-mail\nKit,k@x.test,,').rows[0]?.fault).toBeNull())
  test.each([
    ['Name,E-mail\n"Kit,kit@x.test\nRosa,r@x.test\nOmar,o@x.test'],
    ['Name,E-mail\n"Kit,kit@x.test\nRosa,"r@x.test"\nOmar,o@x.test'],
    ['Name,E-mail\n"Kit" Moss,kit@x.test\nRosa,r@x.test\nOmar,o@x.test'],
  ])('a quote that is not closed: %j', (text) => {
    expect(named(text)).toEqual([
      [2, 'refused'],
      [3, 'Rosa'],
      [4, 'Omar'],
    ])
  })
  test('one on the last line', () =>
    expect(named('Name,E-mail\nKit,k@x.test\n"Rosa,r')).toEqual([
      [2, 'Kit'],
      [3, 'refused'],
    ]))
  test('more broken quotes than are read one by one refuse the file: no row goes without a word', () => {
    const broken = Array.from({ length: MOST_ROWS - 1 }, (_, k) => `"Kit ${k},k@x.test`)
    expect(reason(`Name,E-mail\n${broken.join('\n')}\nRosa,r@x.test`)).toMatch(
      /^More than 200 lines have a quotation mark that is not closed/,
    )
    expect(sheet(`Name,E-mail\n${broken.slice(0, 200).join('\n')}\nRosa,r@x.test`).rows).toHaveLength(201)
  })
  test('a character that was lost', () => expect(sheet('Name\nZo\ufffd').rows[0]?.fault).toMatch(/could not be read/))
})

describe('a file that cannot be read says why', () => {
  test.each([
    ['', /nothing in it/],
    [' \n\n', /nothing in it/],
    ['Name,E-mail', /only the line that names the columns/],
    ['Kit,kit@x.test\nRosa,r@x.test', /has to name the columns, and Name is not among them\. Known are Name, E-mail/],
    ['Name,E-mail,Address\nKit,a@x.test,b@x.test', /“E-mail” and “Address” both say the same/],
    [`Name\n${'Kit\n'.repeat(MOST_ROWS + 1)}`, /5,001 rows/],
  ])('%#', (text, words) => expect(reason(text)).toMatch(words))
  test('5,000 rows are taken', () => expect(sheet(`Name\n${'Kit\n'.repeat(MOST_ROWS)}`).rows).toHaveLength(MOST_ROWS))
})

describe('signs of formulas', () => {
  test.each(['=1+1', '+44', '-Kit', '@kit'])('%s is refused as it stands, and kept behind an apostrophe', (text) => {
    expect(textOf(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/formula/) })
    expect(textOf(`'${text}`)).toEqual({ ok: true, text })
  })
  test('an apostrophe of a name stays', () => expect(textOf("'t Hooft")).toEqual({ ok: true, text: "'t Hooft" }))
  test('whatever is written is read back, and nothing in it is a formula', () => {
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'=+-@＝＠\'"\t,;a ') }))
    fc.assert(
      fc.property(cell, (drawn) => {
        const text = drawn
          .replace(/[\p{Cc}\p{Cs}\ufffd\ufeff]/gu, '')
          .trim()
          .normalize('NFC')
        fc.pre(text !== '')
        const csv = writeCsv(['Name', 'E-mail', 'Key holder'], [[text, 'k@x.test', 'no']])
        const [row] = sheet(csv).rows
        expect(row?.cells[0]).not.toMatch(/^[=+\-@＝＋－＠]/)
        expect(textOf(row?.at.name ?? '')).toEqual({ ok: true, text })
      }),
    )
  })
})

test.each([
  ['Yes', true],
  ['x', true],
  ['NO', false],
  ['not active', false],
  ['', null],
  [null, null],
  ['maybe', undefined],
])('%j is %s', (cell, meant) => expect(yesOrNo(cell)).toBe(meant))
