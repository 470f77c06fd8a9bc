import { readdirSync } from 'node:fs'
import { request as ask } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { builtActions, builtPaths, servedBuild } from './access-build'
import { sql, Visitor } from './access-visitor'

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** A request as no browser sends it: any method, any path, any header. */
const raw = (base: string, method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = ask(new URL(base), { method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject).end()
  })

let base: string
let cookie: string
let admin: Visitor
test.beforeEach(async ({ baseURL }) => {
  base = baseURL ?? ''
  if (admin) return
  admin = new Visitor(base)
  expect((await admin.signIn('admin@daybook.test')).error).toBeNull()
  cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})
const weekId = async () => (await sql<{ id: string }>('SELECT id FROM roster_run ORDER BY id LIMIT 1'))[0]?.id
const chunk = () => readdirSync(join(servedBuild(), 'static/chunks')).find((name) => name.endsWith('.js'))

test.describe('every answer', () => {
  test('carries the headers, whatever the method, the kind of request and the outcome', async () => {
    test.setTimeout(240_000)
    const { pages, routes } = builtPaths()
    const files = [
      `/_next/static/chunks/${chunk()}`,
      '/_next/static/nope.js',
      '/_next/nope',
      '/_next/image?url=/x&w=64&q=75',
    ]
    const odd = [
      '/nope',
      '/roster/',
      '//evil.example',
      '/roster/%ff',
      '/%',
      '/_global-error',
      '/.git/config',
      '/icon.svg',
    ]
    const urls = [...pages, ...routes].map(({ url }) => url)
    const kinds: [string, Record<string, string>][] = [
      ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'].map((method): [string, object] => [method, {}]),
      ['GET', { rsc: '1' }],
      ['GET', { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' }],
      ['GET', { 'x-forwarded-proto': 'https' }],
      ['GET', { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' }],
    ] as [string, Record<string, string>][]
    for (const url of [...urls, `/roster/${await weekId()}`, ...files, ...odd]) {
      for (const [method, headers] of kinds) {
        const answer = await raw(base, method, url, { cookie, ...headers })
        const label = `${method} ${url} ${JSON.stringify(headers)} ${answer.status}`
        // Health says 503 until the first tick.
        if (url !== '/api/health') expect(answer.status, label).toBeLessThan(500)
        expect(answer.headers, label).toMatchObject({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'same-origin',
          'x-frame-options': 'DENY',
          'cross-origin-opener-policy': 'same-origin',
        })
        const policy = String(answer.headers['content-security-policy'])
        expect(policy, label).toContain("base-uri 'none'")
        expect(policy, label).toContain("frame-ancestors 'none'")
        expect(policy, label).not.toMatch(/script-src[^;]*unsafe-inline/)
        if (headers['x-forwarded-proto'])
          expect(answer.headers['strict-transport-security'], label).toMatch(/max-age=\d{8}/)
        expect(answer.headers['x-powered-by'], label).toBeUndefined()
        if (answer.status === 200 && urls.includes(url))
          expect(answer.headers['cache-control'], label).toContain('no-store')
      }
    }
  })

  test('does not come with what only we should read', async () => {
    const map = await raw(base, 'GET', `/_next/static/chunks/${chunk()}.map`)
    expect(map.status).toBe(404)
    for (const path of [
      '/.env',
      '/.daybook/env',
      '/_next/../.env',
      '/_next/static/../server/server-reference-manifest.json',
    ]) {
      expect((await raw(base, 'GET', path)).status, path).toBe(404)
    }
  })
})

test.describe('the call of an action', () => {
  test('from elsewhere is refused, whatever it says of the way it came', async () => {
    const action = builtActions().find(({ name }) => name === 'addUser')
    if (!action) throw new Error('addUser is not in the build')
    const { host } = new URL(base)
    const count = () => sql("SELECT count(*)::int AS n FROM app_user WHERE email_norm LIKE 'mallory%'")
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'evil' },
      { origin: '' },
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
      { origin: 'https://evil.example', forwarded: 'host=evil.example' },
      { origin: `https://evil.example#${host}` },
      { origin: base, 'sec-fetch-site': 'cross-site' },
      { origin: base, 'sec-fetch-site': 'same-site' },
    ]
    for (const [n, headers] of foreign.entries()) {
      const person = { name: 'M', email: `mallory${n}@evil.test`, role: 'admin', password: 'tide tables at nine' }
      const input = { commandId: '0195a1b2-0000-7000-8000-00000000000b', ...person }
      const answer = await admin.call(action, [input], headers)
      expect(answer.status, JSON.stringify(headers)).toBe(403)
      expect(answer.text).toContain('another site')
    }
    expect(await count()).toEqual([{ n: 0 }])
  })

  test('without an origin is refused too', async () => {
    const action = builtActions().find(({ name }) => name === 'signOut')
    if (!action) throw new Error('signOut is not in the build')
    const headers = { cookie, 'next-action': action.id, 'content-type': 'text/plain;charset=UTF-8' }
    expect((await raw(base, 'POST', action.page, headers)).status).toBe(403)
    expect((await admin.fetch('/settings')).status).toBe(200)
  })
})

test.describe('in a browser', () => {
  test('no page breaks the content policy, and each has a nonce of its own', async ({ page, context }) => {
    test.setTimeout(240_000)
    await context.addCookies([...admin.cookies].map(([name, value]) => ({ name, value, url: base })))
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { violations: seen })
      document.addEventListener('securitypolicyviolation', (event) => {
        seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
      })
    })
    const violations = () => page.evaluate(() => (window as unknown as { violations: string[] }).violations)
    const urls = builtPaths().pages.map(({ url }) => url)
    for (const url of [...urls, `/roster/${await weekId()}`, '/nope']) {
      const nonces = new Set<string>()
      for (let load = 0; load < 2; load++) {
        const response = await page.goto(url)
        nonces.add(/'nonce-([^']+)'/.exec(response?.headers()['content-security-policy'] ?? '')?.[1] ?? '')
        // Pages ask again and again, so the network is never at rest; what a page loads by itself it loads at once.
        await page.waitForTimeout(300)
        expect(await violations(), url).toEqual([])
      }
      expect(nonces.size, url).toBe(2)
      for (const nonce of nonces) expect(Buffer.from(nonce, 'base64').length, url).toBe(16)
    }
  })

  test('a script that got into a page does not run', async ({ page }) => {
    await page.route('**/sign-in', async (route) => {
      const response = await route.fetch()
      const smuggled = '<script>window.owned = 1</script><img src="/nope" onerror="window.owned = 2">'
      await route.fulfill({ response, body: (await response.text()).replace('</main>', `</main>${smuggled}`) })
    })
    const told = page.waitForRequest((request) => request.url().endsWith('/api/csp'))
    await page.goto('/sign-in')
    expect(await page.content()).toContain('window.owned = 1')
    expect((await (await told).response())?.status()).toBe(204)
    const ran = await page.evaluate(async () => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<a id="bad" href="javascript:window.owned=3">x</a><iframe srcdoc="<script>parent.owned = 4</script>"></iframe>',
      )
      document.getElementById('bad')?.click()
      await new Promise((resolve) => setTimeout(resolve, 500))
      return (window as unknown as { owned?: number }).owned ?? null
    })
    expect(ran).toBeNull()
  })
})
