import type { Context } from '@/lib/platform/context'
import { CAPTURED, kindWord, STATE_WORDS } from '../labels'
import { groupsOf, rowOf, type Scene } from '../loaders'
import { findMessage, listUndecided } from '../outbox/data'
import { type LoadedMessage, loadedOf } from '../outbox/loaders'
import { holdState } from '../restore/process'
import { countRehearsed, listEnvelopes, listRehearsed } from './data'
import type { RehearsalMails } from './schema'

/** A rehearsal's scratch week, and the zone of its roster, in whose time everything of it is said. */
type Scratch = { runId: string; zone: string }

const sceneOf = (ctx: Context, zone: string): Scene => ({
  zone,
  now: ctx.now(),
  aboutOf: () => ({ name: 'Rehearsal', href: null }),
})

const IN_FLIGHT = ['queued', 'claimed', 'sending']

/** The messages of one rehearsal, newest first. Who may read them is the caller's to ask. */
export async function loadRehearsalMails(ctx: Context, { runId, zone }: Scratch): Promise<RehearsalMails> {
  const [listed, counts, recipients, undecided, hold] = await Promise.all([
    listRehearsed(ctx.db, runId),
    countRehearsed(ctx.db, runId),
    listEnvelopes(ctx.db, runId),
    listUndecided(ctx.db, {}, { rehearsal: true, subjectId: runId }),
    holdState(ctx),
  ])
  const scene = sceneOf(ctx, zone)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return {
    at: scene.now.toISOString(),
    rows: listed.map((message) => rowOf(message, scene)),
    more: Math.max(0, total - listed.length),
    counts: counts.map((one) => ({
      ...one,
      label: kindWord(one.kind),
      mark: one.captured ? CAPTURED : STATE_WORDS[one.state],
    })),
    recipients,
    waiting: groupsOf(undecided, scene),
    inFlight: counts.some(({ state }) => IN_FLIGHT.includes(state)),
    held: hold.held,
  }
}

/** One message of a rehearsal as it was sent, with its attempts; null where the rehearsal has no such message. */
export async function loadRehearsalMail(
  ctx: Context,
  { runId, zone }: Scratch,
  id: string,
): Promise<LoadedMessage | null> {
  const found = await findMessage(ctx.db, id, { rehearsal: true, subjectId: runId })
  return found && loadedOf(ctx, found, sceneOf(ctx, zone))
}
