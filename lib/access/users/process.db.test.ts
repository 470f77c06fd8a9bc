import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isPassword } from '@/lib/access/passwords/effects'
import type { Role } from '@/lib/access/rules'
import { findSession, startSession } from '@/lib/access/sessions/data'
import { isLive } from '@/lib/access/sessions/rules'
import * as users from '@/lib/access/users/process'
import { type Context, context } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'

let base: TestDatabase
let db: ReturnType<typeof connect>
const ctxAs = (name = 'Ada'): Context =>
  context({ actor: { kind: 'user', id: newId(), name }, requestId: newId(), db, shift: 0 })

beforeAll(async () => {
  base = await testDatabase()
  db = connect(base.url)
})
afterAll(async () => {
  await db.$disconnect()
  await base.drop()
})

const add = async (ctx: Context, role: Role, email = `${newId()}@daybook.test`): Promise<string> => {
  const added = await users.addUser(ctx, { name: 'Rosa Lind', email, role, password: 'tide tables at nine' })
  if (!added.ok) throw new Error(added.reason)
  return added.value
}
const events = (id: string) =>
  db.auditEvent.findMany({ where: { machine: 'user', subjectId: id }, orderBy: { id: 'asc' } })
const userOf = (id: string) => db.appUser.findUniqueOrThrow({ where: { id } })

describe('the first admin', () => {
  it('is one, however many ask at once, and only while nobody is there', async () => {
    const ask = (n: number) =>
      users.addFirstAdmin(ctxAs(), {
        name: `First ${n}`,
        email: `first${n}@daybook.test`,
        password: 'tide tables at nine',
      })
    const answers = await Promise.all([1, 2, 3, 4].map(ask))
    expect(answers.filter((answer) => answer?.ok)).toHaveLength(1)
    expect(answers.filter((answer) => answer === null)).toHaveLength(3)
    expect(await db.appUser.count()).toBe(1)
    expect(await ask(5)).toBeNull()
  })
})

describe('with one admin', () => {
  beforeEach(async () => {
    await db.appUser.updateMany({ data: { role: 'operator' } })
  })

  it('adds an account once an address, whatever its capitals, with its event', async () => {
    const ctx = ctxAs()
    const id = await add(ctx, 'editor', 'Tess@Daybook.test')
    const again = await users.addUser(ctx, {
      name: 'T',
      email: 'tess@daybook.TEST',
      role: 'editor',
      password: 'tide tables at nine',
    })
    expect(again).toMatchObject({ ok: false, field: 'email' })
    expect(await events(id)).toMatchObject([
      {
        type: 'user.added',
        toState: 'editor',
        actorKind: 'user',
        actorName: 'Ada',
        requestId: ctx.requestId,
        version: null,
      },
    ])
  })

  it('refuses a weak password before anything is written', async () => {
    const before = await db.appUser.count()
    const answer = await users.addUser(ctxAs(), {
      name: 'Rosa',
      email: 'weak@daybook.test',
      role: 'editor',
      password: 'password1',
    })
    expect(answer).toMatchObject({ ok: false, field: 'password' })
    expect(await db.appUser.count()).toBe(before)
  })

  it('neither disables nor demotes the last admin', async () => {
    const admin = await add(ctxAs(), 'admin')
    expect(await users.disable(ctxAs(), admin)).toMatchObject({ ok: false })
    expect(await users.changeRole(ctxAs(), admin, 'office')).toMatchObject({ ok: false })
    expect(await userOf(admin)).toMatchObject({ role: 'admin', disabledAt: null })
    expect(await events(admin)).toHaveLength(1)
  })

  it('keeps one admin when two demote each other at the same moment', async () => {
    for (let round = 0; round < 25; round++) {
      await db.appUser.updateMany({ data: { role: 'operator' } })
      const [a, b] = [await add(ctxAs(), 'admin'), await add(ctxAs(), 'admin')]
      const answers = await Promise.all([users.changeRole(ctxAs('A'), b, 'office'), users.disable(ctxAs('B'), a)])
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      expect(await db.appUser.count({ where: { role: 'admin', disabledAt: null } })).toBe(1)
    }
  })

  it('ends the sessions of whoever is disabled, in the same statement as the event', async () => {
    const id = await add(ctxAs(), 'operator')
    const ctx = ctxAs()
    const session = await startSession(ctx, { userId: id, method: 'password', userAgent: 'test' })
    if (!session) throw new Error('no session')
    expect(await users.disable(ctx, id)).toMatchObject({ ok: true, value: { name: 'Rosa Lind' } })
    const row = await findSession(db, session)
    expect(row).toMatchObject({ endedReason: 'disabled' })
    expect(row && isLive(row, ctx.now())).toBe(false)
    expect((await events(id)).map((event) => event.type)).toEqual(['user.added', 'user.signed_in', 'user.disabled'])
    expect(await startSession(ctx, { userId: id, method: 'password', userAgent: 'test' })).toBeNull()
    await users.enable(ctx, id)
    expect((await userOf(id)).disabledAt).toBeNull()
  })

  it('changes a role once, and says the two in the event', async () => {
    const id = await add(ctxAs(), 'editor')
    expect(await users.changeRole(ctxAs(), id, 'office')).toMatchObject({ ok: true })
    expect(await users.changeRole(ctxAs(), id, 'office')).toMatchObject({ ok: true })
    expect((await events(id)).slice(1)).toMatchObject([
      { type: 'user.role_changed', fromState: 'editor', toState: 'office' },
    ])
  })

  it('sets a password, ends the sessions, and keeps the one that asked when it is one’s own', async () => {
    const id = await add(ctxAs(), 'editor')
    const ctx = ctxAs()
    const [mine, other] = await Promise.all(
      ['a', 'b'].map((userAgent) => startSession(ctx, { userId: id, method: 'password', userAgent })),
    )
    if (!mine || !other) throw new Error('no session')
    const ask = (current: string) =>
      users.changePassword(ctx, { userId: id, sessionId: mine, current, next: 'four words of mine' })
    expect(await ask('wrong')).toMatchObject({ ok: false, field: 'current' })
    expect(await ask('tide tables at nine')).toMatchObject({ ok: true })
    expect((await findSession(db, mine))?.endedAt).toBeNull()
    expect((await findSession(db, other))?.endedReason).toBe('password_changed')
    const { passwordHash } = await userOf(id)
    expect(await isPassword(passwordHash, 'four words of mine')).toBe(true)
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await users.resetPassword(ctx, id, 'another four words')
    expect((await findSession(db, mine))?.endedReason).toBe('password_changed')
  })

  it('ends the sessions of a person, and says how many', async () => {
    const id = await add(ctxAs(), 'editor')
    const ctx = ctxAs()
    await startSession(ctx, { userId: id, method: 'password', userAgent: 'a' })
    await startSession(ctx, { userId: id, method: 'link', userAgent: 'b' })
    expect(await users.endSessions(ctx, id, newId())).toMatchObject({ ok: true, value: { count: 2 } })
    expect(await users.endSessions(ctx, id, newId())).toMatchObject({ ok: true, value: { count: 0 } })
    expect((await events(id)).filter((event) => event.type === 'user.sessions_ended')).toHaveLength(1)
  })

  it('answers for an account that is not there', async () => {
    const nobody = newId()
    for (const answer of [
      await users.disable(ctxAs(), nobody),
      await users.enable(ctxAs(), nobody),
      await users.changeRole(ctxAs(), nobody, 'admin'),
      await users.resetPassword(ctxAs(), nobody, 'four words of mine'),
      await users.endSessions(ctxAs(), nobody, nobody),
    ])
      expect(answer).toMatchObject({ ok: false, gone: true })
  })
})

describe('one’s own password', () => {
  it('is not guessed from an open browser: after ten wrong ones the right one waits too', async () => {
    const ctx = ctxAs()
    const userId = await add(ctx, 'editor')
    const change = (current: string) =>
      users.changePassword(ctx, { userId, sessionId: newId(), current, next: 'another four words' })
    for (let n = 0; n < 10; n++) expect(await change(`guess ${n}`)).toMatchObject({ ok: false, field: 'current' })
    expect(await change('tide tables at nine')).toMatchObject({ ok: false, limited: true })
    expect((await userOf(userId)).passwordHash).not.toBeNull()
    expect(await isPassword((await userOf(userId)).passwordHash, 'tide tables at nine')).toBe(true)
  })
})
