import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import moment from 'moment-timezone'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { zonesFrom } from './zones'

const HOUR = 3_600_000
/** Prime to the number of zones in any region, so that every part of the world is in the sample. */
const SAMPLE = moment.tz.names().filter((_, index) => index % 13 === 0)
const NAMED = [
  'Europe/London',
  'Europe/Dublin',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Vancouver',
  'Asia/Gaza',
]

/** What temporal-polyfill, which reads the runtime's zone data, gives for a local time. */
function oracle(zone: string, local: string): string[] {
  const wall = Temporal.PlainDateTime.from(local)
  const read = (disambiguation: 'earlier' | 'later') => wall.toZonedDateTime(zone, { disambiguation }).toInstant()
  const both = [read('earlier'), read('later')]
  const shown = both.filter((instant) => instant.toZonedDateTimeISO(zone).toPlainDateTime().equals(wall))
  return [...new Set(shown.map(String))].sort()
}

describe('against temporal-polyfill, both on the runtime’s zone data', () => {
  const zones = zonesFrom('Intl')

  it.each([...new Set([...SAMPLE, ...NAMED])])('%s', (zone) => {
    // Local times before, in and after each change, and a plain one each month where nothing changes.
    const table = moment.tz.zone(zone)
    const near = (table?.untils ?? []).filter((at) => at > Date.UTC(2024, 0, 1) && at < Date.UTC(2033, 0, 1))
    const walls = near.flatMap((at) =>
      [-1.5, -0.5, -0.25, 0, 0.25, 0.5, 1.5].map((off) => at - (table?.utcOffset(at) ?? 0) * 60_000 + off * HOUR),
    )
    for (let month = 0; month < 108; month += 3) walls.push(Date.UTC(2024, month, 15, 9, 30))
    for (const wall of walls) {
      const local = new Date(wall).toISOString().slice(0, 19)
      const ours = zones.instantsOf(zone, local).map((instant) => instant.toISOString().replace('.000', ''))
      expect(ours, local).toEqual(oracle(zone, local))
    }
  })
})

describe('whatever TZ the process has', () => {
  const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
  const program = `
    import { createHash } from 'node:crypto'
    import { zonesFrom } from ${JSON.stringify(file('zones.ts'))}
    import { formatInstant } from ${JSON.stringify(file('zone-format.ts'))}
    import { addDays, weekday } from ${JSON.stringify(file('plain-date.ts'))}
    const hash = createHash('sha256')
    for (const zone of ['Europe/London', 'Australia/Lord_Howe', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia']) {
      for (const source of ['package', 'Intl']) {
        const zones = zonesFrom(source)
        for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 5_400_000) {
          const local = zones.localOf(zone, new Date(ms))
          hash.update(JSON.stringify([local, zones.instantsOf(zone, new Date(ms).toISOString().slice(0, 16))]))
        }
      }
      hash.update(formatInstant(zone, new Date('2026-03-29T01:30:00Z'), 'full'))
    }
    hash.update(addDays('2026-03-28', 2) + weekday('2026-03-29'))
    console.log(new Date(2026, 6, 1).getTimezoneOffset(), hash.digest('hex'))
  `
  const run = (tz: string) =>
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      env: { ...process.env, TZ: tz },
      encoding: 'utf8',
    }).trim()

  it('the answers are the same', { timeout: 60_000 }, () => {
    const answers = ['UTC', 'America/New_York', 'Australia/Lord_Howe'].map((tz) => run(tz).split(' '))
    expect(answers.map(([offset]) => offset)).toEqual(['0', '240', '-630'])
    expect(new Set(answers.map(([, hash]) => hash)).size).toBe(1)
    expect(answers[0]?.[1]).toMatch(/^[0-9a-f]{64}$/)
  })
})
