import { setTimeout as sleep } from 'node:timers/promises'
import { sealState } from '@/lib/engine/seal'
import type { Context } from '@/lib/platform/context'
import { log } from '@/lib/platform/log'
import { tzVersion } from '@/lib/platform/zones'
import { isSilent, lastTick } from '@/lib/server/status'
import { version } from '@/package.json'

/** Longer than this is no answer, for whoever watches: a load balancer gives up at five to ten seconds. */
const PATIENCE_MS = 5_000

export type RosterEngine = 'v2' | 'legacy' | 'killed'

export type Health = {
  /** `silent`: no good tick for three minutes. `down`: the database does not answer. */
  status: 'ok' | 'silent' | 'down'
  version: string
  database: 'ok' | 'down'
  lastTickAt: string | null
  tzVersion: string
  /** Which engine moves real weeks; `killed`: this process has the new one switched off. Null: nobody could be asked. */
  rosterEngine: RosterEngine | null
  seal: { number: number; head: string; lagSeconds: number } | null
}

/**
 * What anybody may know of this installation's state. Never throws, and answers within five seconds.
 * @param engine the roster's word for the engine in charge
 */
export async function loadHealth(ctx: Context, engine: (ctx: Context) => Promise<RosterEngine>): Promise<Health> {
  const fixed = { version, tzVersion: tzVersion() }
  const patience = new AbortController()
  const asked = Promise.all([lastTick(ctx.db), sealState(ctx), engine(ctx)])
  const waited = sleep(PATIENCE_MS, null, { signal: patience.signal })
  // The one that loses the race may still fail, with nobody left to hear it.
  asked.catch(() => {})
  waited.catch(() => {})
  try {
    const found = await Promise.race([asked, waited])
    if (!found) throw new Error(`no answer within ${PATIENCE_MS} ms`)
    const [last, { number, head, lagSeconds }, rosterEngine] = found
    const status = isSilent(last, ctx.now()) ? 'silent' : 'ok'
    const lastTickAt = last?.toISOString() ?? null
    return { status, database: 'ok', lastTickAt, ...fixed, rosterEngine, seal: { number, head, lagSeconds } }
  } catch (error) {
    log.warn({ requestId: ctx.requestId, err: error }, 'the database does not answer')
    const rosterEngine = ctx.killed ? 'killed' : null
    return { status: 'down', database: 'down', lastTickAt: null, ...fixed, rosterEngine, seal: null }
  } finally {
    patience.abort()
  }
}
