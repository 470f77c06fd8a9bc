import { describe, expect, it } from 'vitest'
import { readReport, takePolicyReport } from '@/lib/server/policy-report'

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const report = {
  'document-uri': 'https://daybook.example/timeline?who=user#x',
  'effective-directive': 'script-src-elem',
  'blocked-uri': 'https://evil.example/a.js?token=1',
  'source-file': '',
}

describe('a report of a broken content policy', () => {
  it('is read without what stands behind the path', () => {
    expect(readReport(bytes({ 'csp-report': { ...report, 'line-number': 7 } }))).toEqual({
      directive: 'script-src-elem',
      blocked: 'https://evil.example/a.js',
      page: 'https://daybook.example/timeline',
      source: '',
    })
    expect(readReport(bytes({ 'csp-report': { 'blocked-uri': 'inline' } }))?.blocked).toBe('inline')
  })

  it('is nothing when it is no report', () => {
    for (const value of [null, [], 7, {}, { 'csp-report': [] }]) expect(readReport(bytes(value))).toBeNull()
    expect(readReport(new TextEncoder().encode('{'))).toBeNull()
  })

  it('is never answered, and never an error', async () => {
    for (const body of ['', '{', 'x'.repeat(100_000), JSON.stringify({ 'csp-report': 1 })]) {
      const answer = await takePolicyReport(new Request('http://localhost/api/csp', { method: 'POST', body }))
      expect(answer.status).toBe(204)
    }
  })
})
