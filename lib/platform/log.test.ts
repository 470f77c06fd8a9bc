import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeLog } from './log'

const CANARY = 'cAnArY-9f8e7d6c5b4a'

function capture(record: Record<string, string> = {}) {
  let text = ''
  const write = (line: string) => {
    text += line
  }
  const log = makeLog({ write }, record)
  return {
    log,
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  }
}

describe('a line', () => {
  it('is JSON with time, level, words and the request’s id', () => {
    const { log, lines } = capture()
    log.child({ requestId: 'r-1' }).warn({ slot: 3 }, 'late')
    expect(lines()).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-.+Z$/),
        pid: process.pid,
        requestId: 'r-1',
        slot: 3,
        msg: 'late',
      },
    ])
  })

  it('holds an error with its stack, its causes and what hangs on it, under any name', () => {
    const { log, lines } = capture()
    const error = Object.assign(new Error('outer', { cause: new TypeError('inner') }), { code: 'P2002' })
    log.error({ failure: error }, 'broken')
    log.error(error)
    const shape = { name: 'Error', message: 'outer', code: 'P2002', cause: { name: 'TypeError', message: 'inner' } }
    expect(lines()[0].failure).toMatchObject({ ...shape, stack: expect.stringContaining('log.test.ts') })
    expect(lines()[1]).toMatchObject({ err: shape, msg: 'outer' })
  })

  it('survives whatever it is given', () => {
    const { log, lines } = capture()
    const circle: Record<string, unknown> = {
      n: 10n,
      when: new Date(0),
      never: new Date(Number.NaN),
      bytes: new Uint8Array(3),
    }
    circle.self = circle
    Object.defineProperty(circle, 'bad', {
      enumerable: true,
      configurable: true,
      get: () => {
        throw new Error('no')
      },
    })
    log.info({ circle, list: [new Set([1]), new Map([['a', 1]])] }, 'odd')
    delete circle.bad
    log.info(circle, 'odd')
    expect(lines()[0]).toMatchObject({ circle: '[unreadable]', list: [[1], { a: 1 }] })
    expect(lines()[1]).toMatchObject({
      n: '10',
      when: '1970-01-01T00:00:00.000Z',
      never: 'Invalid Date',
      bytes: '[3 bytes]',
      self: '[circular]',
    })
  })

  it('stays one line, with nothing in it that moves a cursor', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        '\r',
        '\n',
        '\u2028',
        '\u2029',
        '\u0085',
        '\u001b',
        '\u009b',
        '\u007f',
        '"',
        '\\',
        '{',
        'a',
      ),
    })
    fc.assert(
      fc.property(nasty, nasty, (key, value) => {
        const { log, text, lines } = capture()
        log.child({ requestId: value }).info({ [`k${key}`]: value, deep: { [`k${key}`]: value } }, `said ${value}`)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
        expect(text().slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
        const [line] = lines()
        expect(line).toMatchObject({ msg: `said ${value}`, requestId: value, deep: { [`k${key}`]: value } })
      }),
    )
  })
})

describe('a secret', () => {
  const ways: [string, (log: ReturnType<typeof capture>['log']) => void][] = [
    ['by name', (log) => log.info({ password: CANARY, user: 'mara' }, 'x')],
    [
      'by name, deep',
      (log) => log.info({ body: { list: [{ newPassword: CANARY, 'api-key': CANARY, resetToken: CANARY }] } }, 'x'),
    ],
    [
      'in headers',
      (log) => log.info({ headers: new Headers({ authorization: `Bearer ${CANARY}`, cookie: `a=${CANARY}` }) }, 'x'),
    ],
    [
      'in headers as an object',
      (log) => log.info({ headers: { Cookie: CANARY, 'set-cookie': CANARY, 'x-csrf-token': CANARY } }, 'x'),
    ],
    [
      'in a form',
      (log) => {
        const form = new FormData()
        form.set('password', CANARY)
        form.set('token', CANARY)
        log.info({ form }, 'x')
      },
    ],
    ['in a map', (log) => log.info({ map: new Map([['secret', CANARY]]) }, 'x')],
    ['in the words', (log) => log.info(`Authorization: Bearer ${CANARY}`)],
    ['in words that name it', (log) => log.info(`CRON_SECRET=${CANARY} password: ${CANARY} apiKey=${CANARY}`)],
    [
      'of a tender’s own',
      (log) => log.info({ url: `/shifts/${CANARY}` }, `/unsubscribe/${CANARY} /calendar/${CANARY}.ics`),
    ],
    ['in a bound field', (log) => log.child({ token: CANARY, url: `/availability/${CANARY}` }).info('x')],
    [
      'in a personal link',
      (log) => log.info({ url: `https://a.example/availability/${CANARY}?week=3` }, `GET /availability/${CANARY}`),
    ],
    [
      'in a query',
      (log) => log.info({ url: `/api/auth/callback/email?callbackUrl=%2F&token=${CANARY}&email=${CANARY}` }, 'x'),
    ],
    ['in a URL object', (log) => log.info({ url: new URL(`https://a.example/x?access_token=${CANARY}`) }, 'x')],
    ['in search parameters', (log) => log.info({ search: new URLSearchParams({ token: CANARY }) }, 'x')],
    ['in a connection string', (log) => log.info(`cannot reach postgresql://app:${CANARY}@db:5432/daybook`)],
    [
      'in one with odd characters',
      (log) => log.info(`smtps://mailer:a/${CANARY}@b@mail:465 and postgres://u:${CANARY}@h/d`),
    ],
    ['in a cookie in the words', (log) => log.info(`got __Secure-next-auth.session-token=${CANARY}; path=/`)],
    ['in a cookie of our own', (log) => log.info(`got __Host-daybook.session=${CANARY}; path=/`)],
    ['in an error', (log) => log.error(new Error(`connect postgres://u:${CANARY}@h/d failed`), 'x')],
    [
      'in the cause of an error',
      (log) => log.error({ e: new Error('a', { cause: Object.assign(new Error('b'), { password: CANARY }) }) }),
    ],
  ]

  it.each(ways)('%s is not written', (_, write) => {
    const { log, text, lines } = capture()
    write(log)
    expect(text()).toContain('[redacted]')
    expect(text()).not.toContain(CANARY)
    expect(lines()).toHaveLength(1)
  })

  it.each([
    ['CRON_SECRET', CANARY],
    ['CRON_SECRET_PREVIOUS', CANARY],
    ['NEXTAUTH_SECRET', CANARY],
    ['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', CANARY],
    ['OIDC_CLIENT_SECRET', CANARY],
    ['RESEND_API_KEY', CANARY],
    ['DATABASE_URL', `postgresql://app:${CANARY}@db/daybook`],
    ['DATABASE_OWNER_URL', `postgresql://owner:${CANARY}@db/daybook`],
    ['SMTP_URL', `smtp://u:${CANARY}@mail`],
  ])('of the environment (%s) is not written wherever it turns up', (name, value) => {
    const { log, text } = capture({ [name]: value })
    const shown = CANARY
    log.info({ note: `x${shown}y`, [shown]: 1, deep: { list: [shown] } }, `words ${shown} words`)
    log.info({ encoded: encodeURIComponent(shown), base: Buffer.from(shown).toString('base64') }, 'x')
    expect(text()).not.toContain(CANARY)
    expect(text()).not.toContain(Buffer.from(shown).toString('base64'))
  })

  it('with quotes and per cents in it is not written either', () => {
    const secret = 'quo"te\\slash%and more'
    const { log, text } = capture({ NEXTAUTH_SECRET: secret, DATABASE_URL: 'postgres://u:p%40ss%20word%2F12@h/d' })
    log.info({ note: secret }, 'p@ss word/12')
    expect(text()).not.toContain('slash')
    expect(text()).not.toContain('word')
  })

  it('leaves alone what says something and gives nothing away', () => {
    const { log, lines } = capture({ DATABASE_URL: 'postgres://daybook:daybook@localhost/daybook' })
    const fields = {
      tokenHash: 'ab12',
      tokenCount: 3,
      user: 'mara@daybook.test',
      url: '/roster/7?week=2026-12-14',
      none: null,
    }
    log.info(fields, 'daybook is ready on http://localhost:3000')
    expect(lines()[0]).toMatchObject({ ...fields, msg: 'daybook is ready on http://localhost:3000' })
  })

  it('is searched for in a time that grows with the line only', () => {
    const { log } = capture()
    const started = performance.now()
    for (const unit of ['a', 'a.', '://a:', 'postgres://x:', 'token', 'password ', '&a', 'Bearer ']) {
      log.info({ long: unit.repeat(40_000 / unit.length) }, 'x')
    }
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

it('goes to standard error at once, even when the process is killed behind it', { timeout: 30_000 }, () => {
  const code = `
    import { logFor } from ${JSON.stringify(fileURLToPath(new URL('log.ts', import.meta.url)))}
    logFor('r-2').info({ secretNote: 'hidden' }, 'last words ' + process.env.CRON_SECRET)
    process.kill(process.pid, 'SIGKILL')
  `
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    env: { ...process.env, CRON_SECRET: CANARY },
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
  expect(JSON.parse(stderr)).toMatchObject({ requestId: 'r-2', secretNote: '[redacted]', msg: 'last words [redacted]' })
})
