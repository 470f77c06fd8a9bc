import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs, bornLetGo, freeze, MAX_ATTEMPTS, normaliseAddress, thaw, verdictOf } from './rules'
import { addressSchema, mailSchema } from './schema'
import type { Answer } from './transport/contract'

const identity = {
  id: '0190aaaa-0000-7000-8000-000000000001',
  kind: 'schedule',
  effectKey: 'schedule:run:zoe',
  subjectMachine: 'run',
  subjectId: '0190aaaa-0000-7000-8000-000000000002',
  personId: null,
}
const mail = {
  from: { name: 'The Anchor', address: 'roster@Anchor.Test' },
  to: { name: 'Zoë', address: ' Zoe@Example.TEST' },
  subject: 'Your shifts',
  html: '<p>Hi</p>',
  text: 'Hi',
  attachments: [],
  date: '2026-12-01T09:00:00.000Z',
}

describe('freezing', () => {
  it('gives the same bytes whatever the order of keys, and reads them back', () => {
    const row = freeze(identity, mail)
    const shuffled = freeze(identity, Object.fromEntries(Object.entries(mail).reverse()) as typeof mail)
    expect(shuffled.payload).toBe(row.payload)
    expect(row).toMatchObject({ recipient: 'Zoe@example.test', messageId: `<${identity.id}@anchor.test>`, letGo: null })
    expect(thaw(Buffer.from(row.payload ?? '', 'base64')).to).toEqual({ name: 'Zoë', address: 'Zoe@example.test' })
  })

  it('keeps a name with a line break from stopping anybody', () => {
    const row = freeze(identity, {
      ...mail,
      to: { name: ` Zoë\r\nBcc: x${'😀'.repeat(120)}`, address: 'z@example.test' },
    })
    expect(row.recipientName).toMatch(/^Zoë Bcc: x(😀)+$/u)
    expect(row.recipientName.length).toBeLessThanOrEqual(200)
  })

  it('a person without an address has a row with a reason and no bytes', () => {
    const row = bornLetGo(identity, { name: 'Max', address: null, subject: 'Your shifts', reason: 'no_address' })
    expect(row).toMatchObject({ recipient: '', payload: null, payloadSha: null, letGo: 'no_address' })
  })
})

describe('addresses', () => {
  it.each(['zoe@example.test', 'zoë.o+shifts@exämple.test', "o'brien@pub.example", 'a@b'])('takes %s', (address) => {
    expect(addressSchema.safeParse(address).success).toBe(true)
  })
  it.each([
    '',
    'zoe',
    '@example.test',
    'zoe@',
    'a b@example.test',
    'a@b@c',
    '"a b"@example.test',
    'a,b@example.test',
    '<a@b.test>',
    'a@b.test\r\nBcc: c@d.test',
    'a\u2028@b.test',
    '.a@b.test',
    'a..b@c.test',
    'a@b..test',
    'a@b.test.',
    `${'a'.repeat(65)}@b.test`,
  ])('refuses %j', (address) => {
    expect(addressSchema.safeParse(address).success).toBe(false)
  })
  it('compares the domain without its case', () => {
    expect(normaliseAddress(' Zoe@Example.TEST ')).toBe('Zoe@example.test')
  })
})

it('no header text with a line end of any kind is a mail', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\r', '\n', '\r\n', '\u2028', '\u2029', '\u0000', '\u0085'),
      (text, end) => {
        const broken = `${text}${end}Bcc: everyone@example.test`
        expect(
          mailSchema.safeParse({ ...mail, to: { name: 'Z', address: 'z@example.test' }, subject: broken }).success,
        ).toBe(false)
        expect(mailSchema.safeParse({ ...mail, to: { name: broken, address: 'z@example.test' } }).success).toBe(false)
      },
    ),
  )
})

describe('verdicts', () => {
  const sent: Answer = { kind: 'sent', providerId: null }
  const no = (permanent: boolean): Answer => ({ kind: 'not_sent', permanent, service: false, code: 'X', detail: 'x' })
  const silence: Answer = { kind: 'no_answer', code: 'X', detail: 'x' }
  const last = MAX_ATTEMPTS

  it.each([
    ['sent', sent, 1, false, false, 'sent'],
    ['refused for now', no(false), 1, false, false, 'queued'],
    ['refused for now, the last time', no(false), last, false, false, 'failed'],
    ['refused for good', no(true), 1, false, false, 'failed'],
    ['refused for good after a call that may have gone through', no(true), 2, true, true, 'unknown'],
    ['refused for now after such a call, the last time', no(false), last, true, true, 'unknown'],
    ['no answer on plain SMTP', silence, 1, false, false, 'unknown'],
    ['no answer under a key', silence, 1, false, true, 'queued'],
    ['no answer under a key, the last time', silence, last, true, true, 'unknown'],
  ] as const)('%s', (_what, answer, attempt, dirty, keyed, state) => {
    expect(verdictOf(answer, { attempt, dirty, keyed }).state).toBe(state)
  })

  it('what may have gone through is never called failed, nor clean', () => {
    const answers = fc.oneof(fc.constantFrom(sent, silence), fc.boolean().map(no))
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 9 }), fc.boolean(), (answer, attempt, keyed) => {
        const verdict = verdictOf(answer, { attempt, dirty: true, keyed })
        expect(verdict.state).not.toBe('failed')
        expect(verdict.clean).toBe(false)
      }),
    )
  })

  it('waits longer each time, as long as it was asked to, an hour at most', () => {
    expect([1, 2, 3, 4].map((attempt) => backoffMs(attempt) / 60_000)).toEqual([1, 2, 4, 8])
    expect(backoffMs(1, 300_000)).toBe(300_000)
    expect(backoffMs(1, 86_400_000)).toBe(3_600_000)
  })
})
