import type { LiveAnswer, LiveRehearsal } from '@/components/rehearsal/live-rehearsal'
import type { Context } from '@/lib/platform/context'
import { loadGates } from '@/lib/roster/cutover/loaders'
import { loadRehearsal, loadRehearsalStamp } from '@/lib/roster/rehearsal/loaders'

/** Read before the rest: what changes meanwhile is read again by the next poll, not missed. */
async function stampOf(ctx: Context, id: string): Promise<string | null> {
  const found = await loadRehearsalStamp(ctx, id)
  return found && [found.stamp, found.status, found.inFlight].join(' ')
}

async function read(ctx: Context, id: string, stamp: string): Promise<LiveRehearsal | null> {
  const [view, gates] = await Promise.all([loadRehearsal(ctx, id), loadGates(ctx, `/roster/cutover/rehearsal/${id}`)])
  return view && { at: view.at, stamp, view, gates }
}

/** A rehearsal with what it opens the way for; null when it is not there. */
export async function loadLive(ctx: Context, id: string): Promise<LiveRehearsal | null> {
  const stamp = await stampOf(ctx, id)
  return stamp === null ? null : read(ctx, id, stamp)
}

/** The same for whoever has seen one: only when it is another by now. */
export async function loadNewer(ctx: Context, id: string, seen: string): Promise<LiveAnswer | null> {
  const stamp = await stampOf(ctx, id)
  if (stamp === null) return null
  return stamp === seen ? { at: ctx.now().toISOString(), view: null } : read(ctx, id, stamp)
}
