import { createHash } from 'node:crypto'
import { z } from 'zod'
import { SYSTEM } from '@/lib/platform/context'
import { FEED_GONE, FEED_UNKNOWN } from '@/lib/roster/links/labels'
import { loadFeed } from '@/lib/roster/links/loaders'
import { route } from '@/lib/server/route'

/** A calendar program may use what it has for so long, in seconds; then it asks whether it changed. */
const FRESH_S = 300

const plain = (status: number, text: string) =>
  new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

/** A tender's shifts for their calendar program. Whoever holds the address may read it; it changes nothing. */
export const GET = route(
  {
    name: 'calendar',
    method: 'GET',
    access: { public: true, actor: SYSTEM },
    input: z.strictObject({ token: z.string().max(200) }),
  },
  async (ctx, { token }, request) => {
    const feed = await loadFeed(ctx, token.replace(/\.ics$/, ''))
    if (!feed.ok) return feed.gone ? plain(410, FEED_GONE) : plain(404, FEED_UNKNOWN)
    const etag = `"${createHash('sha256').update(feed.body).digest('hex').slice(0, 32)}"`
    const headers = {
      etag,
      'cache-control': `private, max-age=${FRESH_S}, must-revalidate`,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="shifts.ics"',
    }
    const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return known.includes(etag) || known.includes('*')
      ? new Response(null, { status: 304, headers })
      : new Response(feed.body, { headers })
  },
)
