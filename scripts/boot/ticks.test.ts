import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { keepTicking } from './ticks.mjs'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.restoreAllMocks()
})

/** A server that answers each tick with a status, so long after it is asked. */
async function serve(status: number, ms: number) {
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`)
    await sleep(ms)
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const running = new AbortController()
  ends.push(
    () => running.abort(),
    () => server.close(),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, signal: running.signal }
}

test.each([200, 500])('the first tick is waited for until it is answered, also with %i', async (status) => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { url, seen, signal } = await serve(status, 200)
  let isAnswered = false
  const first = keepTicking(url, 'secret', signal).then(() => {
    isAnswered = true
  })
  await expect.poll(() => seen).toEqual(['/api/cron/tick Bearer secret'])
  expect(isAnswered).toBe(false)
  await first
  expect(said.mock.calls).toEqual(status === 200 ? [] : [['tick       answered 500 {}']])
})

test('where nobody answers the first tick is over at once, and says so', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const running = new AbortController()
  ends.push(() => running.abort())
  await keepTicking('http://127.0.0.1:9', 'secret', running.signal)
  expect(said).toHaveBeenCalledTimes(1)
  expect(said.mock.calls[0]?.[0]).toMatch(/^tick {7}failed: /)
})
