import { describe, expect, it } from 'vitest'
import { unanswerable } from '@/lib/server/listener'

describe('what stands before Next', () => {
  it('refuses methods that no page and no file has', () => {
    for (const method of ['TRACE', 'TRACK', 'CONNECT']) expect(unanswerable(method, '/sign-in')?.status).toBe(405)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect(unanswerable(method, '/_next/static/chunks/a.js')?.status).toBe(405)
    }
  })

  it('refuses addresses that cannot be decoded', () => {
    for (const url of ['/roster/%ff', '/%', '/availability/%c3%28', '/a%0', '/%zz?x=1']) {
      expect(unanswerable('GET', url)?.status, url).toBe(400)
    }
  })

  it('does not show the page for broken frames', () => {
    for (const url of ['/_global-error', '/_global-error?x', '//_global-error']) {
      expect(unanswerable('GET', url)?.status).toBe(404)
    }
  })

  it('lets all else through', () => {
    for (const url of [
      '/',
      '/roster/%C3%A9',
      '/timeline?who=%ff',
      '/_next/static/chunks/a.js',
      '/availability/a%2Fb',
    ]) {
      expect(unanswerable('GET', url), url).toBeNull()
    }
    for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(unanswerable(method, '/api/health'), method).toBeNull()
    }
  })
})
