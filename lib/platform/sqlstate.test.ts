import { describe, expect, test } from 'vitest'
import { answerLost, brokenIndex, sqlState } from './sqlstate'

/** How one SQLSTATE arrives, by the road it took through Prisma 7.10. */
const roads = (originalCode: string, extra: object = {}) => {
  const cause = { originalCode, originalMessage: 'x', kind: 'postgres', ...extra }
  return [
    ['a raw query', { code: 'P2010', message: 'Raw query failed', meta: { driverAdapterError: { cause } } }],
    ['a model write', { code: 'P2039', message: 'x', meta: { driverAdapterError: { cause } } }],
    ['a failed COMMIT', Object.assign(new Error('DriverAdapterError'), { cause })],
    ['plain pg', Object.assign(new Error('x'), { code: originalCode })],
  ] as const
}

describe('sqlState', () => {
  test.each(roads('DB003'))('of %s', (_, error) => expect(sqlState(error)).toBe('DB003'))
  test.each([null, undefined, 'text', new Error('x'), { code: 'P2002' }, { code: 'ECONNRESET' }, { code: 'P2028' }])(
    'of %s is none',
    (error) => expect(sqlState(error)).toBeNull(),
  )
})

describe('brokenIndex', () => {
  test('from the driver, else from the message', () => {
    const constraint = { index: 'roster_run_one_collecting' }
    expect(
      roads('23505', { constraint })
        .slice(0, 3)
        .map(([, error]) => brokenIndex(error)),
    ).toEqual(Array(3).fill('roster_run_one_collecting'))
    expect(brokenIndex(new Error('duplicate key value violates unique constraint "a_b_key"'))).toBe('a_b_key')
    expect(brokenIndex(new Error('x'))).toBeNull()
  })
})

describe('answerLost', () => {
  test.each(['40P01', '40001', '55P03', '57P01', '57P03', '08006'])('%s: repeat', (state) => {
    for (const [, error] of roads(state)) expect(answerLost(error)).toBe(true)
  })
  test.each(['23505', '23514', '22P02', '25P02', '42601', '42501', 'DB001', 'DB003'])(
    '%s: it did not happen',
    (state) => {
      for (const [, error] of roads(state)) expect(answerLost(error)).toBe(false)
    },
  )
  test.each([
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    { code: 'P1001', message: "Can't reach database server" },
    { code: 'P1017', message: 'Server has closed the connection' },
  ])('$message: repeat', (error) => expect(answerLost(error)).toBe(true))
  test.each([
    new Error('Cannot read properties of undefined'),
    null,
    { code: 'P2025', message: 'No record was found' },
  ])('%s: a bug or a refusal, not a loss', (error) => expect(answerLost(error)).toBe(false))
})
