import fc from 'fast-check'

/**
 * What a stranger with a script sends: values of every kind under the names that the product uses, texts that databases,
 * mails and pages have stumbled over, and now and then something that is right.
 */
const NAMES = [
  ...['commandId', 'runId', 'rosterId', 'tenderId', 'shiftId', 'userId', 'sessionId', 'id', 'version', 'hash', 'typed'],
  ...['local', 'weekOf', 'name', 'email', 'role', 'password', 'current', 'next', 'token', 'choices', 'most', 'note'],
  ...['active', 'seen', 'zone', 'settings', 'autopilot', 'opens', 'closes', 'weekday', 'startTime', 'endTime', 'from'],
  ...[
    'minSeats',
    'targetSeats',
    'keyWanted',
    'keyHolder',
    'state',
    '__proto__',
    'constructor',
    'then',
    'toJSON',
    '$ref',
  ],
]
const TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ud83d', '\udc00x', '\u2028', '\r\nBcc: eve@evil.test', '\u202e', 'ﬁ', '💥'.repeat(200)],
  ...[
    "' OR 1=1 --",
    "'; DROP TABLE app_user; --",
    '$1',
    '$$',
    '%s%n',
    '#{7*7}',
    '{{7*7}}',
    '\\',
    '"',
    '`',
    '%00',
    '../..',
  ],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '&#0;', '=1+1', '@SUM(1)'],
  ...[
    '2026-02-30',
    '0000-01-01',
    '9999-12-31',
    '99999-01-01',
    '2026-13-01T25:61',
    '2026-03-29T01:30',
    '24:00',
    '18:60',
  ],
  ...['Europe/Atlantis', 'UTC', '../etc/passwd', 'eve@evil.test', 'eve@evil.test\n', '"a b"@x.test', 'a@[127.0.0.1]'],
  ...['admin', 'ADMIN', 'SENT', 'a'.repeat(5_000), `${'a'.repeat(30_000)}!`, '1e309', '-0', '01', 'null', 'undefined'],
]
const NUMBERS = [0, -0, -1, 1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324]

const scalar = (known: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: fc.constantFrom(true, false, null) },
  )

const value = (known: readonly string[]): fc.Arbitrary<unknown> =>
  fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 6, arbitrary: scalar(known) },
      { weight: 1, arbitrary: fc.array(tie('any'), { maxLength: 4 }) },
      { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...NAMES, ...known), tie('any'), { maxKeys: 5 }) },
    ),
  })).any

const rarely = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary })

/** `right` with a few fields of it changed, left out or added. */
const nearly = (right: Record<string, unknown>, known: readonly string[]): fc.Arbitrary<unknown> =>
  fc
    .record({
      changed: fc.dictionary(fc.constantFrom(...Object.keys(right)), value(known), { maxKeys: 1 }),
      without: rarely(fc.constantFrom(...Object.keys(right)), ''),
      added: rarely(fc.dictionary(fc.constantFrom(...NAMES), value(known), { maxKeys: 1 }), {}),
    })
    .map(({ changed, without, added }) =>
      Object.fromEntries(Object.entries({ ...right, ...changed, ...added }).filter(([name]) => name !== without)),
    )

/** The arguments of an action as they travel: JSON, with the signs that React reads, or no JSON at all. */
export const bodies = (right: Record<string, unknown>, known: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: nearly(right, known).map((input) => JSON.stringify([input])) },
    { weight: 2, arbitrary: value(known).map((input) => JSON.stringify([input])) },
    { weight: 1, arbitrary: fc.array(value(known), { maxLength: 4 }).map((list) => JSON.stringify(list)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...[
          '',
          '{',
          '[',
          'null',
          '"x"',
          '[{"a":"$1"}]',
          '["$1:constructor:constructor"]',
          '["$D-"]',
          '["$n1e9"]',
          '["$F1"]',
        ],
        ...[
          '["$undefined"]',
          '["$NaN"]',
          '["$Infinity"]',
          '["$@1"]',
          '["$K1"]',
          '["$h1"]',
          '["$T"]',
          '["$W1"]',
          '[{"then":1}]',
        ],
        ...[`${'['.repeat(5_000)}${']'.repeat(5_000)}`, `[${'1,'.repeat(20_000)}1]`, `["${'x'.repeat(300_000)}"]`],
        `["${'x'.repeat(2_000_000)}"]`,
      ),
    },
  )

/** The query of a route or a page. */
export const queries = (known: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'subject',
          'desk',
          'who',
          'kind',
          'range',
          'from',
          'to',
          'cursor',
          'week',
          'error',
          'x',
          '__proto__',
        ),
        fc.oneof(
          fc.constantFrom(
            ...TEXTS.filter((text) => text.length < 500),
            'today',
            'dates',
            '24h',
            'user',
            'moves',
            ...known,
          ),
          fc.constantFrom('run:0195a1b2-0000-7000-8000-000000000000', '999999999999999999', '%ff', '%', '%00'),
        ),
      ),
      { maxLength: 4 },
    )
    .map((pairs) =>
      pairs.map(
        ([name, text]) => `${name}=${/^%/.test(text) ? text : encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))}`,
      ),
    )
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''))
