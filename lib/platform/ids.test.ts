import { afterEach, describe, expect, it, vi } from 'vitest'
import { hashToken, newId, newToken } from './ids'

afterEach(() => {
  vi.useRealTimers()
})

const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const msOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

describe('newId', () => {
  it('is a UUIDv7 of now', () => {
    const before = Date.now()
    const id = newId()
    expect(id).toMatch(UUID7)
    expect(msOf(id)).toBeGreaterThanOrEqual(before)
    expect(msOf(id)).toBeLessThanOrEqual(Date.now() + 1)
  })

  it('ascends, within one millisecond and beyond its counter too', () => {
    const ids = Array.from({ length: 50_000 }, newId)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(ids)
    expect(ids.every((id) => UUID7.test(id))).toBe(true)
  })

  it('ascends when the clock is set back', () => {
    vi.useFakeTimers({ now: Date.now() + 60_000 })
    const first = newId()
    vi.setSystemTime(Date.now() - 3_600_000)
    const second = newId()
    expect(second > first).toBe(true)
  })
})

describe('tokens', () => {
  it('hold 256 bits, each its own', () => {
    const tokens = Array.from({ length: 1000 }, newToken)
    expect(new Set(tokens).size).toBe(1000)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  })

  it('are hashed as SHA-256 says', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
