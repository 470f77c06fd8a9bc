import { describe, expect, test } from 'vitest'
import { previewText, readFlags } from './time-travel.mjs'

describe('what the command line asks for', () => {
  test('a tick, where nothing is said', () => {
    expect(readFlags([])).toEqual({ ok: true, ask: 'tick' })
  })

  test.each([
    [['--at', '2026-10-25T01:30Z', '--dry-run'], false],
    [['--dry-run', '--at=2026-10-25T01:30Z'], false],
    [['--json', '--dry-run', '--at', '2026-10-25T01:30Z'], true],
  ])('a look ahead: %j', (args, json) => {
    expect(readFlags(args)).toEqual({ ok: true, ask: 'preview', at: '2026-10-25T01:30Z', json })
  })

  test.each([
    [['--at', '2026-10-25T01:30Z'], /^A tick cannot be run at another time: add --dry-run/],
    [['--dry-run'], /^Say for when: add --at/],
    [['--at', '--dry-run'], /^--at needs an instant/],
    [['--dry-run', '--at'], /^--at needs an instant/],
    [['--at=', '--dry-run'], /^--at needs an instant/],
    [['--at', '2026-10-25T01:30Z', '--at', '2026-10-25T01:30Z', '--dry-run'], /^--at stands there twice/],
    [['--dry-run=1', '--at', '2026-10-25T01:30Z'], /^--dry-run takes no value\./],
    [['--json'], /^--json goes with --at and --dry-run/],
    [['--dryrun'], /^--dryrun is not known here\. Run npm run tick alone/],
    [['2026-10-25T01:30Z'], /^2026-10-25T01:30Z is not known here\./],
    [['--dry-run', '--at', '2026-10-25T01:30Z', '--force=1'], /^--force is not known here\./],
    [['--help'], /^--help is not known here\. Run npm run tick alone/],
  ])('is refused in a sentence: %j', (args, says) => {
    const asked = readFlags(args)
    expect(asked).toMatchObject({ ok: false, message: expect.stringMatching(says) })
  })
})

test('a look ahead is text, part by part, in UTC and on the clocks of each line', () => {
  const due = { what: 'Close the form', why: 'Its deadline has passed.' }
  const text = previewText({
    at: '2026-10-25T01:30:00.000Z',
    local: 'Sun 25 Oct 01:30 GMT',
    parts: [
      {
        name: 'roster',
        due: 1234,
        more: 1232,
        lines: [
          { ...due, at: '2026-10-25T00:30:00.000Z', local: 'Sun 25 Oct 01:30 BST', subject: 'Week of 2 November' },
          { ...due, at: null, local: null },
        ],
      },
      { name: 'messages', due: 0, more: 0, lines: [], note: 'Nothing leaves before the restore is confirmed.' },
      { name: 'leases', due: 2, more: 2, lines: [] },
      { name: 'seals', due: 0, more: 0, lines: [], error: 'It could not say.' },
    ],
  })
  expect(text.split('\n')).toEqual([
    'What a tick would do at 2026-10-25 01:30:00 UTC (Sun 25 Oct 01:30 GMT), as things stand now.',
    'Nothing is done. What happens until then is not played, nor what an earlier part of that tick would do.',
    '',
    'roster: 1,234 due',
    '  Close the form: Week of 2 November',
    '    Its deadline has passed. 2026-10-25 00:30:00 UTC, Sun 25 Oct 01:30 BST',
    '  Close the form',
    '    Its deadline has passed.',
    '  and 1,232 more',
    '',
    'messages: nothing is due',
    '  Nothing leaves before the restore is confirmed.',
    '',
    'leases: 2 due',
    '',
    'seals: It could not say.',
  ])
})
