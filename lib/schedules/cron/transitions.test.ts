import moment from 'moment-timezone'
import { describe, expect, it } from 'vitest'
import { newestSource } from '@/lib/platform/zone-data'
import { between, next } from './fires'
import { parseCron } from './parse'

/**
 * Every zone over every change of its clocks, on the newest zone data, held against the tables of the package that carries
 * them: what is wanted here is computed from `untils` and `offsets` alone.
 */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Change = { zone: string; at: number; before: number; after: number }

const names = moment.tz.names()

function changesOf(zone: string): Change[] {
  const table = moment.tz.zone(zone)
  if (!table) throw new Error(zone)
  return table.untils.flatMap((at, index) => {
    const [before, after] = [-(table.offsets[index] ?? 0) + 0, -(table.offsets[index + 1] ?? 0) + 0]
    const isWithin = at >= Date.UTC(2024, 0, 1) && at < Date.UTC(2033, 0, 1)
    return isWithin && before !== after ? [{ zone, at, before, after }] : []
  })
}

const all = names.flatMap(changesOf)
const gaps = all.filter(({ before, after }) => after > before)
const overlaps = all.filter(({ before, after }) => after < before)
const zones = new Set(all.map(({ zone }) => zone)).size

/** A cron of that one local time, given as if it were UTC. */
function pinned(wall: number) {
  const local = new Date(wall)
  const [minute, hour, day] = [local.getUTCMinutes(), local.getUTCHours(), local.getUTCDate()]
  return parseCron(`${minute} ${hour} ${day} ${local.getUTCMonth() + 1} * ${local.getUTCFullYear()}`)
}

const firesAround = ({ zone, at }: Change, wall: number, overlap: 'first' | 'both' = 'first') =>
  between(pinned(wall), zone, new Date(at - 400 * DAY), new Date(at + 400 * DAY), { overlap }).map(Number)

/** The changes for which a local time does not fire as wanted; empty is the aim. */
const wrong = (changes: readonly Change[], wallOf: (change: Change) => number, want: (change: Change) => number[]) =>
  changes.filter((change) => firesAround(change, wallOf(change)).join() !== want(change).join())

describe.skipIf(newestSource !== 'package')(
  `${names.length} zones, ${zones} of them with ${all.length} changes`,
  () => {
    it('are enough of them to mean something', () => {
      expect(names.length).toBeGreaterThan(590)
      expect(gaps.length).toBeGreaterThan(1_500)
      expect(overlaps.length).toBeGreaterThan(1_500)
    })

    it.each([
      ['first', ({ at, before }: Change) => at + before * MINUTE],
      ['middle', ({ at, before, after }: Change) => at + Math.floor((before + after) / 2) * MINUTE],
      ['last', ({ at, after }: Change) => at + (after - 1) * MINUTE],
    ])('the %s minute of a gap never fires', (_, wallOf) => {
      expect(wrong(gaps, wallOf, () => [])).toEqual([])
    })

    it('the minutes on either side of a gap fire once, one minute apart', () => {
      expect(
        wrong(
          gaps,
          ({ at, before }) => at + (before - 1) * MINUTE,
          ({ at }) => [at - MINUTE],
        ),
      ).toEqual([])
      expect(
        wrong(
          gaps,
          ({ at, after }) => at + after * MINUTE,
          ({ at }) => [at],
        ),
      ).toEqual([])
    })

    it.each([
      ['first', ({ at, after }: Change) => at + after * MINUTE],
      ['middle', ({ at, before, after }: Change) => at + Math.floor((before + after) / 2) * MINUTE],
      ['last', ({ at, before }: Change) => at + (before - 1) * MINUTE],
    ])('the %s minute of a repeated hour fires at its first pass, or at both', (_, wallOf) => {
      const passes = (change: Change) => [change.before, change.after].map((offset) => wallOf(change) - offset * MINUTE)
      expect(wrong(overlaps, wallOf, (change) => passes(change).slice(0, 1))).toEqual([])
      const both = overlaps.filter(
        (change) => firesAround(change, wallOf(change), 'both').join() !== passes(change).join(),
      )
      expect(both).toEqual([])
    })

    it('the minutes on either side of a repeated hour fire once', () => {
      const before = ({ at, after }: Change) => at + (after - 1) * MINUTE
      expect(wrong(overlaps, before, (change) => [before(change) - change.before * MINUTE])).toEqual([])
      expect(
        wrong(
          overlaps,
          ({ at, before }) => at + before * MINUTE,
          ({ at, before, after }) => [at + (before - after) * MINUTE],
        ),
      ).toEqual([])
    })

    it('every five minutes means the minutes whose local time no clock has shown before', () => {
      const cron = parseCron('*/5 * * * *')
      const broken = all.filter((change) => {
        const { zone, at, before, after } = change
        const [from, to] = [at - 4 * HOUR, at + 4 * HOUR]
        const seen = new Set<number>()
        const want: number[] = []
        for (let ms = from; ms <= to; ms += MINUTE) {
          const wall = ms + (ms < at ? before : after) * MINUTE
          if (ms > from && (wall / MINUTE) % 5 === 0 && !seen.has(wall)) want.push(ms)
          seen.add(wall)
        }
        return between(cron, zone, new Date(from), new Date(to)).map(Number).join() !== want.join()
      })
      expect(broken).toEqual([])
    })

    it('a next fire lies ahead and shows the local time that was asked for, in each zone and hour', () => {
      const broken = names.flatMap((zone, index) => {
        const hour = index % 24
        const cron = parseCron(`17 ${hour} * * *`)
        const table = moment.tz.zone(zone)
        const faults: string[] = []
        let at = new Date(Date.UTC(2026, 0, 1))
        for (let day = 0; day < 120; day++) {
          const found = next(cron, zone, at)
          const wall = found && new Date(found.getTime() - (table?.utcOffset(found.getTime()) ?? 0) * MINUTE)
          if (!found || found <= at || wall?.getUTCHours() !== hour || wall.getUTCMinutes() !== 17)
            faults.push(`${zone} ${day}`)
          at = found ?? at
        }
        return faults
      })
      expect(broken).toEqual([])
    })
  },
)

describe('zones whose rules a runtime of 2025c does not have', () => {
  it.each([
    ['0 9 * * *', 'America/Vancouver', '2026-11-02', '2026-11-02T16:00:00Z'],
    ['0 9 * * *', 'America/Edmonton', '2026-11-02', '2026-11-02T15:00:00Z'],
    ['0 9 * * *', 'America/Winnipeg', '2026-11-02', '2026-11-02T14:00:00Z'],
    ['0 9 * * *', 'Africa/Casablanca', '2026-09-21', '2026-09-21T09:00:00Z'],
    ['30 2 * * *', 'Europe/Chisinau', '2026-03-29', '2026-03-29T00:30:00Z'],
  ])('%s in %s on %s', (cron, zone, day, want) => {
    const fires = between(parseCron(cron), zone, new Date(`${day}T00:00Z`), new Date(`${day}T20:00Z`))
    expect(fires).toEqual([new Date(want)])
  })
})
