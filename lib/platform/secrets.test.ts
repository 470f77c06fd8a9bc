import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveToken, sameSecret } from './secrets'

describe('sameSecret', () => {
  it('compares any two texts of any length', () => {
    fc.assert(fc.property(fc.string({ minLength: 1 }), fc.string(), (a, b) => sameSecret(a, b) === (a === b)))
    fc.assert(fc.property(fc.string({ minLength: 1 }), (a) => sameSecret(a, a)))
  })

  it('is closed for what is not configured', () => {
    expect(sameSecret('', '')).toBe(false)
    expect(sameSecret('undefined', '')).toBe(false)
  })

  it('knows a prefix and another length from the whole', () => {
    const secret = 'k'.repeat(43)
    for (const wrong of [secret.slice(0, -1), `${secret}k`, `${secret} `, secret.toUpperCase()]) {
      expect(sameSecret(wrong, secret)).toBe(false)
    }
  })
})

describe('deriveToken', () => {
  it('is HMAC-SHA256 over the parts as JSON, in base64url', () => {
    const want = createHmac('sha256', 'key').update('["daybook","invite","a","b"]').digest('base64url')
    expect(deriveToken('key', 'invite', 'a', 'b')).toBe(want)
    expect(want).toMatch(/^[\w-]{43}$/)
  })

  it('differs for other parts, however they are cut', () => {
    const parts = fc.array(fc.string(), { minLength: 1, maxLength: 4 })
    const token = ([first = '', ...rest]: string[]) => deriveToken('key', first, ...rest)
    fc.assert(
      fc.property(parts, parts, (a, b) => (token(a) === token(b)) === (JSON.stringify(a) === JSON.stringify(b))),
    )
    const cuts = [
      ['invite', 'a', 'bc'],
      ['invite', 'ab', 'c'],
      ['invite', 'abc'],
      ['invite', 'a"', '"bc'],
      ['invitea', 'bc'],
    ]
    expect(new Set(cuts.map(token)).size).toBe(cuts.length)
    expect(deriveToken('other', 'invite', 'a')).not.toBe(deriveToken('key', 'invite', 'a'))
  })

  it('makes nothing from an empty secret', () => {
    expect(() => deriveToken('', 'invite')).toThrow('empty secret')
  })
})
