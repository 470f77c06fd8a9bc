import { describe, expect, it } from 'vitest'
import { remember, safePath } from '@/lib/access/entry/rules'

describe('where sign-in may lead', () => {
  it.each(['/', '/settings/users', '/roster/1?tab=mail#who', '/timeline?from=2026-12-01&kind=a%20b'])('%s', (path) =>
    expect(safePath(path, '/home')).toBe(path),
  )

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'https:evil.example',
    'http:/evil.example',
    '//user@evil.example',
    '/\u0000/evil',
    'javascript:alert(1)',
    'data:text/html,x',
    '@evil.example',
    '.evil.example',
    'settings',
    '',
    '/sign-in?from=/sign-in',
    '/api/auth/callback/oidc',
    '/setup',
    `/${'a'.repeat(3_000)}`,
    null,
    undefined,
    42,
    ['/settings'],
  ])('never %j', (wanted) => expect(safePath(wanted, '/home')).toBe('/home'))

  it('stays on this site however a browser resolves it', () => {
    const base = 'https://daybook.example'
    for (const wanted of ['//evil', '/\\evil', '/.//evil', '/a//b', '/%5cevil', '/;//evil', '/?//evil', '/#//evil']) {
      expect(new URL(safePath(wanted, '/'), base).origin).toBe(base)
    }
  })
})

describe('a known browser', () => {
  it('keeps its number and the latest five people', () => {
    let device = remember(null, 'a', 'n1')
    for (const user of ['b', 'c', 'd', 'e', 'f', 'b']) device = remember(device, user, 'n2')
    expect(device).toEqual({ nonce: 'n1', users: ['b', 'f', 'e', 'd', 'c'] })
  })
})
