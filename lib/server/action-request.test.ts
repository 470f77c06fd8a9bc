import { describe, expect, it } from 'vitest'
import { actionFault } from '@/lib/server/action-request'

const call = (body: string, headers: Record<string, string> = {}) =>
  new Request('http://localhost/roster', {
    method: 'POST',
    headers: { 'next-action': '40', 'content-type': 'text/plain;charset=UTF-8', ...headers },
    body,
  })
const statusOf = async (body: string, headers?: Record<string, string>) =>
  (await actionFault(call(body, headers)))?.status ?? null

describe('the call of an action', () => {
  it('is let through when it is plain data, as React writes it', async () => {
    const written = ['[]', '[{}]', '[{"name":"$$5 off","at":"$D2026-12-10T18:00:00.000Z","none":"$undefined"}]']
    for (const body of [...written, '["$NaN","$Infinity","$-Infinity","$-0","$T"]']) {
      expect(await statusOf(body)).toBeNull()
    }
  })

  it('is refused when it cannot be read back', async () => {
    const broken = ['', '{', '[', 'null', '"x"', '{}', '7', '[1', '\u0000']
    const pointing = [
      '$1',
      '$Q1',
      '$W1',
      '$F1',
      '$h1',
      '$@1',
      '$K1',
      '$B1',
      '$i1',
      '$r1',
      '$n1x',
      '$n',
      '$',
      '$R1',
      '$x',
    ]
    for (const body of [...broken, ...pointing.map((text) => JSON.stringify([{ a: [text] }]))]) {
      expect(await statusOf(body), body).toBe(400)
    }
    expect(await statusOf('["$1:constructor:constructor"]')).toBe(400)
  })

  it('is refused when it is too long, too deep, or of too many values', async () => {
    expect(await statusOf(`["${'x'.repeat(600_000)}"]`)).toBe(413)
    expect(await statusOf('[]', { 'content-length': '999999999' })).toBe(413)
    expect(await statusOf(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toBe(400)
    expect(await statusOf(`[${'1,'.repeat(100_000)}1]`)).toBe(400)
  })

  it('is refused in any other form than text', async () => {
    for (const type of [
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/json',
      '',
    ]) {
      expect(await statusOf('[{}]', { 'content-type': type }), type).toBe(415)
    }
  })

  it('is nothing but a POST with the name of an action', async () => {
    expect(await actionFault(new Request('http://localhost/', { headers: { 'next-action': '40' } }))).toBeNull()
    expect(await actionFault(new Request('http://localhost/', { method: 'POST', body: '{' }))).toBeNull()
  })
})
