import moment from 'moment-timezone'
import { describe, expect, it } from 'vitest'
import { isKnown, isNewer, lettersFor, newestSource, packageVersion, respell, runtimeVersion } from './zone-data'

const HOUR = 3_600_000

describe('which zone data', () => {
  it('orders versions by year, then by letter', () => {
    const ascending = ['2025c', '2026a', '2026f', '2026z', '2026aa', '2027a']
    ascending.forEach((version, index) => {
      for (const older of ascending.slice(0, index)) expect(isNewer(version, older)).toBe(true)
      for (const newer of ascending.slice(index)) expect(isNewer(version, newer)).toBe(false)
    })
    expect(isNewer(undefined, '2020a')).toBe(false)
  })

  it('takes the newest of both, and the package when they are as old', () => {
    expect(newestSource).toBe(isNewer(runtimeVersion, packageVersion) ? 'Intl' : 'package')
    expect(packageVersion >= '2026f').toBe(true)
  })

  it('knows every name of either set, links too, in exactly its case', () => {
    for (const zone of [...moment.tz.names(), ...Intl.supportedValuesOf('timeZone')]) expect(isKnown(zone)).toBe(true)
    for (const zone of ['US/Pacific', 'GB', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5']) expect(isKnown(zone)).toBe(true)
    for (const zone of ['europe/london', 'Europe/London ', 'constructor', '__proto__', '+02:00', 'BST', '']) {
      expect(isKnown(zone)).toBe(false)
    }
    expect(respell('eUROPE/lONDON')).toBe('Europe/London')
    expect(respell('Europe/Lodnon')).toBeUndefined()
  })

  // `zones.ts` looks a day to either side of a local time and relies on at most one change in between.
  it('has no two changes within 48 hours, and no offset of a whole day', () => {
    const close = moment.tz.names().filter((zone) => {
      const { untils, offsets } = moment.tz.zone(zone) ?? { untils: [], offsets: [] }
      const apart = untils.slice(1, -1).every((until, index) => until - (untils[index] ?? 0) > 48 * HOUR)
      return !apart || offsets.some((offset) => Math.abs(offset) >= 24 * 60)
    })
    expect(close).toEqual([])
  })

  it('finds letters for an offset that only other data put there', () => {
    const november = Date.UTC(2026, 10, 2, 17)
    expect(lettersFor('America/Vancouver', november, -420)).toBe('MST')
    expect(lettersFor('America/Vancouver', november, -480)).toBe('PST')
    expect(lettersFor('America/Vancouver', november, 345)).toBeUndefined()
  })
})
