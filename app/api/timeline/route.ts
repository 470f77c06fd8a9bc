import { subjects } from '@/lib/registry'
import { done } from '@/lib/server/result'
import { route } from '@/lib/server/route'
import { loadTimeline } from '@/lib/timeline/loaders'
import { pageInput } from '@/lib/timeline/schema'

/** A page of the timeline as JSON: the first one again and again while a list is in sight, older ones by `cursor`. */
export const GET = route(
  { name: 'timeline', method: 'GET', access: { permission: 'timeline.read' }, input: pageInput },
  async (ctx, input) => done(await loadTimeline(ctx, subjects, input)),
)
