import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type RehearsalWorld, rehearsalWorld } from '@/lib/testing/rehearsing'

// Resend is the way out: its API, answered by a server of this test.
vi.hoisted(() => {
  process.env.ROSTER_BUILD = 'build-one'
  process.env.RESEND_API_KEY = 're_rehearsal'
  delete process.env.SMTP_URL
})

type Posted = { to: string[]; cc?: string[]; bcc?: string[] }
const posted: Posted[] = []
const keys = new Set<string>()
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    posted.push(JSON.parse(body) as Posted)
    keys.add(String(request.headers['idempotency-key']))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: 'taken' }))
  })
})

// A whole rehearsal is some hundred statements: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

let w: RehearsalWorld
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    real(url.replace('https://api.resend.com', `http://127.0.0.1:${port}`), init),
  )
  w = await rehearsalWorld()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await w.end()
  server.close()
})

it('over Resend each mail is posted once, under its own key, to the operator alone', async () => {
  const { id: rosterId } = await w.roster({ tenders: 4 })
  const id = await w.begin(rosterId)
  await w.passUntil(id)
  expect(posted).toHaveLength(10)
  expect(keys.size).toBe(10)
  for (const { to, cc, bcc } of posted) {
    expect(to).toEqual([expect.stringContaining(w.olive.email)])
    expect([cc, bcc]).toEqual([undefined, undefined])
  }
})
