import { expect, test } from 'vitest'
import { refused } from '@/lib/engine/outcome'
import { moveResult } from '@/lib/server/move-result'

const words = {
  done: (edge: 'tap') => `${edge} is done.`,
  reason: (edge: 'tap', reason: string) => `${edge}: ${reason}.`,
  fields: { too_late: 'local' },
}
const moved = { ok: true, from: 'DELIVERED', to: 'TAPPED', version: 2, eventId: '1' } as const

test('a move, and the repeat of its press, is done in the words of its desk', () => {
  for (const kind of ['moved', 'repeat'] as const)
    expect(moveResult(words, 'tap', { ...moved, kind })).toEqual({ ok: true, value: null, said: 'tap is done.' })
  expect(moveResult(words, 'tap', { ...moved, kind: 'moved' }, 'At 18:00.')).toMatchObject({
    said: 'tap is done. At 18:00.',
  })
})

test.each([
  ['unknown', 'not_found'],
  ['lease', 'conflict'],
  ['lost', 'conflict'],
  ['in_progress', 'conflict'],
  ['illegal', 'refused'],
  ['guard', 'refused'],
  ['gate', 'refused'],
  ['failed', 'unavailable'],
] as const)('%s is told as %s', (kind, code) => {
  expect(moveResult(words, 'tap', refused(kind, 'why'))).toEqual({ ok: false, code, message: 'tap: why.' })
})

test('a refusal about a field is shown at it, and a sentence of the action itself comes first', () => {
  expect(moveResult(words, 'tap', refused('guard', 'too_late'))).toEqual({
    ...{ ok: false, code: 'invalid', message: 'tap: too_late.', fields: { local: 'tap: too_late.' } },
  })
  expect(moveResult(words, 'tap', { ...refused('failed', 'x'), detail: 'The keg is dry.' })).toMatchObject({
    message: 'The keg is dry.',
  })
})
