import { z } from 'zod'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { readBytes } from '@/lib/server/body'

const MAX_BYTES = 16 * 1024
/** A page that breaks the policy says so at each load, and anybody may send reports: the log must not drown in them. */
const MOST = 20
const WINDOW_MS = 60_000

const text = z.string().max(4_000).catch('')
/** As browsers send what `report-uri` asks for (CSP 3, 5.3); they add fields as they like. */
const sent = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
  }),
})

/** An address without what may identify somebody: no query, no fragment. */
const placeOf = (uri: string): string => {
  if (!URL.canParse(uri)) return uri.slice(0, 40)
  const { origin, pathname } = new URL(uri)
  return `${origin === 'null' ? '' : origin}${pathname}`.slice(0, 300)
}

/** What a report says, in a line; null when it is none. */
export function readReport(bytes: Uint8Array): Record<string, string> | null {
  try {
    const { 'csp-report': report } = sent.parse(JSON.parse(new TextDecoder().decode(bytes)))
    return {
      directive: report['effective-directive'].slice(0, 40),
      blocked: placeOf(report['blocked-uri']),
      page: placeOf(report['document-uri']),
      source: placeOf(report['source-file']),
    }
  } catch {
    return null
  }
}

let window = { began: Number.NEGATIVE_INFINITY, count: 0 }

/** @param now monotonic milliseconds */
function mayLog(now: number): boolean {
  if (now - window.began > WINDOW_MS) window = { began: now, count: 0 }
  window.count += 1
  return window.count <= MOST
}

/** A browser's report that a page broke its content policy (ASVS 5.0 3.4.7): a line in the log, and no answer. */
export async function takePolicyReport(request: Request): Promise<Response> {
  const bytes = await readBytes(request, MAX_BYTES).catch(() => null)
  const report = bytes && readReport(bytes)
  if (report && mayLog(performance.now())) log.warn({ requestId: newId(), ...report }, 'the content policy was broken')
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}
