import { describe, expect, it } from 'vitest'
import { readFlags } from './flags'

describe('the options of npm run rehearse', () => {
  it('are all optional', () => {
    expect(readFlags([])).toEqual({ ok: true, asked: {} })
  })

  it('are read with their values, and of an address the host counts', () => {
    const args = ['--url', 'http://localhost:3000/roster/', '--email=olive@anchor.test', '--sign', 'Olive Marsh']
    expect(readFlags([...args, '--report', 'out', '--roster', 'The Anchor'])).toEqual({
      ok: true,
      asked: {
        url: 'http://localhost:3000',
        email: 'olive@anchor.test',
        sign: 'Olive Marsh',
        report: 'out',
        roster: 'The Anchor',
      },
    })
  })

  it('can be asked for', () => {
    expect(readFlags(['--help'])).toEqual({ ok: true, help: true })
    expect(readFlags(['-h', '--url', 'http://localhost:3000'])).toEqual({ ok: true, help: true })
  })

  it.each([
    [['--link', 'x'], '--link is not an option that it has.'],
    [['--password', 'x'], 'set REHEARSE_PASSWORD instead.'],
    [['-x'], '-x is not an option that it has.'],
    [['http://localhost:3000'], '“http://localhost:3000” is not an option.'],
    [['--url'], '--url needs a value.'],
    [['--url', ''], '--url needs a value.'],
    [['--sign', ' '], '--sign needs a value.'],
    [['--sign', '--report', 'out'], '--sign needs a value.'],
    [['--sign', 'a', '--sign', 'b'], '--sign stands there twice: name one.'],
    [['--url', 'localhost:3000'], '“localhost:3000” is not an address'],
    [['--url', 'not an address'], '“not an address” is not an address'],
    [['--url', 'file:///etc/passwd'], '“file:///etc/passwd” is not an address'],
    [['--help=yes'], '--help takes no value.'],
  ])('%j is refused in a sentence', (args, message) => {
    const read = readFlags(args)
    expect(read).toMatchObject({ ok: false, message: expect.stringContaining(message) })
    expect(read).toMatchObject({ message: expect.stringContaining('--help lists them.') })
  })
})
