import { expect, test } from 'vitest'
import { decodeFile, faultOfText, MOST_BYTES } from './rules'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)))

test.each([
  ['UTF-8', bytes('Name\nZoë'), 'Name\nZoë'],
  ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], 'Name\nZoë'), 'Name\nZoë'],
  ['UTF-16, as Excel writes “Unicode text”', Uint8Array.from([0xff, 0xfe, 0x5a, 0, 0xeb, 0]), 'Zë'],
  ['UTF-16 the other way round', Uint8Array.from([0xfe, 0xff, 0, 0x5a, 0, 0xeb]), 'Zë'],
])('%s is read without a word', (_what, file, text) => {
  expect(decodeFile(file)).toEqual({ ok: true, text, note: null })
})

test('Latin-1 is read, and says so', () => {
  expect(decodeFile(bytes('Zo', [0xeb], ' M', [0xfc], 'ller'))).toEqual({
    ok: true,
    text: 'Zoë Müller',
    note: expect.stringMatching(/not in UTF-8.*accents/),
  })
})

test.each([
  ['a workbook', bytes('PK', [3, 4, 0, 0]), /Excel workbook/],
  ['no text', bytes('GIF', [0, 0]), /not a text file/],
  ['too long', new Uint8Array(MOST_BYTES + 1), /401 kB/],
])('%s is refused', (_what, file, reason) => {
  expect(decodeFile(file)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
})

test('a text is as long as it is on its way', () => {
  expect(faultOfText('x'.repeat(400_000))).toBeNull()
  for (const text of ['é'.repeat(300_000), '"'.repeat(300_000)]) expect(faultOfText(text)).toMatch(/two files/)
})
