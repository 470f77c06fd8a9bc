import { describe, expect, it } from 'vitest'
import { between, next, skippedBetween } from './fires'
import { parseCron } from './parse'
import vectors from './vectors.json'

const iso = (instants: readonly Date[]) => instants.map((at) => at.toISOString().replace('.000Z', 'Z'))

describe(`${vectors.length} cases with their answers`, () => {
  it('are all there', () => {
    expect(vectors.length).toBe(55)
  })

  it.each(vectors)('$id: $cron in $tz', ({ cron, tz, from, to, expected }) => {
    const read = parseCron(cron)
    const [start, end] = [new Date(from), new Date(to)]
    expect(iso(between(read, tz, start, end))).toEqual(expected)

    const chain: Date[] = []
    for (let at = next(read, tz, start); at && at <= end; at = next(read, tz, at)) chain.push(at)
    expect(iso(chain)).toEqual(expected)

    // From anywhere between two fires the second is next.
    for (const [index, fire] of chain.entries()) {
      const before = chain[index - 1] ?? start
      const span = fire.getTime() - before.getTime()
      for (let part = 0; part < 40; part++) {
        const moment = new Date(before.getTime() + Math.floor((span * part) / 40))
        expect(next(read, tz, moment), moment.toISOString()).toEqual(fire)
      }
    }
  })
})

/** Gap times by their natural instants: what the ledger writes down as skipped. */
describe('what the clocks skip', () => {
  const skipped = (cron: string, zone: string, from: string, to: string) =>
    skippedBetween(parseCron(cron), zone, new Date(from), new Date(to)).map(
      ({ at, local, change }) => `${local} ${iso([at])} ${iso([change])}`,
    )

  it.each([
    ['30 2 * * *', 'Australia/Sydney', ['2026-10-04T02:30:00 2026-10-03T16:30:00Z 2026-10-03T16:00:00Z']],
    ['0 3 * * *', 'Australia/Sydney', []],
    ['0 2 * * *', 'Australia/Sydney', ['2026-10-04T02:00:00 2026-10-03T16:00:00Z 2026-10-03T16:00:00Z']],
    [
      '*/30 2,3 * * *',
      'Australia/Sydney',
      [
        '2026-10-04T02:00:00 2026-10-03T16:00:00Z 2026-10-03T16:00:00Z',
        '2026-10-04T02:30:00 2026-10-03T16:30:00Z 2026-10-03T16:00:00Z',
      ],
    ],
    ['30 2 * * *', 'Australia/Brisbane', []],
    ['15 2 * * *', 'Australia/Lord_Howe', ['2026-10-04T02:15:00 2026-10-03T15:45:00Z 2026-10-03T15:30:00Z']],
    ['30 2 * * 1', 'Australia/Sydney', []],
  ])('%s in %s around October 2026', (cron, zone, want) => {
    expect(skipped(cron, zone, '2026-09-20T00:00Z', '2026-10-20T00:00Z')).toEqual(want)
  })

  it('New York on 8 March 2026 and Apia on the day that it left out', () => {
    expect(skipped('0 2 * * *', 'America/New_York', '2026-03-06T12:00Z', '2026-03-09T12:00Z')).toEqual([
      '2026-03-08T02:00:00 2026-03-08T07:00:00Z 2026-03-08T07:00:00Z',
    ])
    expect(skipped('0 9,21 * * *', 'Pacific/Apia', '2011-12-20T12:00Z', '2012-01-01T12:00Z')).toEqual([
      '2011-12-30T09:00:00 2011-12-30T19:00:00Z 2011-12-30T10:00:00Z',
      '2011-12-30T21:00:00 2011-12-31T07:00:00Z 2011-12-30T10:00:00Z',
    ])
  })

  it('counts from after the first instant up to and including the last', () => {
    const at = '2026-10-03T16:30:00Z'
    expect(skipped('30 2 * * *', 'Australia/Sydney', at, '2026-10-20T00:00Z')).toEqual([])
    expect(skipped('30 2 * * *', 'Australia/Sydney', '2026-10-03T16:29:59Z', at)).toHaveLength(1)
    expect(skipped('30 2 * * *', 'Australia/Sydney', '2026-10-01T00:00Z', '2026-10-03T16:29:59Z')).toEqual([])
  })
})
