import { describe, expect, it } from 'vitest'
import { ABSOLUTE_MS, cookiesFor, IDLE_MS, isLive, needsTouch, TOUCH_MS } from '@/lib/access/sessions/rules'

const at = (ms: number) => new Date(1_800_000_000_000 + ms)
const row = (change: Partial<Parameters<typeof isLive>[0]> = {}) => ({
  lastSeenAt: at(0),
  expiresAt: at(ABSOLUTE_MS),
  endedAt: null,
  user: { disabledAt: null },
  ...change,
})

describe('a session', () => {
  it('lives until eight hours after its last use', () => {
    expect(isLive(row(), at(IDLE_MS - 1))).toBe(true)
    expect(isLive(row(), at(IDLE_MS))).toBe(false)
  })
  it('ends after seven days whatever its use', () => {
    const used = row({ lastSeenAt: at(ABSOLUTE_MS - 1_000) })
    expect(isLive(used, at(ABSOLUTE_MS - 1))).toBe(true)
    expect(isLive(used, at(ABSOLUTE_MS))).toBe(false)
  })
  it('is over once ended, or its person disabled', () => {
    expect(isLive(row({ endedAt: at(1) }), at(2))).toBe(false)
    expect(isLive(row({ user: { disabledAt: at(1) } }), at(2))).toBe(false)
  })
  it('is written down once a minute at most', () => {
    expect(needsTouch(row(), at(TOUCH_MS - 1))).toBe(false)
    expect(needsTouch(row(), at(TOUCH_MS))).toBe(true)
  })
})

describe('cookies', () => {
  it('carry __Host- and Secure over https, and never a domain', () => {
    const { options, secure: _, ...names } = cookiesFor('https://daybook.example')
    expect(Object.values(names).every((name) => name.startsWith('__Host-'))).toBe(true)
    expect(options).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure: true })
  })
  it('go without over plain http, where browsers refuse them', () => {
    const { options, session } = cookiesFor('http://localhost:3000')
    expect(session).toBe('daybook.session')
    expect(options.secure).toBe(false)
  })
})
