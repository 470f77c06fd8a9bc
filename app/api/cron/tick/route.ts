import { tickParts } from '@/lib/registry'
import { cronRoute } from '@/lib/server/cron'

/** Seconds: the tightest platform's own limit, three times the tick's budget. */
export const maxDuration = 60

/** GET because Vercel's cron sends nothing else, POST for everybody else. */
export const GET = cronRoute(tickParts)
export const POST = GET

/** Next would answer HEAD by running GET. */
export const HEAD = () => new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
