import fc from 'fast-check'
import moment from 'moment-timezone'
import { describe, expect, it } from 'vitest'
import { runtimeVersion } from './zone-data'
import {
  changesBetween,
  firstInstantOf,
  instantsOf,
  isZone,
  LocalTimeError,
  localOf,
  offsetAt,
  tzVersion,
  ZoneError,
  zonesFrom,
} from './zones'

const MINUTE = 60_000
const names = moment.tz.names()
const iso = (instants: Date[]) => instants.map((instant) => instant.toISOString().replace('.000', ''))
/** A wall-clock time, given as if it were UTC, as the text that `instantsOf` takes. */
const text = (wall: number) => new Date(wall).toISOString().slice(0, 19)

type Change = { zone: string; at: number; before: number; after: number }

/** Every change of offset, those of 2024 to 2032 where nothing else is asked, with offsets in minutes east. */
function changes(from = Date.UTC(2024, 0, 1), to = Date.UTC(2033, 0, 1)): Change[] {
  return names.flatMap((zone) => {
    const table = moment.tz.zone(zone)
    if (!table) throw new Error(zone)
    return table.untils.flatMap((at, index) => {
      const [before, after] = [-(table.offsets[index] ?? 0), -(table.offsets[index + 1] ?? 0)]
      const within = at >= from && at < to
      return within && before !== after ? [{ zone, at, before, after }] : []
    })
  })
}

describe('every zone over every change from 2024 to 2032', () => {
  const all = changes()

  it('has enough of them to mean something', () => {
    expect(names.length).toBeGreaterThan(590)
    expect(all.length).toBeGreaterThan(3000)
  })

  it('gives the offset on either side, to the millisecond', () => {
    const wrong = all.filter(({ zone, at, before, after }) => {
      return offsetAt(zone, new Date(at - 1)) !== before || offsetAt(zone, new Date(at)) !== after
    })
    expect(wrong).toEqual([])
  })

  it('finds each of them, to the millisecond, and nothing else, from 2000 to 2101', () => {
    const [from, to] = [new Date('2000-01-01T00:00:00Z'), new Date('2101-01-01T00:00:00Z')]
    // As lines, since a comparison of so many objects takes half a minute.
    const line = ({ zone, at, before, after }: Change) => [zone, new Date(at).toISOString(), before, after].join(' ')
    const found = names.flatMap((zone) =>
      changesBetween(zone, from, to).map(({ at, before, after }) => line({ zone, at: Number(at), before, after })),
    )
    const listed = changes(Number(from) + 1, Number(to) + 1).map(line)
    expect(listed.length).toBeGreaterThan(30_000)
    expect(found.filter((change, index) => change !== listed[index]).slice(0, 5)).toEqual([])
    expect(found.length).toBe(listed.length)
  })

  it('counts a change at the end of the time asked for, and none at its beginning', () => {
    const [at, later] = [new Date('2026-10-25T01:00:00Z'), new Date('2026-12-01T00:00:00Z')]
    const change = { at, before: 60, after: 0 }
    expect(changesBetween('Europe/London', new Date('2026-10-01T00:00:00Z'), at)).toEqual([change])
    expect(changesBetween('Europe/London', new Date(Number(at) - 1), later)).toEqual([change])
    expect(changesBetween('Europe/London', at, later)).toEqual([])
    expect(changesBetween('Europe/London', later, at)).toEqual([])
  })

  it('gives none in a gap, two in an overlap, one on either side', () => {
    const wrong = all.filter(({ zone, at, before, after }) => {
      const [low, high] = [Math.min(before, after), Math.max(before, after)].map((offset) => at + offset * MINUTE)
      if (low === undefined || high === undefined) return true
      const answer = (wall: number) => instantsOf(zone, text(wall)).map(Number)
      const same = (found: number[], want: number[]) => found.join() === want.join()
      const inside = [low, (low + high) / 2, high - 1000].map((wall) => {
        const want = after > before ? [] : [wall - before * MINUTE, wall - after * MINUTE]
        return same(answer(wall), want)
      })
      const outside =
        same(answer(low - 1000), [low - 1000 - before * MINUTE]) && same(answer(high), [high - after * MINUTE])
      return !outside || inside.includes(false)
    })
    expect(wrong).toEqual([])
  })

  it('resolves every time of a gap to the instant of the change, and of an overlap to the first', () => {
    const wrong = all.filter(({ zone, at, before, after }) => {
      const wall = at + Math.min(before, after) * MINUTE
      const want = after > before ? at : wall - before * MINUTE
      return firstInstantOf(zone, text(wall)).getTime() !== want
    })
    expect(wrong).toEqual([])
  })
})

describe('zones that are unlike the others', () => {
  it('Vancouver keeps summer time from 2026 on, whatever the runtime believes', () => {
    expect(iso(instantsOf('America/Vancouver', '2026-11-02T09:00'))).toEqual(['2026-11-02T16:00:00Z'])
    expect(iso(zonesFrom('package').instantsOf('America/Vancouver', '2026-11-02T09:00'))).toEqual([
      '2026-11-02T16:00:00Z',
    ])
    if (runtimeVersion === '2025c') {
      expect(iso(zonesFrom('Intl').instantsOf('America/Vancouver', '2026-11-02T09:00'))).toEqual([
        '2026-11-02T17:00:00Z',
      ])
    }
  })

  it.each([
    ['America/Edmonton', '2026-11-02T09:00', ['2026-11-02T15:00:00Z']],
    ['America/Winnipeg', '2026-11-02T09:00', ['2026-11-02T14:00:00Z']],
    ['Africa/Casablanca', '2026-09-21T09:00', ['2026-09-21T09:00:00Z']],
    ['Europe/Chisinau', '2026-03-29T02:30', ['2026-03-29T00:30:00Z']],
  ])('%s at %s follows the new rules', (zone, local, want) => {
    expect(iso(instantsOf(zone, local))).toEqual(want)
  })

  it('Lord Howe changes by half an hour', () => {
    expect(instantsOf('Australia/Lord_Howe', '2026-10-04T02:15')).toEqual([])
    expect(firstInstantOf('Australia/Lord_Howe', '2026-10-04T02:15').toISOString()).toBe('2026-10-03T15:30:00.000Z')
    expect(iso(instantsOf('Australia/Lord_Howe', '2026-10-04T02:30'))).toEqual(['2026-10-03T15:30:00Z'])
    expect(iso(instantsOf('Australia/Lord_Howe', '2026-04-05T01:45'))).toEqual([
      '2026-04-04T14:45:00Z',
      '2026-04-04T15:15:00Z',
    ])
    expect(iso(instantsOf('Australia/Lord_Howe', '2026-04-05T01:15'))).toEqual(['2026-04-04T14:15:00Z'])
  })

  it('Apia had no 30 December 2011', () => {
    expect(instantsOf('Pacific/Apia', '2011-12-30T12:00')).toEqual([])
    expect(instantsOf('Pacific/Apia', '2011-12-30T00:00')).toEqual([])
    expect(instantsOf('Pacific/Apia', '2011-12-30T23:59:59')).toEqual([])
    expect(firstInstantOf('Pacific/Apia', '2011-12-30T12:00').toISOString()).toBe('2011-12-30T10:00:00.000Z')
    expect(localOf('Pacific/Apia', new Date('2011-12-30T09:59:59Z')).date).toBe('2011-12-29')
    expect(localOf('Pacific/Apia', new Date('2011-12-30T10:00:00Z')).date).toBe('2011-12-31')
  })

  it('Kathmandu is 5:45 ahead, and has no letters', () => {
    expect(localOf('Asia/Kathmandu', new Date('2026-12-10T18:00:00Z'))).toEqual({
      date: '2026-12-10',
      time: '23:45:00',
      weekday: 4,
      offset: 345,
      abbreviation: 'UTC+05:45',
    })
  })

  it('Dublin calls its summer the standard time, and changes as London does', () => {
    expect(offsetAt('Europe/Dublin', new Date('2026-07-01T12:00:00Z'))).toBe(60)
    expect(localOf('Europe/Dublin', new Date('2026-07-01T12:00:00Z')).abbreviation).toBe('IST')
    expect(localOf('Europe/Dublin', new Date('2026-12-01T12:00:00Z')).abbreviation).toBe('GMT')
    expect(instantsOf('Europe/Dublin', '2026-03-29T01:30')).toEqual([])
    expect(iso(instantsOf('Europe/Dublin', '2026-10-25T01:30'))).toEqual([
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
    ])
  })

  it.each([
    ['Europe/London', '2026-12-10T18:00:00Z', 'GMT'],
    ['Europe/London', '2026-07-10T18:00:00Z', 'BST'],
    ['Australia/Brisbane', '2026-07-10T18:00:00Z', 'AEST'],
    ['Australia/Sydney', '2026-12-10T18:00:00Z', 'AEDT'],
    ['America/Vancouver', '2026-12-10T18:00:00Z', 'MST'],
    ['America/Santiago', '2026-07-10T18:00:00Z', 'UTC-04'],
    ['Asia/Riyadh', '2026-07-10T18:00:00Z', 'UTC+03'],
    ['Etc/GMT+5', '2026-07-10T18:00:00Z', 'UTC-05'],
    ['Antarctica/Troll', '2026-12-10T18:00:00Z', 'UTC'],
    ['UTC', '2026-12-10T18:00:00Z', 'UTC'],
    ['US/Pacific', '2026-12-10T18:00:00Z', 'PST'],
  ])('%s at %s is written %s', (zone, instant, want) => {
    expect(localOf(zone, new Date(instant)).abbreviation).toBe(want)
    expect(zonesFrom('Intl').localOf(zone, new Date(instant)).abbreviation).toBe(
      zone === 'America/Vancouver' && runtimeVersion === '2025c' ? 'PST' : want,
    )
  })

  it('goes on by the runtime’s rules where the tables of the package are cut', () => {
    for (const year of ['2036', '2040', '2499', '2600', '9000']) {
      expect(offsetAt('Europe/London', new Date(`${year}-07-01T12:00:00Z`)), year).toBe(60)
      expect(offsetAt('Europe/London', new Date(`${year}-12-31T12:00:00Z`)), year).toBe(0)
    }
    expect(localOf('Europe/London', new Date('2600-07-01T12:00:00Z')).abbreviation).toBe('BST')
    // This table has really ended: the older rules of a runtime must not come back behind it.
    expect(offsetAt('America/Vancouver', new Date('2600-12-31T12:00:00Z'))).toBe(-420)
  })

  it('reads times before standard time to the second', () => {
    expect(localOf('Asia/Kathmandu', new Date('1900-01-01T00:00:00Z')).time).toBe('05:41:16')
    expect(iso(instantsOf('Asia/Kathmandu', '1900-01-01T05:41:16'))).toEqual(['1900-01-01T00:00:00Z'])
  })
})

describe('what is refused', () => {
  it('a zone that does not exist, with a sentence', () => {
    const now = new Date('2026-12-10T18:00:00Z')
    for (const ask of [
      () => offsetAt('Europe/Lodnon', now),
      () => localOf('Europe/Lodnon', now),
      () => instantsOf('Europe/Lodnon', '2026-12-10T18:00'),
      () => firstInstantOf('Europe/Lodnon', '2026-12-10T18:00'),
      () => changesBetween('Europe/Lodnon', now, now),
    ]) {
      expect(ask).toThrow(ZoneError)
      expect(ask).toThrow('There is no time zone "Europe/Lodnon". Write an IANA name, such as Europe/London.')
    }
    expect(() => offsetAt('europe/london', now)).toThrow('Write Europe/London, in exactly that case.')
    expect(isZone('europe/london')).toBe(false)
    expect(isZone('Europe/London')).toBe(true)
  })

  it.each([
    '2026-02-29T10:00',
    '2026-13-01T10:00',
    '2026-12-10T24:00',
    '2026-12-10T23:60',
    '2026-12-10T23:00:60',
    '2026-12-10',
    '2026-12-10 18:00',
    '2026-12-10T18:00Z',
    '2026-12-10T18:00\n',
    '',
  ])('the local time %j', (local) => {
    expect(() => instantsOf('Europe/London', local)).toThrow(LocalTimeError)
    expect(() => firstInstantOf('Europe/London', local)).toThrow(/Write YYYY-MM-DDTHH:MM/)
  })

  it('an instant that is none, and one that no four-digit year holds', () => {
    expect(() => offsetAt('Europe/London', new Date(Number.NaN))).toThrow(RangeError)
    expect(() => localOf('Europe/London', new Date(Number.NaN))).toThrow(RangeError)
    expect(() => localOf('Europe/London', new Date(8.64e15))).toThrow('outside the years 1 to 9999')
  })
})

describe('there and back', () => {
  const zone = fc.constantFrom(...names)
  const instant = fc.date({
    min: new Date('1850-01-01T00:00:00Z'),
    max: new Date('2480-01-01T00:00:00Z'),
    noInvalidDate: true,
  })

  it('an instant is among those of its own local time, and that local time is what each of them shows', () => {
    fc.assert(
      fc.property(zone, instant, (name, drawn) => {
        const whole = new Date(Math.floor(drawn.getTime() / 1000) * 1000)
        const { date, time } = localOf(name, whole)
        const found = instantsOf(name, `${date}T${time}`)
        expect(found.map(Number)).toContain(whole.getTime())
        for (const each of found) expect(localOf(name, each)).toMatchObject({ date, time })
      }),
      { numRuns: 3000 },
    )
  })

  it('the first instant of any local time shows it, or lies at the end of its gap', () => {
    fc.assert(
      fc.property(zone, instant, (name, wall) => {
        const local = wall.toISOString().slice(0, 19)
        const first = firstInstantOf(name, local)
        const shown = localOf(name, first)
        if (instantsOf(name, local).length > 0) expect(`${shown.date}T${shown.time}`).toBe(local)
        else {
          const before = localOf(name, new Date(first.getTime() - 1000))
          expect(`${before.date}T${before.time}` < local && local < `${shown.date}T${shown.time}`).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
  })
})

it('says which zone data it uses', () => {
  expect(tzVersion() >= '2026f').toBe(true)
  expect(zonesFrom('Intl').tzVersion()).toBe(runtimeVersion)
})
