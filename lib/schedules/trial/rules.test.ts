import { describe, expect, it } from 'vitest'
import { tried } from './rules'

const NOW = new Date('2027-09-30T00:00:00Z')
const cells = (cron: string, zone: string, repeats = '') => {
  const trial = tried({ cron, zone, repeats }, NOW)
  return trial?.ok
    ? trial.cells.map(({ day, time, letters, says }) => [day, time, letters, says].join(' ').trim())
    : trial
}

describe('a cron that is tried', () => {
  it('shows ten times, and between them what the clocks leave out', () => {
    const shown = cells('30 2 * * *', 'Australia/Sydney')
    expect(shown).toHaveLength(11)
    expect(shown).toEqual(
      expect.arrayContaining([
        'Sat 2 Oct 02:30 AEST',
        'Sun 3 Oct 02:30  skipped: no clock shows it',
        'Mon 4 Oct 02:30 AEDT the clocks went forward',
      ]),
    )
  })
  it('once or twice where an hour comes twice', () => {
    const first = cells('45 1 2 4 *', 'Australia/Lord_Howe')
    expect(first).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Sun 2 Apr 2034 01:45 UTC\+11 first of two passes$/)]),
    )
    expect(cells('45 1 2 4 *', 'Australia/Lord_Howe', 'both')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Sun 2 Apr 2028 01:45 UTC\+10:30 .*second of two passes$/)]),
    )
  })
  it('ends after twenty cells, whatever the clocks leave out', () =>
    expect(cells('30 2 1-8 10 SUN', 'Australia/Sydney')).toHaveLength(20))
  it('has a year on each day of another year alone', () =>
    expect(cells('0 9 1 1,12 *', 'UTC')).toEqual(
      expect.arrayContaining(['Wed 1 Dec 09:00 UTC', 'Sat 1 Jan 2028 09:00 UTC']),
    ))
  it('is nothing yet without a cron, whatever the zone', () => {
    expect(tried({ zone: 'Europe/London' }, NOW)).toBeNull()
    expect(tried({ cron: '  ', zone: 'nowhere' }, NOW)).toBeNull()
  })
  it('says the fault of the first wrong field alone', () =>
    expect(tried({ cron: '0 24 * * *', zone: 'nowhere', jitter: 'x' }, NOW)).toMatchObject({
      ok: false,
      field: 'cron',
    }))
})
