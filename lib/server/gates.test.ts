import { describe, expect, it } from 'vitest'
import { readJson, readQuery } from '@/lib/server/body'
import { isOwnOrigin } from '@/lib/server/origin'
import { judgeSecret } from '@/lib/server/secret'

const SECRET = 'a-secret-of-more-than-thirty-two-characters'
const bearer = (value: string) => new Headers({ authorization: value })

describe('a secret', () => {
  it('is known in the header alone, in full', () => {
    expect(judgeSecret(bearer(`Bearer ${SECRET}`), [SECRET])).toBe('known')
    for (const value of [
      '',
      'Bearer ',
      'Bearer undefined',
      'Bearer null',
      SECRET,
      `Basic ${SECRET}`,
      `Bearer ${SECRET}x`,
    ]) {
      expect(judgeSecret(bearer(value), [SECRET])).toBe('wrong')
    }
    for (let length = 0; length < SECRET.length; length++) {
      expect(judgeSecret(bearer(`Bearer ${SECRET.slice(0, length)}`), [SECRET])).toBe('wrong')
    }
    expect(judgeSecret(new Headers(), [SECRET])).toBe('wrong')
  })
  it('may be the one before, while callers change over', () => {
    expect(judgeSecret(bearer(`Bearer ${SECRET}`), ['another', SECRET])).toBe('known')
  })
  it('that is not configured is closed', () => {
    for (const accepted of [[], [undefined], [''], [undefined, '']]) {
      expect(judgeSecret(bearer('Bearer undefined'), accepted)).toBe('unset')
      expect(judgeSecret(bearer('Bearer '), accepted)).toBe('unset')
    }
  })
})

describe('an origin', () => {
  const own = ['daybook.example', 'localhost:3000']
  it.each([
    [{ origin: 'https://daybook.example' }, true],
    [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }, true],
    [{}, false],
    [{ origin: 'null' }, false],
    [{ origin: '' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'https://daybook.example.evil.example' }, false],
    [{ origin: 'https://daybook.example@evil.example' }, false],
    [{ origin: 'http://localhost:3001' }, false],
    [{ origin: 'https://daybook.example', 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'https://daybook.example', 'sec-fetch-site': 'same-site' }, false],
    [{ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }, false],
  ])('%j: ours %s', (headers, expected) =>
    expect(isOwnOrigin(new Headers(headers as Record<string, string>), own)).toBe(expected),
  )
})

describe('a body', () => {
  const post = (body: BodyInit, type = 'application/json') =>
    new Request('http://localhost/x', { method: 'POST', body, headers: { 'content-type': type } })
  const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_024)) })
  it('is read as JSON', async () => {
    expect(await readJson(post('{"a":1}', 'application/json; charset=utf-8'))).toEqual({ ok: true, value: { a: 1 } })
  })
  it.each([
    ['of another type', () => post('a=1', 'application/x-www-form-urlencoded'), 415],
    ['of plain text, as a form of another site can send it', () => post('{"a":1}', 'text/plain'), 415],
    ['that is cut', () => post('{"a":'), 400],
    ['that is empty', () => post(''), 400],
    ['that is no UTF-8', () => post(new Uint8Array([0x22, 0xff, 0x22])), 400],
    ['that is long', () => post(`"${'x'.repeat(2_000)}"`), 413],
    [
      'that never ends',
      () =>
        new Request('http://localhost/x', {
          method: 'POST',
          body: endless(),
          headers: { 'content-type': 'application/json' },
          duplex: 'half',
        } as RequestInit),
      413,
    ],
  ])('%s is refused', async (_, make, status) => {
    expect(await readJson(make(), 1_024)).toMatchObject({ ok: false, status })
  })
})

it('a name that comes twice in a query is a list', () => {
  expect({ ...readQuery(new URL('http://x/?a=1&b=2&a=3')) }).toEqual({ a: ['1', '3'], b: '2' })
})
