import { describe, expect, test } from 'vitest'
import { allowedEdges, decide } from '@/lib/engine/decide'
import { OLD, OLD_OF } from './legacy/machine'
import { type RunEdge, type RunState, type RunSubject, run } from './machine'

const NOON = new Date('2026-03-02T12:00:00Z')

const open: RunSubject = {
  ...{ endsAt: new Date('2026-03-09T12:00:00Z'), tenders: 24, shifts: 10 },
  ...{ rowsLeft: 0, otherOpen: false, queued: false },
}

/** What each edge does in each state: the state it leads to, or `-` for a refusal. */
const TABLE = `
                DRAFT       COLLECTING  CLOSED      ASSIGNED    APPROVED    SENT
open            COLLECTING  -           -           -           -           -
extend          -           COLLECTING  -           -           -           -
close           -           CLOSED      -           -           -           -
reopen          -           -           COLLECTING  -           -           -
generate        -           -           ASSIGNED    -           -           -
regenerate      -           -           -           ASSIGNED    -           -
reopenAssigned  -           -           -           COLLECTING  -           -
approve         -           -           -           APPROVED    -           -
unapprove       -           -           -           -           ASSIGNED    -
queue           -           -           -           -           APPROVED    -
send            -           -           -           -           SENT        -
edit            -           -           -           ASSIGNED    -           -
takeLate        -           -           CLOSED      ASSIGNED    -           -
reshape         DRAFT       COLLECTING  CLOSED      ASSIGNED    -           -
settings        DRAFT       COLLECTING  CLOSED      ASSIGNED    APPROVED    -
`

const [states = [], ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const cells = rows.flatMap(([edge = '', ...to]) => states.map((state, n) => [edge, state, to[n] ?? ''] as const))

describe('every cell of run', () => {
  test('the table has every edge and every state', () => {
    expect(rows.map(([edge]) => edge).sort()).toEqual(Object.keys(OLD_OF).sort())
    expect(states).toEqual(Object.keys(run.states).filter((state) => state !== OLD))
    for (const [edge, ...to] of rows) expect(to, edge).toHaveLength(states.length)
  })

  test.each(cells)('%s in %s: %s', (edge, state, to) => {
    const decision = decide(run, edge, { state, version: 1, lease: null }, NOON)
    if (to === '-') expect(decision).toEqual({ ok: false, kind: 'illegal', reason: `not_from_${state}` })
    else expect(decision).toEqual({ ok: true, to: [to] })
  })
})

describe('the two engines', () => {
  const at = (edge: string, state: string | null) => decide(run, edge, { state, version: 1, lease: null }, NOON)

  test('no move of the one takes a week of the other', () => {
    for (const edge of Object.keys(OLD_OF)) expect(at(edge, null).ok, edge).toBe(false)
    for (const edge of new Set(Object.values(OLD_OF)))
      for (const state of states) expect(at(edge, state).ok, `${edge} in ${state}`).toBe(false)
  })

  test('every mirror stays where it is, carries the same event, and writes what its move writes', () => {
    for (const [edge, old] of Object.entries(OLD_OF)) {
      const [of, mirror] = [run.edges[edge as RunEdge], run.edges[old]]
      expect(at(old, null), old).toEqual({ ok: true, to: [OLD] })
      expect(mirror.writes).toEqual(expect.arrayContaining([...(of.writes ?? []), 'ends_at']))
      expect(mirror.event.replace('run.generated', of.event), old).toBe(of.event)
    }
  })

  test('a week is adopted where it stands and handed back from anywhere but SENT', () => {
    expect(at('adopt', null)).toEqual({ ok: true, to: states.filter((state) => state !== 'SENT') })
    for (const state of states) expect(at('adopt', state).ok).toBe(false)
    expect(states.map((state) => at('unadopt', state).ok)).toEqual([true, true, true, true, true, false])
  })
})

test('the leases: which edge takes which', () => {
  const leased = Object.entries(run.edges).map(([name, edge]) => [name, edge.kind === 'leased' ? edge.lease : null])
  expect(Object.fromEntries(leased.filter(([, lease]) => lease !== null))).toEqual({
    ...{ close: 'close', generate: 'generate', regenerate: 'generate', queue: 'send', send: 'send' },
    ...{ oldClose: 'close', oldGenerate: 'generate', oldQueue: 'send', oldSend: 'send' },
  })
})

describe('the rules of the buttons', () => {
  const ask = (state: RunState, edge: RunEdge, over: Partial<RunSubject>) =>
    allowedEdges(run, { state, version: 1, lease: null }, { ...open, ...over }, NOON)[edge].reason

  const past = { endsAt: NOON }
  test.each<[RunState, RunEdge, string | null, Partial<RunSubject>]>([
    ['DRAFT', 'open', null, {}],
    ['DRAFT', 'open', 'no_shifts', { shifts: 0 }],
    ['DRAFT', 'open', 'no_tenders', { tenders: 0 }],
    ['DRAFT', 'open', 'other_open', { otherOpen: true }],
    ['DRAFT', 'open', 'week_over', past],
    ['CLOSED', 'reopen', 'other_open', { otherOpen: true }],
    ['CLOSED', 'reopen', 'week_over', past],
    ['ASSIGNED', 'reopenAssigned', 'other_open', { otherOpen: true }],
    ['ASSIGNED', 'reopenAssigned', 'week_over', past],
    ['CLOSED', 'generate', 'no_tenders', { tenders: 0 }],
    ['ASSIGNED', 'regenerate', 'no_tenders', { tenders: 0 }],
    ['APPROVED', 'unapprove', null, { queued: true }],
    ['APPROVED', 'unapprove', 'mail_left', { queued: true, rowsLeft: 1 }],
    ['APPROVED', 'queue', null, {}],
    ['APPROVED', 'queue', 'already_queued', { queued: true }],
    ['APPROVED', 'queue', 'week_over', past],
    ['COLLECTING', 'extend', null, {}],
    ['COLLECTING', 'extend', 'week_over', past],
    ['COLLECTING', 'close', null, { tenders: 0, shifts: 0 }],
    ['ASSIGNED', 'approve', null, past],
    ['CLOSED', 'reshape', 'week_over', past],
  ])('%s %s: %s', (state, edge, reason, over) => {
    expect(ask(state, edge, over)).toBe(reason)
  })
})
