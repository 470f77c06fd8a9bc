import { tickParts } from '@/lib/registry'
import { loadLookAhead } from '@/lib/server/preview/loaders'
import { lookInput } from '@/lib/server/preview/schema'
import { route } from '@/lib/server/route'

/** What the tick would do at a moment. It reads alone: for whoever may read what it did. */
export const GET = route(
  { name: 'settings.clock', method: 'GET', access: { permission: 'timeline.read' }, input: lookInput },
  (ctx, asked) => loadLookAhead(ctx, tickParts, asked),
)
