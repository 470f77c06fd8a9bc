import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import { formatDate, shownAt } from '@/lib/platform/zone-format'
import { REASON_WORDS, STATE_WORDS } from '../labels'
import { findFlipper, listRehearsals, readGates } from './data'
import { engineWords } from './labels'
import { flipView, gateViews, isStuck } from './rules'
import type { BusyWeek, CutoverView, GateFacts, GatesView, HalfDoneView } from './schema'

/** More rehearsals than these are found in the timeline. */
const REHEARSALS = 20

const gatesView = (facts: GateFacts, zone: string, now: Date): GatesView => ({
  gates: gateViews(facts, zone, now),
  flip: flipView(facts, now),
})

/** The gates of the next flip and its button, for the page of a rehearsal. */
export async function loadGates(ctx: Context): Promise<GatesView> {
  const [facts, zone] = await Promise.all([readGates(ctx), companyZone(ctx.db)])
  return gatesView(facts, zone, ctx.now())
}

const halfDoneView = ({ id, rosterName, weekOf, version, state, acting }: BusyWeek): HalfDoneView => ({
  id,
  href: `/roster/${id}`,
  title: `${rosterName}, ${formatDate(weekOf, 'week').replace(/^W/, 'w')}`,
  version,
  mark: STATE_WORDS[state],
  lockedReason: acting && (REASON_WORDS[`lease_${acting}`] ?? REASON_WORDS.in_progress ?? null),
})

/** The cut-over as its page shows it. */
export async function loadCutover(ctx: Context): Promise<CutoverView> {
  const [facts, by, rehearsals, zone] = await Promise.all([
    readGates(ctx),
    findFlipper(ctx),
    listRehearsals(ctx, REHEARSALS),
    companyZone(ctx.db),
  ])
  const now = ctx.now()
  const { flag, killed, changedAt, busy, openRehearsal, build, leases } = facts
  return {
    at: now.toISOString(),
    ...gatesView(facts, zone, now),
    engine: { flag, killed, ...engineWords(flag, killed), since: shownAt(zone, changedAt), by },
    halfDone: busy.filter((week) => isStuck(week, facts)).map(halfDoneView),
    rehearsals: rehearsals.map(({ rosterName, beganAt, stoppedAt, signedAt, operatorName, passed, id }) => {
      const ended = signedAt ?? stoppedAt
      return {
        id,
        title: `Rehearsal of ${rosterName}`,
        status: signedAt ? 'signed' : stoppedAt ? 'stopped' : passed === 8 ? 'ready' : 'open',
        began: shownAt(zone, beganAt),
        ended: ended && shownAt(zone, ended),
        operator: operatorName,
        passed,
      }
    }),
    goOn: openRehearsal?.id ?? null,
    build,
    inFlight: openRehearsal !== null || leases > 0,
  }
}
