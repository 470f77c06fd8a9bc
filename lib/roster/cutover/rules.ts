import { formatDate, formatInstant } from '@/lib/platform/zone-format'
import { engineOf } from '../engines/rules'
import { STEPS } from '../rehearsal/schema'
import { busyWords, GATE_TITLES, gapWords, KILL_WORDS, LOCK_WORDS, REHEARSAL_WORDS } from './labels'
import type { CutoverEdge } from './machine'
import type { Ahead, BusyWeek, FlipView, Gate, GateFacts, GateView } from './schema'

/** A rehearsal opens the way for so long, in ms (DESIGN 4, Flag and cut-over). */
export const SIGNED_FOR_MS = 14 * 24 * 3_600_000

/** The flip that is next. */
export const flipOf = ({ flag }: Pick<GateFacts, 'flag'>): CutoverEdge => (flag === 'LIVE' ? 'rollBack' : 'goLive')

/** Whether a flip is open, gate by gate. Going live needs all three, rolling back the idle gap alone. */
export function gatesOf(facts: GateFacts, edge: CutoverEdge, now: Date): Gate[] {
  const gap = gapGate(facts)
  return edge === 'rollBack' ? [gap] : [gap, rehearsalGate(facts, now), killGate(facts)]
}

/** v2 began the week and may not go on with it. */
export const isStuck = (week: BusyWeek, facts: Pick<GateFacts, 'flag' | 'killed'>): boolean =>
  week.v2 && engineOf(facts) === 'old'

function gapGate(facts: GateFacts): Gate {
  const [first, ...others] = facts.busy
  if (!first) return { name: 'gap', open: true, text: openGapText(facts) }
  return { name: 'gap', open: false, text: busyWords(weekName(first), first, others.length, isStuck(first, facts)) }
}

function openGapText(facts: GateFacts): string {
  const [next] = facts.ahead
  if (!next) return gapWords(null, false)
  return gapWords(formatInstant(next.zone, next.opensAt, 'dayTime'), next.autopilot || engineOf(facts) === 'old')
}

/** Weeks that the old engine made and its clock would open, now that v2 waits for a press of each. */
export const unclockedOf = (facts: GateFacts): Ahead[] =>
  engineOf(facts) === 'v2' ? facts.ahead.filter(({ v2, autopilot }) => !v2 && !autopilot) : []

/** 'The Anchor, week of 14 December' */
export const weekName = ({ rosterName, weekOf }: Pick<BusyWeek, 'rosterName' | 'weekOf'>): string =>
  `${rosterName}, ${formatDate(weekOf, 'week').replace(/^W/, 'w')}`

function rehearsalGate(facts: GateFacts, now: Date): Gate {
  const { signed, build } = facts
  const fault = faultOfSigned(facts, now)
  if (signed && fault === null)
    return { name: 'rehearsal', open: true, text: REHEARSAL_WORDS.signed(signed.signedName) }
  const underWay = facts.openRehearsal
  const closed = (text: string | null): Gate => ({ name: 'rehearsal', open: false, text: text ?? REHEARSAL_WORDS.none })
  if (!underWay) return closed(fault)
  if (underWay.build !== build) return closed(REHEARSAL_WORDS.openOnOther)
  if (isBefore(underWay.beganAt, facts)) return closed(REHEARSAL_WORDS.openBefore)
  const isPlayed = underWay.passed === STEPS.length
  return {
    ...closed(isPlayed ? REHEARSAL_WORDS.unsigned : REHEARSAL_WORDS.underWay),
    waits: isPlayed ? 'signing' : 'rehearsing',
  }
}

/** Why the rehearsal that was signed does not count; null where it does, and where there is none. */
function faultOfSigned(facts: GateFacts, now: Date): string | null {
  const { signed, build } = facts
  if (!signed) return null
  if (isBefore(signed.beganAt, facts)) return REHEARSAL_WORDS.before
  if (signed.build !== build) return REHEARSAL_WORDS.onOther
  return now.getTime() - signed.signedAt.getTime() >= SIGNED_FOR_MS ? REHEARSAL_WORDS.old : null
}

/** A flag that was never flipped has no last change: it was made whenever its migration came. */
const isBefore = (beganAt: Date, { flag, version, changedAt }: GateFacts): boolean =>
  flag === 'DORMANT' && version > 0 && beganAt < changedAt

const killGate = ({ killed }: GateFacts): Gate => ({
  name: 'killSwitch',
  open: !killed,
  text: killed ? KILL_WORDS.on : KILL_WORDS.off,
})

/** A flip as its button draws it: free, or locked with the reason of the first gate that is closed. */
export function flipView(facts: GateFacts, now: Date): FlipView {
  const edge = flipOf(facts)
  const closed = gatesOf(facts, edge, now).find((gate) => !gate.open)
  const reason = closed ? LOCK_WORDS[closed.waits ?? closed.name] : null
  return { edge, allowed: !closed, reason, version: facts.version }
}

const GO_ON = { rehearsing: 'Go on with it', signing: 'Sign it' } as const
const rehearsalHref = (id: string): string => `/roster/cutover/rehearsal/${id}`

/** Where a gate is mended that is closed, or read that is open. */
function linkOf({ name, open, waits }: Gate, { busy, signed, openRehearsal }: GateFacts): GateView['link'] {
  if (name === 'killSwitch') return null
  if (name === 'rehearsal') {
    if (open) return signed && { href: rehearsalHref(signed.id), label: 'Read it' }
    return openRehearsal
      ? { href: rehearsalHref(openRehearsal.id), label: waits ? GO_ON[waits] : 'Open it' }
      : { href: '/roster/cutover/rehearsal', label: 'Rehearse a week' }
  }
  const [first] = busy
  if (!first) return null
  if (!first.over || first.state === 'COLLECTING') return { href: `/roster/${first.id}`, label: 'Open the week' }
  return first.queued
    ? { href: `/outbox?subject=${first.id}`, label: 'Open the Outbox' }
    : { href: '/', label: 'Go to Today' }
}

/** The gates of the next flip, and for comfort what else goes on. @param zone the company's */
export function gateViews(facts: GateFacts, zone: string, now: Date): GateView[] {
  const gates = gatesOf(facts, flipOf(facts), now).map(
    (gate): GateView => ({
      name: gate.name,
      state: gate.open ? 'open' : gate.waits ? 'waits' : 'closed',
      title: GATE_TITLES[gate.name],
      text: gate.name === 'rehearsal' && gate.open ? signedText(facts, zone) : gate.text,
      link: linkOf(gate, facts),
    }),
  )
  return [...gates, ...comfort(facts)]
}

function signedText({ signed }: GateFacts, zone: string): string | null {
  if (!signed) return null
  const at = (instant: Date) => formatInstant(zone, instant, 'dayTime')
  return REHEARSAL_WORDS.counts(
    signed.signedName,
    at(signed.signedAt),
    at(new Date(signed.signedAt.getTime() + SIGNED_FOR_MS)),
  )
}

/** What locks nothing, and is good to know before a flip. */
function comfort({ leases, unknown }: GateFacts): GateView[] {
  return [
    leases === 0
      ? { name: 'leases', state: 'open', title: 'No action in flight', text: null, link: null }
      : {
          name: 'leases',
          state: 'waits',
          title: leases === 1 ? '1 action in flight' : `${leases} actions in flight`,
          text: 'It ends by itself, or its lease runs out.',
          link: { href: '/timeline?desk=roster&kind=leases', label: 'See which' },
        },
    unknown === 0
      ? { name: 'unknown', state: 'open', title: 'No mail unknown', text: null, link: null }
      : {
          name: 'unknown',
          state: 'waits',
          title: unknown === 1 ? '1 schedule mail unknown' : `${unknown} schedule mails unknown`,
          text: 'Nobody knows whether it arrived. It locks nothing here.',
          link: { href: '/outbox?kind=schedule&state=unknown', label: 'Decide in the Outbox' },
        },
  ]
}
