import { formatInstant } from '@/lib/platform/zone-format'
import { type RunState, run } from '../../machine'
import { deadlineAfter, isOpening, MOVES, versionBefore } from '../rules'
import type { Check, StepName } from '../schema'
import { CHECKING, eventName, eventsText, heldText } from './labels'
import { judgeListed, judgeMails, judgeNoMail, judgeOthers } from './mails/rules'
import {
  judgeAnswers,
  judgeBound,
  judgeChanged,
  judgeCounted,
  judgeKept,
  judgeLate,
  judgeLateCounts,
  judgePairs,
  judgeRoster,
  judgeSame,
  judgeSeats,
} from './roster/rules'
import type { Facts, Found, PartName, Spec } from './schema'

/** Where each step leaves the scratch week. */
const STATE_AFTER: Record<StepName, RunState> = {
  open: 'COLLECTING',
  extend: 'COLLECTING',
  close: 'CLOSED',
  generate: 'ASSIGNED',
  reopen: 'COLLECTING',
  regenerate: 'ASSIGNED',
  approve: 'APPROVED',
  send: 'SENT',
}

function judgeState({ step, week }: Facts): Found {
  const expected = STATE_AFTER[step]
  return { text: `state is ${expected}`, expected, found: week.state, ok: week.state === expected }
}

/** Exactly the moves of the step, one event each, by a person; the versions follow on those of the steps before. */
function judgeEvents({ step, week, moves }: Facts): Found {
  const [edges, from] = [MOVES[step], versionBefore(step)]
  const made = moves.filter(({ version }) => version > from)
  const ok =
    week.version === from + edges.length &&
    made.length === edges.length &&
    made.every(
      ({ version, edge, type, actorKind }, n) =>
        version === from + n + 1 && edge === edges[n] && type === run.edges[edges[n]].event && actorKind === 'user',
    )
  const by = [...new Set(made.map(({ actorName }) => actorName))].join(', ')
  const names = made.map(({ type, actorName, actorKind }) =>
    actorKind === 'user' ? eventName(type) : `${eventName(type)} by ${actorName}`,
  )
  return {
    text: eventsText(edges.length),
    expected: String(edges.length),
    found: ok ? `${made.length}, by ${by}` : names.join(', ') || 'none',
    ok,
  }
}

/** The lease is free, and each leased move held one that it ended itself; one that died was closed on the way. */
function judgeLease({ step, week, leases }: Facts): Found {
  const leased = MOVES[step].filter((edge) => run.edges[edge].kind === 'leased')
  const ended = leases.filter(({ outcome }) => outcome === 'finalized')
  const open = week.lease !== null || leases.some(({ outcome }) => outcome === null)
  if (leased.length === 0)
    return { text: 'no lease is held', expected: 'free', found: open ? 'held' : 'free', ok: !open }
  const ok = !open && ended.length === leased.length
  const held = heldText(
    ended.reduce((sum, { ms }) => sum + ms, 0),
    leases.filter(({ outcome }) => outcome === 'superseded').length,
  )
  const found = open ? 'still held' : ok ? held : `${ended.length} of ${leased.length} were ended`
  return { text: 'lease free again', expected: 'free', found, ok }
}

/** The deadline is the step's own, and later than the one before. */
function judgeDeadline({ step, week, moves }: Facts): Found | null {
  if (!isOpening(step)) return null
  const due = deadlineAfter(step, week)
  const said = moves.filter(({ data }) => typeof data.deadline === 'string').map(({ data }) => String(data.deadline))
  const [last, previous] = [said.at(-1), said.at(-2)]
  const label = (at: Date) => formatInstant(week.zone, at, 'dayTime')
  const ok =
    week.deadlineAt.getTime() === due.getTime() &&
    last === due.toISOString() &&
    (previous === undefined || previous < last)
  const text = step === 'open' ? 'the form is open until its deadline' : 'the deadline is moved'
  return { text, expected: label(due), found: label(week.deadlineAt), ok }
}

const common = (after: PartName): Spec[] => [
  { name: 'state', after, judge: judgeState },
  { name: 'events', after, judge: judgeEvents },
  { name: 'lease', after, judge: judgeLease },
]
const opening: Spec[] = [
  ...common('move'),
  { name: 'deadline', after: 'move', judge: judgeDeadline },
  { name: 'mails', after: 'deliver', judge: judgeMails },
  { name: 'listed', after: 'move', judge: judgeListed },
  { name: 'others', after: 'deliver', judge: judgeOthers },
]
const quiet = (after: PartName): Spec[] => [
  { name: 'no-mail', after, judge: judgeNoMail },
  { name: 'others', after, judge: judgeOthers },
]
const picked = (after: PartName): Spec[] => [
  { name: 'roster', after, judge: judgeRoster },
  { name: 'seats', after, judge: judgeSeats },
  { name: 'pairs', after, judge: judgePairs },
]
const answers: Spec = { name: 'answers', after: 'answer', judge: judgeAnswers }

const SPECS: Record<StepName, Spec[]> = {
  open: [...opening, answers],
  extend: [...opening, answers],
  close: [
    ...common('move'),
    { name: 'counted', after: 'move', judge: judgeCounted },
    { name: 'late', after: 'late', judge: judgeLate },
    ...quiet('late'),
  ],
  generate: [...common('move'), ...picked('move'), ...quiet('move')],
  reopen: [
    ...opening,
    { name: 'late-counts', after: 'move', judge: judgeLateCounts },
    { name: 'kept', after: 'move', judge: judgeKept },
  ],
  regenerate: [
    { name: 'changed', after: 'generate', judge: judgeChanged },
    { name: 'same', after: 'regenerate', judge: judgeSame },
    ...common('regenerate'),
    ...picked('regenerate'),
    ...quiet('regenerate'),
  ],
  approve: [...common('move'), { name: 'bound', after: 'move', judge: judgeBound }, ...quiet('move')],
  send: [
    ...common('settle'),
    { name: 'bound', after: 'queue', judge: judgeBound },
    { name: 'mails', after: 'deliver', judge: judgeMails },
    { name: 'listed', after: 'queue', judge: judgeListed },
    { name: 'others', after: 'deliver', judge: judgeOthers },
  ],
}

/** The checks of a step: those whose part is done as they are found, the others as still being checked. */
export const checksOf = (facts: Facts, done: ReadonlySet<PartName>): Check[] =>
  SPECS[facts.step].flatMap(({ name, after, judge }): Check[] => {
    const judged = judge(facts)
    if (!judged) return []
    return [{ name, ...judged, ...(done.has(after) ? {} : { found: CHECKING, ok: null }) }]
  })
