import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EnvError, envNames, parseEnv, parseFailpoint } from './env'

const LONG = 'q7-'.repeat(11)
const KEY = Buffer.alloc(32, 7).toString('base64')

/** The sentences that an environment is refused with. */
function problems(record: Record<string, string>): readonly string[] {
  try {
    parseEnv(record)
    return []
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
}

describe('an empty environment', () => {
  it('is enough', () => {
    expect(parseEnv({})).toEqual({
      PORT: 3000,
      HOST: '127.0.0.1',
      SAMPLE: true,
      DAYBOOK_HOME: '.daybook',
      NEXTAUTH_URL: 'http://localhost:3000',
      TRUSTED_PROXIES: 0,
      MAIL_FROM: 'Daybook <daybook@localhost>',
      PUB_SCHEDULER_V2: 'on',
      SCHEDULER: 'postgres',
      TEMPORAL_NAMESPACE: 'default',
      DAYBOOK_EMBEDDED: false,
      DAYBOOK_TEST: false,
    })
  })

  it('is what empty values make, and what others hold is not looked at', () => {
    expect(parseEnv({ CRON_SECRET: '', PORT: '', HOME: '/root', SOMETHING: 'else' })).toEqual(parseEnv({}))
  })

  it('listens for everyone only without the sample’s known passwords', () => {
    expect(parseEnv({ SAMPLE: '0' }).HOST).toBe('0.0.0.0')
    expect(parseEnv({ SAMPLE: '1', HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0')
    expect(parseEnv({ PORT: '4000' })).toMatchObject({ PORT: 4000, NEXTAUTH_URL: 'http://localhost:4000' })
  })
})

describe('each variable', () => {
  it.each([
    ['PORT', ['1', '65535', '3000'], ['0', '65536', '-1', '80a', '3.5', ' 80']],
    ['HOST', ['0.0.0.0', '::', '::1', 'localhost', 'daybook.internal'], ['http://x', 'a b', 'x/y', '-.-.']],
    ['SAMPLE', ['0', '1'], ['true', 'yes', '2', '01']],
    ['DAYBOOK_HOME', ['.daybook', '/var/lib/daybook', 'with space'], ['a\nb']],
    [
      'DATABASE_URL',
      ['postgresql://u:p@h:5432/d', 'postgres://u@h/d', 'postgresql:///d?host=/tmp'],
      ['mysql://u@h/d', 'postgresql://u:p@h:5432/', 'u:p@h/d', 'postgresql://h/%zz'],
    ],
    ['NEXTAUTH_URL', ['http://localhost:3000', 'https://a.example'], ['a.example', 'ftp://a.example', 'https://a b']],
    ['NEXTAUTH_SECRET', [LONG], ['short', 'q'.repeat(31), `${LONG} `]],
    ['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', [KEY], ['short', Buffer.alloc(16).toString('base64'), 'q'.repeat(44)]],
    ['TRUSTED_PROXIES', ['0', '9'], ['10', '-1', 'one']],
    ['CRON_SECRET', [LONG], ['undefined', 'q'.repeat(31)]],
    ['SMTP_URL', ['smtp://localhost:25', 'smtps://u:p@h:465'], ['localhost:25', 'http://h', 'smtp://']],
    ['RESEND_API_KEY', ['re_123'], ['re 123']],
    [
      'MAIL_FROM',
      ['a@b.example', 'The Anchor <a@b.example>'],
      ['a', 'The Anchor', 'a@b.example, c@d.example', 'x <a@b>\r\nBcc: c@d'],
    ],
    ['SCHEDULER', ['postgres'], ['Temporal', 'cron', '1']],
    [
      'TEMPORAL_ADDRESS',
      ['127.0.0.1:7233', 'temporal.internal:443', '[::1]:7233'],
      ['localhost', 'http://h:1', 'h:0', 'a b:1'],
    ],
    ['TEMPORAL_NAMESPACE', ['default', 'daybook.a1b2c'], ['a b', 'x']],
    ['TEMPORAL_CLI', ['/usr/bin/temporal'], ['a\nb']],
    ['PUB_SCHEDULER_V2', ['off', 'on'], ['0', 'OFF', 'legacy']],
    ['CHROMIUM_PATH', ['/usr/bin/chromium'], ['a\nb']],
    ['DAYBOOK_EMBEDDED', ['0', '1'], ['yes']],
    ['DAYBOOK_TEST', ['0', '1'], ['yes', 'true']],
  ] as const)('%s', (name, right, wrong) => {
    for (const value of right) expect(problems({ [name]: value }), value).toEqual([])
    for (const value of wrong) {
      const said = problems({ [name]: value })
      expect(said, value).toHaveLength(1)
      // A sentence that names the variable and says what to do, and repeats no value.
      expect(said[0], value).toMatch(new RegExp(`^${name} .+\\. (Write|Leave) .+\\.$`, 's'))
      if (value.length > 20) expect(said[0]).not.toContain(value)
    }
  })

  it('is told of together with the others that are wrong', () => {
    expect(problems({ PORT: 'x', SAMPLE: 'x', CRON_SECRET: 'x' })).toHaveLength(3)
  })
})

describe('variables that need or refuse each other', () => {
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }

  it.each([
    [{ DATABASE_OWNER_URL: 'postgres://o@h/d' }, /^DATABASE_OWNER_URL stands alone/],
    [{ CRON_SECRET_PREVIOUS: LONG }, /^CRON_SECRET_PREVIOUS stands alone/],
    [{ SMTP_URL: 'smtp://h', RESEND_API_KEY: 're_1' }, /^SMTP_URL and RESEND_API_KEY are both set/],
    [{ SCHEDULER: 'temporal' }, /^SCHEDULER=temporal names no server/],
    [{ OIDC_ISSUER: 'https://id.example' }, /^Sign-in by OIDC is half set/],
    [{ ...oidc, OIDC_ISSUER: 'http://id.example' }, /^OIDC_ISSUER is not safe/],
  ])('%j is refused', (record, sentence) => {
    expect(problems(record)).toEqual([expect.stringMatching(sentence)])
  })

  it('pass when they are complete', () => {
    expect(problems({ DATABASE_URL: 'postgres://a@h/d', DATABASE_OWNER_URL: 'postgres://o@h/d' })).toEqual([])
    expect(problems({ CRON_SECRET: LONG, CRON_SECRET_PREVIOUS: LONG })).toEqual([])
    expect(problems(oidc)).toEqual([])
    expect(problems({ SCHEDULER: 'temporal', TEMPORAL_ADDRESS: '127.0.0.1:7233' })).toEqual([])
  })
})

describe('DAYBOOK_TEST', () => {
  const mine = 'postgres://u@h/company'
  const made = 'postgres://u@h/daybook_test_4f2a'

  it('is refused beside a database that no test made', () => {
    const refused = [expect.stringMatching(/^DAYBOOK_TEST=1 is refused beside DATABASE_URL.+daybook_test_\.$/)]
    expect(problems({ DAYBOOK_TEST: '1', DATABASE_URL: mine })).toEqual(refused)
    expect(problems({ DAYBOOK_TEST: '1', DATABASE_URL: made, DATABASE_OWNER_URL: mine })).toEqual(refused)
    expect(problems({ DAYBOOK_TEST: '1', DATABASE_URL: 'postgres://u@h/my_daybook_test_1' })).toEqual(refused)
  })

  it('passes beside one that a test made, beside the embedded one and beside none', () => {
    expect(problems({ DAYBOOK_TEST: '1', DATABASE_URL: made, DATABASE_OWNER_URL: made })).toEqual([])
    expect(problems({ DAYBOOK_TEST: '1', DATABASE_URL: mine, DAYBOOK_EMBEDDED: '1' })).toEqual([])
    expect(problems({ DAYBOOK_TEST: '1' })).toEqual([])
    expect(problems({ DATABASE_URL: mine })).toEqual([])
  })

  it('alone lets a failpoint in', () => {
    expect(parseEnv({ DAYBOOK_FAILPOINT: 'send.claim:kill' }).DAYBOOK_FAILPOINT).toBeUndefined()
    expect(parseEnv({ DAYBOOK_TEST: '1', DAYBOOK_FAILPOINT: 'send.claim:kill' }).DAYBOOK_FAILPOINT).toBe(
      'send.claim:kill',
    )
    expect(problems({ DAYBOOK_TEST: '1', DAYBOOK_FAILPOINT: 'send.claim' })[0]).toMatch(
      /^DAYBOOK_FAILPOINT is not understood/,
    )
  })
})

it('a failpoint is a name and what it does', () => {
  expect(parseFailpoint('send.after-claim:kill')).toEqual({ name: 'send.after-claim', act: 'kill', ms: null })
  expect(parseFailpoint('a:throw')).toEqual({ name: 'a', act: 'throw', ms: null })
  expect(parseFailpoint('a:stall')).toEqual({ name: 'a', act: 'stall', ms: null })
  expect(parseFailpoint('a:stall=250')).toEqual({ name: 'a', act: 'stall', ms: 250 })
  for (const wrong of ['', 'a', 'a:', ':kill', 'a:die', 'a:stall=', 'a:stall=x', 'a:kill=3', 'a b:kill']) {
    expect(parseFailpoint(wrong)).toBeNull()
  }
})

describe('.env.example', () => {
  const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n')
  const given = lines.flatMap((line, index) => {
    const match = /^([A-Z0-9_]+)=(.*)$/.exec(line)
    return match?.[1] ? [{ name: match[1], value: match[2] ?? '', comment: lines[index - 1] ?? '' }] : []
  })

  it('lists every variable once, and no other, each under a comment', () => {
    expect(given.map(({ name }) => name).sort()).toEqual([...envNames].sort())
    for (const { name, comment } of given) expect(comment, name).toMatch(/^# \S.*\.$/)
  })

  it('is itself an environment that passes, and states the defaults', () => {
    expect(parseEnv(Object.fromEntries(given.map(({ name, value }) => [name, value])))).toEqual(parseEnv({}))
  })
})
