import { nearTime } from '../desk/rules'
import type { RunLine } from '../desk/schema'
import { lateWords, outcomeMark, PASSED, tookWords } from './labels'
import type { KeptFire } from './schema'

/** What came last, as the list says it. */
export const lastWords = (fire: KeptFire): string =>
  fire.state === 'fired'
    ? outcomeMark(fire.outcome, fire.attempt).label.toLowerCase()
    : PASSED[fire.state].label.toLowerCase()

/** A row of the ledger in words, by the clocks of its schedule. */
export function runOf(fire: KeptFire, zone: string, now: Date): RunLine {
  const passed = fire.state === 'fired' ? null : PASSED[fire.state]
  const mark = passed ?? outcomeMark(fire.outcome, fire.attempt)
  const seconds = Math.round((fire.actualAt.getTime() - fire.fireAt.getTime()) / 1_000)
  return {
    key: `${fire.kind}${fire.fireAt.toISOString()}`,
    at: nearTime(zone, fire.fireAt, now),
    until: fire.lastAt && { count: fire.count, at: nearTime(zone, fire.lastAt, now) },
    mark: { tone: mark.tone, icon: mark.icon, label: mark.label },
    says: fire.detail ?? passed?.says ?? '',
    late: passed || fire.kind === 'manual' ? '' : lateWords(seconds),
    took: passed || !fire.finishedAt ? '' : tookWords(fire.finishedAt.getTime() - fire.actualAt.getTime()),
    by: fire.actorName,
  }
}
