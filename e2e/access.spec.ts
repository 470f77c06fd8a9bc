import { expect, test } from '@playwright/test'
import { builtActions, builtPaths } from './access-build'
import { sql, Visitor } from './access-visitor'

/**
 * Every lock, tried from outside: past the pages, with nothing but what the build itself lists. A new action, route or
 * page is walked without being named here; one that is open to everybody has to be.
 */
const OPEN_ACTIONS = /^app\/(\(auth\)|setup|availability|shifts|unsubscribe)\//
const OWN_ACTIONS = /^app\/\(desk\)\/settings\/actions\.ts$/
const OPEN_ROUTES = /^\/(api\/health|api\/csp|api\/auth\/.*|api\/unsubscribe\/.*|calendar\/.*|feed\.xml)$/
const OWN_ROUTES = /^\/(api\/status|today\/live)$/
const SECRET_ROUTES = /^\/api\/cron\//
const OPEN_PAGES = /^\/(sign-in(\/link)?|setup|availability\/.*|shifts\/.*|unsubscribe\/.*|posts(\/.*)?)$/
const OWN_PAGES = /^\/(settings)?$/

/** What a stranger must not move. The tick of the running server writes elsewhere meanwhile. */
async function fingerprint(): Promise<unknown> {
  return sql(`SELECT
    (SELECT md5(string_agg(u::text, '|' ORDER BY id)) FROM app_user u) AS users,
    (SELECT md5(string_agg(t::text, '|' ORDER BY id)) FROM tender t) AS tenders,
    (SELECT count(*)::int FROM availability) AS answers,
    (SELECT count(*)::int FROM audit_event WHERE actor_kind IN ('user', 'tender', 'api')) AS events`)
}

const CLOSED = ['unauthenticated', 'forbidden', 'not_found', 'invalid', 'refused', 'conflict', 'limited', 'unavailable']
const RAW = [
  {},
  { commandId: '0195a1b2-0000-7000-8000-00000000000a', userId: '0195a1b2-0000-7000-8000-000000000000' },
  null,
  'x',
  [],
]

let base: string
test.beforeEach(({ baseURL }) => {
  base = baseURL ?? ''
})
const visitor = () => new Visitor(base)
async function signedIn(role: string): Promise<Visitor> {
  const person = visitor()
  expect((await person.signIn(`${role}@daybook.test`)).error).toBeNull()
  return person
}
/** How a page ended, by its status: shown, not found, or the path it led to. */
async function ending(person: Visitor, url: string): Promise<string> {
  const response = await person.fetch(url)
  const location = response.headers.get('location')
  if (location) return new URL(location, base).pathname
  return response.status === 404 ? 'not found' : 'shown'
}
test.afterAll(() => sql('DELETE FROM rate_limit'))

test.describe('the walk', () => {
  test('no action moves for somebody who is not signed in', async () => {
    const actions = builtActions()
    expect(actions.length).toBeGreaterThan(8)
    const before = await fingerprint()
    for (const action of actions) {
      for (const raw of RAW) {
        const answer = await visitor().call(action, [raw])
        const label = `${action.file} ${action.name} ${JSON.stringify(raw)}`
        if (action.name === 'signOut') {
          expect(answer.location, label).toContain('/sign-in')
          continue
        }
        expect(answer.status, label).toBeLessThan(500)
        if (OPEN_ACTIONS.test(action.file)) expect(['invalid', 'not_found', 'refused'], label).toContain(answer.code)
        else expect(answer.code, label).toBe('unauthenticated')
      }
    }
    expect(await fingerprint()).toEqual(before)
  })

  test('the page of something that there is not is not found, and says so by its status', async () => {
    const admin = await signedIn('admin')
    const pages = builtPaths().pages.filter(({ entry }) => entry.includes('(desk)') && entry.includes('['))
    expect(pages.length).toBeGreaterThan(3)
    for (const { url } of pages) {
      expect(await ending(admin, url), url).toBe('not found')
      expect(await ending(admin, url.replace(/0195a1b2[\w-]*/, 'x')), url).toBe('not found')
    }
  })

  test('no action moves for a role that does not cover it', async () => {
    const editor = await signedIn('editor')
    const operator = await signedIn('operator')
    const before = await fingerprint()
    for (const action of builtActions().filter(({ file }) => !OPEN_ACTIONS.test(file))) {
      const expected = OWN_ACTIONS.test(action.file) ? 'invalid' : 'forbidden'
      for (const raw of RAW.slice(0, 2)) {
        expect((await editor.call(action, [raw])).code, `${action.file} ${action.name}`).toBe(expected)
      }
      const ofAdmin = /settings\/users\/|\/schedules\//.test(action.file)
      const answer = await operator.call(action, [{}])
      expect(answer.code, `${action.file} ${action.name}`).toBe(ofAdmin ? 'forbidden' : 'invalid')
    }
    expect(await fingerprint()).toEqual(before)
  })

  test('no route answers for a stranger or for a role that does not cover it', async () => {
    const editor = await signedIn('editor')
    const before = await fingerprint()
    const { routes } = builtPaths()
    expect(routes.length).toBeGreaterThan(0)
    for (const { url } of routes.filter((route) => !OPEN_ROUTES.test(route.url))) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const init = {
          method,
          headers: { origin: base, 'content-type': 'application/json' },
          ...(method === 'GET' ? {} : { body: '{}' }),
        }
        for (const [who, person] of [
          ['stranger', visitor()],
          ['editor', editor],
        ] as const) {
          const response = await person.fetch(url, init)
          const label = `${who} ${method} ${url} ${response.status}`
          if (response.status === 405) continue
          if (who === 'editor' && OWN_ROUTES.test(url)) expect(response.status, label).toBe(200)
          else expect(who === 'stranger' || SECRET_ROUTES.test(url) ? [401] : [403], label).toContain(response.status)
          expect(response.headers.get('cache-control'), label).toContain('no-store')
          if (response.status !== 200) expect(CLOSED, label).toContain((await response.json()).code)
        }
      }
    }
    expect(await fingerprint()).toEqual(before)
  })

  test('no page shows itself to a stranger or to a role that does not cover it', async () => {
    const editor = await signedIn('editor')
    const { pages } = builtPaths()
    for (const { url } of pages.filter((page) => !OPEN_PAGES.test(page.url))) {
      expect(await ending(visitor(), url), url).toBe('/sign-in')
      const expected = OWN_PAGES.test(url) ? 'shown' : 'not found'
      expect(await ending(editor, url), url).toBe(expected)
    }
  })

  test('a button of another site moves nothing', async () => {
    const admin = await signedIn('admin')
    const before = await fingerprint()
    const [action] = builtActions().filter(({ name }) => name === 'addUser')
    if (!action) throw new Error('addUser is not in the build')
    const person = {
      commandId: '0195a1b2-0000-7000-8000-00000000000b',
      name: 'Eve',
      email: 'eve@evil.test',
      role: 'admin',
      password: 'tide tables at nine',
    }
    for (const origin of ['https://evil.example', 'null']) await admin.call(action, [person], { origin })
    expect(await fingerprint()).toEqual(before)
  })
})

test.describe('a session', () => {
  const action = (name: string) => {
    const found = builtActions().find((each) => each.name === name)
    if (!found) throw new Error(`${name} is not in the build`)
    return found
  }
  let serial = 0
  async function newcomer(role: string) {
    const admin = await signedIn('admin')
    const email = `newcomer${++serial}.${Date.now()}@daybook.test`
    const commandId = '0195a1b2-0000-7000-8000-00000000000c'
    const added = await admin.call(action('addUser'), [
      { commandId, name: 'New Comer', email, role, password: 'tide tables at nine' },
    ])
    expect(added.code).toBe('ok')
    const [row] = await sql<{ id: string }>('SELECT id FROM app_user WHERE email_norm = $1', [email])
    return { admin, email, commandId, userId: row?.id ?? '' }
  }

  test('ends on the next request once its person is disabled; a new role acts at once', async () => {
    const { admin, email, commandId, userId } = await newcomer('admin')
    const person = visitor()
    await person.signIn(email, 'tide tables at nine')
    expect((await person.fetch('/settings/users')).status).toBe(200)
    expect((await admin.call(action('changeRole'), [{ commandId, userId, role: 'editor' }])).code).toBe('ok')
    expect((await person.fetch('/settings/users')).status).toBe(404)
    expect((await person.call(action('addUser'), [{}])).code).toBe('forbidden')
    expect((await admin.call(action('disableUser'), [{ commandId, userId }])).code).toBe('ok')
    expect((await person.fetch('/settings')).headers.get('location')).toContain('/sign-in')
    expect((await person.call(action('changeOwnPassword'), [{}])).code).toBe('unauthenticated')
    expect((await visitor().signIn(email, 'tide tables at nine')).error).toBe('wrong')
  })

  test('ends when an admin ends it, or sets another password', async () => {
    const { admin, email, commandId, userId } = await newcomer('editor')
    const person = visitor()
    await person.signIn(email, 'tide tables at nine')
    await admin.call(action('endSessions'), [{ commandId, userId }])
    expect((await person.fetch('/settings')).status).toBe(307)
    await person.signIn(email, 'tide tables at nine')
    expect((await person.fetch('/settings')).status).toBe(200)
    await admin.call(action('resetPassword'), [{ commandId, userId, password: 'another four words' }])
    expect((await person.fetch('/settings')).status).toBe(307)
  })

  test('nobody disables, demotes or resets themselves', async () => {
    const admin = await signedIn('admin')
    const [row] = await sql<{ id: string }>("SELECT id FROM app_user WHERE email_norm = 'admin@daybook.test'")
    const input = { commandId: '0195a1b2-0000-7000-8000-00000000000d', userId: row?.id }
    expect((await admin.call(action('disableUser'), [input])).code).toBe('refused')
    expect((await admin.call(action('changeRole'), [{ ...input, role: 'office' }])).code).toBe('refused')
    expect((await admin.call(action('resetPassword'), [{ ...input, password: 'another four words' }])).code).toBe(
      'refused',
    )
  })

  test('refuses keys that it does not know, in a sentence', async () => {
    const admin = await signedIn('admin')
    const before = await fingerprint()
    const person = {
      commandId: '0195a1b2-0000-7000-8000-00000000000e',
      name: 'Eve',
      email: 'eve@daybook.test',
      role: 'editor',
      password: 'tide tables at nine',
    }
    for (const extra of [{ id: 'x' }, { passwordHash: 'x' }, { disabledAt: null }, { state: 'SENT' }]) {
      const answer = await admin.call(action('addUser'), [{ ...person, ...extra }])
      expect(answer.code).toBe('invalid')
      expect(answer.text).toContain('is not known here')
    }
    expect(await fingerprint()).toEqual(before)
  })

  test('is a new one at each sign-in, and a planted one is worth nothing', async () => {
    const attacker = await signedIn('editor')
    const planted = attacker.session ?? ''
    const victim = visitor()
    victim.cookies.set('daybook.session', planted)
    await victim.signIn('operator@daybook.test')
    expect(victim.session).not.toBe(planted)
    expect((await victim.fetch('/settings')).status).toBe(200)
    expect((await attacker.fetch('/settings')).status).toBe(307)
  })

  test('is over for every copy of its cookie once signed out', async () => {
    const person = await signedIn('operator')
    const copy = visitor()
    copy.cookies.set('daybook.session', person.session ?? '')
    expect((await copy.fetch('/settings')).status).toBe(200)
    expect((await person.call(action('signOut'), [])).location).toContain('/sign-in')
    expect(person.session).toBeUndefined()
    expect((await copy.fetch('/settings')).status).toBe(307)
    expect((await copy.fetch('/api/auth/session')).status).toBe(404)
  })

  test('keeps its cookie from scripts, other sites and other hosts', async () => {
    const { setCookie } = await visitor().signIn('operator@daybook.test')
    const ours = setCookie.filter((line) => line.startsWith('daybook.'))
    expect(ours.length).toBeGreaterThan(1)
    for (const line of ours) {
      expect(line).toMatch(/HttpOnly/i)
      expect(line).toMatch(/SameSite=lax/i)
      expect(line).toMatch(/Path=\//i)
      expect(line).not.toMatch(/Domain=/i)
    }
  })

  test('takes no cookie that it did not make', async () => {
    for (const value of ['x', 'a.b.c.d.e', '%00', 'eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.', 'x'.repeat(5_000)]) {
      const forger = visitor()
      forger.cookies.set('daybook.session', value)
      expect((await forger.fetch('/settings')).status).toBe(307)
    }
  })
})

test.describe('signing in', () => {
  test('leads nowhere but here', async () => {
    for (const evil of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'https:evil.example',
      '//x@evil.example',
      '/.//evil.example',
    ]) {
      const person = visitor()
      const { url } = await person.signIn('operator@daybook.test', 'daybook', { callbackUrl: evil })
      expect(new URL(url).origin).toBe(base)
      const response = await person.fetch(`/sign-in?from=${encodeURIComponent(evil)}`)
      expect(new URL(response.headers.get('location') ?? '', base).href).toBe(`${base}/`)
    }
    const person = await signedIn('operator')
    expect((await person.fetch('/sign-in?from=%2Fsettings')).headers.get('location')).toBe('/settings')
  })

  test('slows a guesser who forges addresses; the owner’s known browser gets in', async () => {
    const owner = await signedIn('engineer')
    const answers = []
    for (let n = 0; n < 14; n++) {
      const headers = {
        'x-forwarded-for': `2001:db8:${n}::1`,
        'x-real-ip': `10.0.0.${n}`,
        forwarded: `for=10.0.0.${n}`,
      }
      answers.push((await visitor().signIn('engineer@daybook.test', `guess ${n}`, {}, headers)).error ?? '')
    }
    expect(answers.slice(0, 10)).toEqual(Array(10).fill('wrong'))
    for (const answer of answers.slice(10))
      expect(answer).toMatch(/^limited:Too many tries\. Try again in \d+ minutes?, at \d\d:\d\d \w+\.$/)
    owner.cookies.delete('daybook.session')
    expect((await owner.signIn('engineer@daybook.test')).error).toBeNull()
    await sql('DELETE FROM rate_limit')
  })

  test('slows a guesser of many accounts, whatever address they claim', async () => {
    const person = visitor()
    const answers = []
    for (let n = 0; n < 53; n++) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}` }
      answers.push((await person.signIn(`account${n}@daybook.test`, 'guess', {}, headers)).error ?? '')
    }
    await sql('DELETE FROM rate_limit')
    expect(answers.slice(0, 50)).toEqual(Array(50).fill('wrong'))
    expect(answers.slice(50).every((answer) => answer.startsWith('limited:'))).toBe(true)
  })

  test('answers bad input with a refusal, never with an error', async () => {
    const person = visitor()
    for (const [email, password] of [
      ['', ''],
      ['a\0b', 'x'],
      ['x'.repeat(9_000), 'x'],
      ['\ud83d', '\ud83d'],
      ["' OR 1=1 --", 'x'],
    ] as const) {
      expect((await person.signIn(email, password)).error).toBe('wrong')
    }
    const { csrfToken } = await (await person.fetch('/api/auth/csrf')).json()
    const posts: [string, RequestInit['body'], Record<string, string>][] = [
      ['not json', '{', { 'content-type': 'application/json' }],
      [
        'json',
        JSON.stringify({ csrfToken, email: { $ne: 1 }, password: [], json: 'true' }),
        { 'content-type': 'application/json' },
      ],
      ['nothing', '', {}],
      ['long', 'x'.repeat(50_000), {}],
    ]
    for (const [label, body, headers] of posts) {
      const response = await person.fetch('/api/auth/callback/credentials', {
        method: 'POST',
        body: body ?? null,
        headers,
      })
      expect(response.status, label).toBeLessThan(500)
      expect(person.session, label).toBeUndefined()
    }
    await sql('DELETE FROM rate_limit')
  })

  test('answers an address that no header can carry with a refusal', async () => {
    for (const path of [
      'error?error=%F0%9F%92%A5',
      'error?error=%0d%0ax:1',
      'signin?callbackUrl=%ff',
      'error?%C3%A9=1',
    ]) {
      expect((await visitor().fetch(`/api/auth/${path}`)).status, path).toBe(400)
    }
  })

  test('shows nothing of next-auth beyond what is used', async () => {
    for (const path of [
      'session',
      'providers',
      'signout',
      '_log',
      'verify-request',
      'callback/email',
      'callback/credentials',
      'x',
    ]) {
      expect((await visitor().fetch(`/api/auth/${path}`)).status, path).toBe(404)
    }
    for (const path of ['session', '_log', 'signout', 'signin/credentials', 'signin/email', 'callback/email']) {
      expect((await visitor().fetch(`/api/auth/${path}`, { method: 'POST', body: '' })).status, path).toBe(404)
    }
  })

  test('the first account is made once: after that there is no set-up', async () => {
    expect((await visitor().fetch('/setup')).status).toBe(404)
    const make = builtActions().find(({ name }) => name === 'makeFirstAdmin')
    if (!make) throw new Error('makeFirstAdmin is not in the build')
    const before = await fingerprint()
    const answer = await visitor().call(make, [
      { name: 'Eve', email: 'eve@evil.test', password: 'tide tables at nine' },
    ])
    expect(answer.code).toBe('not_found')
    expect(await fingerprint()).toEqual(before)
  })
})
