import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Reports that users of comparable products filed, and what is right instead. Each is held by the tests that name it. */
const CASES = {
  A1: 'two sends in the same moment: each mail once, the second press is told',
  A2: 'a provider that drops half-way: one accepted mail a person, what is unknown is shown',
  A3: 'killed between reading a batch and sending it: SENT only once each row is at its end',
  A4: 'an answer after the deadline: kept as late, the page says so, the roster is untouched',
  A5: 'none of these is an answer',
  A6: 'a shift that moves keeps its answers, to be confirmed',
  A7: 'every browser shows the zone of the pub',
  A8: 'looking at a link changes nothing',
  A9: 'equal people get equal numbers of shifts',
  A10: 'a newcomer gets a share, and not everything',
  A11: 'one seat, one row, however many assign it at once',
  A12: 'what a person set by hand stays when the week is generated again',
} as const

const TITLE = /\b(?:test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:case )?A\d+\b(?:(?!\1).)*)\1/g

function titles(): { file: string; title: string }[] {
  return ['lib', 'e2e'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(test|spec)\.ts$/.test(file) && !file.endsWith('cases.test.ts'))
      .flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(TITLE)].map(([, , title]) => ({
          file,
          title: title ?? '',
        })),
      ),
  )
}

test.each(Object.entries(CASES))('%s (%s) is held by a test that names it', (name) => {
  const holding = titles().filter(({ title }) => new RegExp(`^(case )?${name}\\b`).test(title))
  expect(holding, `no test's title begins with "case ${name}"`).not.toEqual([])
})

test('no test names a case that there is none of', () => {
  const named = titles().flatMap(({ title }) => title.match(/(?<=^(?:case )?)A\d+/g) ?? [])
  expect([...new Set(named)].filter((name) => !(name in CASES))).toEqual([])
})
