import { describe, expect, it } from 'vitest'
import type { FireOptions } from './fires'
import { parseCron } from './parse'
import { preview as previewOf } from './preview'

function preview(cron: string, zone: string, from: string, n: number, options?: FireOptions) {
  const { sentence, rows, notes } = previewOf(parseCron(cron), zone, new Date(from), n, options)
  const lines = rows.map((row) =>
    [
      row.at.toISOString().replace('.000Z', 'Z'),
      row.label,
      ...(row.kind === 'gap' ? [`skips ${row.count}`] : [row.moved, row.pass]),
    ]
      .filter((part) => part !== null)
      .join(' | '),
  )
  return { sentence, lines, notes }
}

describe('the next fires', () => {
  it('a gap stands between them, and the first fire after it says that the clocks were moved', () => {
    expect(preview('30 2 * * *', 'Australia/Sydney', '2026-10-01T00:00Z', 4)).toEqual({
      sentence: '02:30 every day',
      lines: [
        '2026-10-01T16:30:00Z | Fri 2 Oct 2026 02:30 AEST',
        '2026-10-02T16:30:00Z | Sat 3 Oct 2026 02:30 AEST',
        '2026-10-03T16:00:00Z | Sun 4 Oct 2026 02:30 | skips 1',
        '2026-10-04T15:30:00Z | Mon 5 Oct 2026 02:30 AEDT | forward',
        '2026-10-05T15:30:00Z | Tue 6 Oct 2026 02:30 AEDT',
      ],
      notes: [
        'On Sun 4 Oct 2026 the clocks go forward: 02:30 does not exist and is skipped.',
        'On Sun 4 Apr 2027 the clocks go back: 02:30 comes twice and fires once, at the first pass.',
      ],
    })
  })

  it('a time that comes twice is marked as its first pass', () => {
    expect(preview('30 1 * * *', 'Europe/London', '2026-10-24T12:00Z', 2).lines).toEqual([
      '2026-10-25T00:30:00Z | Sun 25 Oct 2026 01:30 BST | first',
      '2026-10-26T01:30:00Z | Mon 26 Oct 2026 01:30 GMT | back',
    ])
  })

  it('a rhythm is told how long it pauses, and both passes when it does not', () => {
    const first = preview('*/30 * * * *', 'Australia/Sydney', '2026-04-04T14:00Z', 4)
    expect(first.sentence).toBe('Every 30 minutes')
    expect(first.lines).toEqual([
      '2026-04-04T14:30:00Z | Sun 5 Apr 2026 01:30 AEDT',
      '2026-04-04T15:00:00Z | Sun 5 Apr 2026 02:00 AEDT | first',
      '2026-04-04T15:30:00Z | Sun 5 Apr 2026 02:30 AEDT | first',
      '2026-04-04T17:00:00Z | Sun 5 Apr 2026 03:00 AEST | back',
    ])
    expect(first.notes[0]).toBe(
      'On Sun 5 Apr 2026 the clocks go back: 02:00 to 02:30 come twice and fire once, at the first pass. Between 02:30 AEDT and 03:00 AEST nothing fires for 90 minutes: choose both passes to keep the rhythm.',
    )
    const both = preview('*/30 * * * *', 'Australia/Sydney', '2026-04-04T14:00Z', 5, { overlap: 'both' })
    expect(both.lines.slice(1)).toEqual([
      '2026-04-04T15:00:00Z | Sun 5 Apr 2026 02:00 AEDT | first',
      '2026-04-04T15:30:00Z | Sun 5 Apr 2026 02:30 AEDT | first',
      '2026-04-04T16:00:00Z | Sun 5 Apr 2026 02:00 AEST | back | second',
      '2026-04-04T16:30:00Z | Sun 5 Apr 2026 02:30 AEST | second',
    ])
    expect(both.notes[0]).toBe(
      'On Sun 5 Apr 2026 the clocks go back: 02:00 to 02:30 come twice and fire in both passes.',
    )
  })

  it('says where clocks do nothing to it, or are not moved at all', () => {
    const { lines, notes } = preview('5 7 * * 1-5', 'Australia/Sydney', '2026-10-01T00:00Z', 3)
    expect(lines[1]).toBe('2026-10-04T20:05:00Z | Mon 5 Oct 2026 07:05 AEDT | forward')
    expect(notes).toEqual([
      'A time that does not exist when the clocks go forward is skipped, one that comes twice fires once, at its first pass. For this cron neither can happen.',
    ])
    const calm = preview('5 7 * * 1-5', 'Australia/Brisbane', '2026-10-01T00:00Z', 3)
    expect(calm.lines[1]).toBe('2026-10-04T21:05:00Z | Mon 5 Oct 2026 07:05 AEST')
    expect(calm.notes).toEqual(['The clocks of Australia/Brisbane are not moved.'])
  })

  it('warns of what the fields leave out', () => {
    expect(preview('0 9 13 * 5', 'UTC', '2026-10-01T00:00Z', 1)).toEqual({
      sentence: '09:00 on Fridays that fall on the 13th',
      lines: ['2026-11-13T09:00:00Z | Fri 13 Nov 2026 09:00 UTC'],
      notes: [
        'Day of month and day of week must both match. Other crons fire when either does.',
        'The clocks of UTC are not moved.',
      ],
    })
  })

  it('tells a gap as a whole, also one of half an hour, at midnight, or of a day', () => {
    const gap = (cron: string, zone: string, from: string) =>
      preview(cron, zone, from, 2).lines.filter((line) => line.includes('skips'))
    expect(gap('* * * * *', 'Australia/Lord_Howe', '2026-10-03T15:28Z')).toEqual([
      '2026-10-03T15:30:00Z | Sun 4 Oct 2026 02:00 to 02:29 | skips 30',
    ])
    expect(gap('*/30 * * * *', 'America/Santiago', '2026-09-06T03:20Z')).toEqual([
      '2026-09-06T04:00:00Z | Sun 6 Sep 2026 00:00 to 00:30 | skips 2',
    ])
    expect(gap('*/20 * * * * * *', 'Pacific/Apia', '2011-12-30T09:59:30Z')).toEqual([
      '2011-12-30T10:00:00Z | Fri 30 Dec 2011 00:00 to 23:59:40 | skips 4320',
    ])
    // From within it, it is over.
    expect(gap('30 2 * * *', 'Australia/Sydney', '2026-10-03T16:10Z')).toEqual([])
  })

  it('in the night, the day is the one of the times and not of the change', () => {
    expect(preview('30 23 * * *', 'America/Santiago', '2026-04-03T12:00Z', 1).notes[0]).toBe(
      'On Sat 4 Apr 2026 the clocks go back: 23:30 comes twice and fires once, at the first pass.',
    )
    expect(preview('0 9 30 12 *', 'Pacific/Apia', '2010-12-01T00:00Z', 2).notes[0]).toBe(
      'On Fri 30 Dec 2011 the clocks go forward: 09:00 does not exist and is skipped.',
    )
  })

  it('ends where nothing is left, and refuses what never fires', () => {
    expect(preview('0 9 * * * 2026', 'UTC', '2026-12-30T00:00Z', 10).lines).toHaveLength(2)
    expect(() => preview('0 9 * * * 2020', 'UTC', '2026-12-30T00:00Z', 10)).toThrow(
      '"0 9 * * * 2020" never fires in UTC after 2026-12-30. Write a time that is to come.',
    )
    expect(() => preview('0 9 * * *', 'Europe/Lodnon', '2026-12-30T00:00Z', 10)).toThrow(/^There is no time zone/)
  })
})
