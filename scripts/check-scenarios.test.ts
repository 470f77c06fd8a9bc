import { describe, expect, it } from 'vitest'
import { faultsOf, isTitle, titlesOf } from './check-scenarios.mjs'

const SOURCE = `
import { describe, expect, test } from 'vitest'
test('one press', () => {})
test.each([['London', 1], ['New York', 2]])('in %s, %i times', () => {})
test.each\`name | state\`('$name is $state', () => {})
describe('the old engine', () => {
  test('closes by itself', async () => {})
  test.skip('sends by itself', () => {})
})
test.describe('in a browser', () => { test('two presses', async () => { await test.step('the first', () => {}) }) })
describe.skip('later', () => { it('is not there yet', () => {}) })
for (const size of [360]) test(\`at \${size} px\`, { timeout: 9 }, () => {})
`
const FILE = 'lib/a.test.ts'
const read = (file: string) => (file === FILE ? SOURCE : null)

const row = (id: string, test = `\`${FILE}\` · one press`) =>
  `| ${id} | Something happens. | Nothing is lost. | ${test} |`
const forty = Array.from({ length: 40 }, (_, k) => row(`T${k + 1}`))
const faultsWith = (...rows: string[]) => faultsOf([...forty, ...rows].join('\n'), read)

describe('a catalogue passes', () => {
  it('with forty scenarios and their tests, by any of their names', () => {
    const names = [
      'in %s, %i times',
      'in New York, 2 times',
      'the old engine › closes by itself',
      'closes by itself',
      'at … px',
      'at 360 px',
    ]
    expect(faultsWith(...names.map((name, k) => row(`E${k + 1}`, `\`${FILE}\` · ${name}`)))).toEqual([])
    expect(faultsWith(row('E1', `\`${FILE}\` · one press<br>\`${FILE}\` · closes by itself`))).toEqual([])
  })

  it('whatever else its page says', () => {
    expect(faultsWith('# Scenarios', '| id | what happens |', '|---|---|', 'T1 is the first.')).toEqual([])
  })
})

describe('a catalogue fails', () => {
  it.each([
    ['a test that is not there', row('E1', `\`${FILE}\` · three presses`), `names a test that ${FILE} does not have`],
    [
      'a case that is not there',
      row('E1', `\`${FILE}\` · in Paris, 1 times`),
      `names a test that ${FILE} does not have`,
    ],
    ['the name of a describe alone', row('E1', `\`${FILE}\` · the old engine`), 'names a test that'],
    ['a step of a test', row('E1', `\`${FILE}\` · the first`), 'names a test that'],
    ['a test that is skipped', row('E1', `\`${FILE}\` · sends by itself`), 'names a test that is not run'],
    ['a test in what is skipped', row('E1', `\`${FILE}\` · later › is not there yet`), 'names a test that is not run'],
    ['a file that is not there', row('E1', '`lib/b.test.ts` · one press'), 'which is no test file here'],
    ['a file that is no test', row('E1', '`lib/a.ts` · one press'), 'which is no test file here'],
    ['one of two tests that is not there', row('E1', `\`${FILE}\` · one press<br>\`${FILE}\` · gone`), 'gone'],
    ['no test', row('E1', 'to be written'), 'E1 names no test'],
    ['nothing to come of it', `| E1 | Something happens. |  | \`${FILE}\` · one press |`, 'E1 does not say'],
    ['an id twice', row('T7'), 'T7 stands there twice'],
  ])('with %s', (_, wrong, fault) => {
    expect(faultsWith(wrong)).toEqual([expect.stringContaining(fault)])
  })

  it('with fewer than forty', () => {
    expect(faultsOf(forty.slice(1).join('\n'), read)).toEqual(['39 scenarios: there are to be at least 40'])
  })
})

it('titles are found in any form of a test, behind what they stand in', () => {
  expect(titlesOf(SOURCE).map(({ title, path, runs }) => [[...path, title].join(' › '), runs])).toEqual([
    ['one press', true],
    ['in %s, %i times', true],
    ['$name is $state', true],
    ['the old engine › closes by itself', true],
    ['the old engine › sends by itself', false],
    ['in a browser › two presses', true],
    ['later › is not there yet', false],
    ['at \0 px', true],
  ])
})

it('what is put into a title is a text of the file', () => {
  expect(isTitle('$name is $state', 'London is New York', SOURCE)).toBe(true)
  expect(isTitle('$name is $state', 'London is Rome', SOURCE)).toBe(false)
})
