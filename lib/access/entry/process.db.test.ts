import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepLink, personOfSubject, spendLink } from '@/lib/access/entry/data'
import type { Caller } from '@/lib/access/entry/effects'
import { enterByPassword } from '@/lib/access/entry/process'
import { LINK_MS } from '@/lib/access/entry/rules'
import { ACCOUNT_TRIES, ADDRESS_TRIES, DEVICE_TRIES, WINDOW_MS } from '@/lib/access/limits/rules'
import { endSession, findSession, startSession } from '@/lib/access/sessions/data'
import { addUser, disable } from '@/lib/access/users/process'
import { type Context, context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { hashToken, newToken } from '@/lib/platform/ids'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'

let base: TestDatabase
let db: ReturnType<typeof connect>
const ctxAt = (shift = 0): Context => context({ actor: SYSTEM, db, shift })
const PASSWORD = 'tide tables at nine'

beforeAll(async () => {
  base = await testDatabase()
  db = connect(base.url)
})
afterAll(async () => {
  await db.$disconnect()
  await base.drop()
})

let made = 0
async function person() {
  const email = `person${++made}@daybook.test`
  const answer = await addUser(ctxAt(), { name: 'Rosa Lind', email, role: 'operator', password: PASSWORD })
  if (!answer.ok) throw new Error(answer.reason)
  return { id: answer.value, email }
}
const from = (address: string, device: Caller['device'] = null): Caller => ({ address, userAgent: 'test', device })
const enter = (email: string, password: string, caller: Caller, ctx = ctxAt()) =>
  enterByPassword(ctx, { email, password, caller })

describe('a password', () => {
  it('lets its owner in, whatever the capitals and spaces of the address', async () => {
    const { id, email } = await person()
    expect(await enter(` ${email.toUpperCase()} `, PASSWORD, from('198.51.100.1'))).toEqual({ ok: true, userId: id })
    expect(await enter(email, `${PASSWORD} `, from('198.51.100.1'))).toEqual({ ok: false, reason: 'wrong' })
  })

  it('gets one answer for nobody, for somebody disabled and for a wrong one', async () => {
    const { id, email } = await person()
    await disable(ctxAt(), id)
    const answers = [
      await enter('nobody@daybook.test', PASSWORD, from('198.51.100.2')),
      await enter(email, PASSWORD, from('198.51.100.2')),
      await enter((await person()).email, 'wrong', from('198.51.100.2')),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":false,"reason":"wrong"}']))
  })

  it('takes as long for nobody as for somebody', async () => {
    const { email } = await person()
    const took = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 40; round++) {
      const ctx = ctxAt(round * WINDOW_MS * 2)
      const pair = [
        ['known', email],
        ['unknown', `nobody${round % 3}@daybook.test`],
      ] as const
      for (const [kind, name] of round % 2 ? pair : [...pair].reverse()) {
        const start = performance.now()
        await enter(name, 'wrong', from('198.51.100.3'), ctx)
        took[kind].push(performance.now() - start)
      }
    }
    // What a guesser would do on a busy machine: the fastest answers hold the least of other people's work.
    const fast = (times: number[]) =>
      times
        .sort((a, b) => a - b)
        .slice(0, 10)
        .reduce((sum, time) => sum + time)
    const [known, unknown] = [fast(took.known), fast(took.unknown)]
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) * 0.25)
  }, 60_000)
})

describe('a guesser', () => {
  it('is stopped at one account, from a thousand addresses; its owner, in a known browser, is not', async () => {
    const { id, email } = await person()
    const tries = []
    for (let n = 0; n < ACCOUNT_TRIES + 15; n++)
      tries.push(await enter(email, `guess ${n}`, from(`2001:db8:${n.toString(16)}::1`)))
    expect(tries.slice(0, ACCOUNT_TRIES).every((entry) => !entry.ok && entry.reason === 'wrong')).toBe(true)
    expect(tries.slice(ACCOUNT_TRIES).every((entry) => !entry.ok && entry.reason === 'limited')).toBe(true)
    // Not even with the right password, or the limit would say which guess was right.
    expect(await enter(email, PASSWORD, from('198.51.100.4'))).toMatchObject({ reason: 'limited' })
    const known = { nonce: newToken(), users: [id] }
    expect(await enter(email, PASSWORD, from('198.51.100.4', known))).toEqual({ ok: true, userId: id })
  })

  it('with a stolen known browser has that browser’s count', async () => {
    const { id, email } = await person()
    const stolen = { nonce: newToken(), users: [id] }
    for (let n = 0; n < DEVICE_TRIES; n++) await enter(email, `guess ${n}`, from('198.51.100.5', stolen))
    expect(await enter(email, PASSWORD, from('198.51.100.5', stolen))).toMatchObject({ reason: 'limited' })
    const own = { nonce: newToken(), users: [id] }
    expect(await enter(email, PASSWORD, from('198.51.100.6', own))).toMatchObject({ ok: true })
  })

  it('of many accounts is stopped at one address, and one /64 is one address', async () => {
    const answers = []
    for (let n = 0; n < ADDRESS_TRIES + 5; n++) {
      answers.push(
        await enter(
          `account${n}@daybook.test`,
          'guess',
          from(`2001:db8:aaaa:bbbb:${n.toString(16)}::${n.toString(16)}`),
        ),
      )
    }
    expect(answers.filter((entry) => !entry.ok && entry.reason === 'limited')).toHaveLength(5)
    expect(await enter('account0@daybook.test', 'guess', from('2001:db8:aaaa:bbbc::1'))).toMatchObject({
      reason: 'wrong',
    })
  }, 30_000)

  it('who tries a hundred at once gets no more than one after another', async () => {
    const { email } = await person()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => enter(email, `guess ${n}`, from(`203.0.113.${n}`))),
    )
    expect(answers.filter((entry) => !entry.ok && entry.reason === 'wrong')).toHaveLength(ACCOUNT_TRIES)
  }, 30_000)

  it('is told when to come back, and may then', async () => {
    const { id, email } = await person()
    for (let n = 0; n < ACCOUNT_TRIES; n++) await enter(email, 'guess', from('198.51.100.7'))
    const limited = await enter(email, PASSWORD, from('198.51.100.7'))
    if (limited.ok || limited.reason !== 'limited') throw new Error('not limited')
    expect(limited.waitMs).toBeGreaterThan(WINDOW_MS - 60_000)
    expect(limited.waitMs).toBeLessThanOrEqual(WINDOW_MS)
    expect(await enter(email, PASSWORD, from('198.51.100.7'), ctxAt(WINDOW_MS - 30_000))).toMatchObject({
      reason: 'limited',
    })
    expect(await enter(email, PASSWORD, from('198.51.100.7'), ctxAt(WINDOW_MS + 1_000))).toEqual({
      ok: true,
      userId: id,
    })
  })

  it('an owner who signs in often is never counted', async () => {
    const { id, email } = await person()
    for (let n = 0; n < ACCOUNT_TRIES * 2; n++) {
      expect(await enter(email, PASSWORD, from('198.51.100.8'))).toEqual({ ok: true, userId: id })
    }
  })
})

describe('a link', () => {
  const make = async (ctx = ctxAt()) => {
    const { id } = await person()
    const [tokenHash, browserHash] = [hashToken(newToken()), hashToken(newToken())]
    await keepLink(ctx, { tokenHash, userId: id, browserHash })
    return { id, tokenHash, browserHash }
  }
  it('works once, however many press at the same moment', async () => {
    const { id, tokenHash, browserHash } = await make()
    const answers = await Promise.all(Array.from({ length: 10 }, () => spendLink(ctxAt(), tokenHash, browserHash)))
    expect(answers.filter((answer) => answer === id)).toHaveLength(1)
    expect(await spendLink(ctxAt(), tokenHash, browserHash)).toBeNull()
  })
  it('does not work in another browser, and is not spent by the try', async () => {
    const { id, tokenHash, browserHash } = await make()
    expect(await spendLink(ctxAt(), tokenHash, hashToken(newToken()))).toBeNull()
    expect(await spendLink(ctxAt(), tokenHash, browserHash)).toBe(id)
  })
  it('does not work after ten minutes, for somebody disabled, or once a newer one was asked for', async () => {
    const old = await make()
    expect(await spendLink(ctxAt(LINK_MS), old.tokenHash, old.browserHash)).toBeNull()
    const gone = await make()
    await disable(ctxAt(), gone.id)
    expect(await spendLink(ctxAt(), gone.tokenHash, gone.browserHash)).toBeNull()
    const first = await make()
    const tokenHash = hashToken(newToken())
    await keepLink(ctxAt(), { tokenHash, userId: first.id, browserHash: first.browserHash })
    expect(await spendLink(ctxAt(), first.tokenHash, first.browserHash)).toBeNull()
    expect(await spendLink(ctxAt(), tokenHash, first.browserHash)).toBe(first.id)
  })
})

describe('single sign-on', () => {
  it('links a verified address once; after that the subject counts, and no other subject', async () => {
    const { id, email } = await person()
    expect(await personOfSubject(ctxAt(), { subject: 'iss a', emailNorm: null })).toBeNull()
    expect(await personOfSubject(ctxAt(), { subject: 'iss a', emailNorm: 'nobody@daybook.test' })).toBeNull()
    expect(await personOfSubject(ctxAt(), { subject: 'iss a', emailNorm: email })).toBe(id)
    expect(await personOfSubject(ctxAt(), { subject: 'iss a', emailNorm: 'changed@daybook.test' })).toBe(id)
    expect(await personOfSubject(ctxAt(), { subject: 'iss b', emailNorm: email })).toBeNull()
    await disable(ctxAt(), id)
    expect(await personOfSubject(ctxAt(), { subject: 'iss a', emailNorm: email })).toBeNull()
  })
})

describe('a session', () => {
  it('begins and ends with its events, and ends for its own person alone', async () => {
    const { id } = await person()
    const stranger = await person()
    const session = await startSession(ctxAt(), { userId: id, method: 'link', userAgent: 'x'.repeat(999) })
    if (!session) throw new Error('no session')
    expect(await endSession(ctxAt(), { id: session, userId: stranger.id, reason: 'signed_out' })).toBe(false)
    expect(await endSession(ctxAt(), { id: session, userId: id, reason: 'signed_out' })).toBe(true)
    expect(await endSession(ctxAt(), { id: session, userId: id, reason: 'signed_out' })).toBe(false)
    expect(await findSession(db, session)).toMatchObject({ endedReason: 'signed_out', method: 'link' })
    const events = await db.auditEvent.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } })
    expect(events.map((event) => event.type)).toEqual(['user.added', 'user.signed_in', 'user.signed_out'])
  })
})
