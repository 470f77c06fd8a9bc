import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { everyStamps, stateByTheRules } from '@/lib/testing/stamps'
import { legacyProgress, type Stamps, stampAfter, stampsFor, stampsOfMove } from './rules'

const ROWS = everyStamps()
const STATES = ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED', 'SENT'] as const

const instant = fc.integer({ min: -5, max: 5 }).chain((near) =>
  // Near one another, so that ties and neighbours by a millisecond are drawn often; and anywhere.
  fc.oneof(
    fc.constant(new Date(1_772_442_000_000 + near)),
    fc.date({ min: new Date('1990-01-01Z'), max: new Date('2200-01-01Z'), noInvalidDate: true }),
  ),
)
const stamp = fc.option(instant)
const stamps = fc.record({ openedAt: stamp, closedAt: stamp, generatedAt: stamp, reopenedAt: stamp })
const latest = (row: Partial<Stamps>) =>
  Math.max(...[row.openedAt, row.closedAt, row.generatedAt, row.reopenedAt].map((at) => at?.getTime() ?? -Infinity))

describe('where the stamps say a week is', () => {
  test.each(STATES)('every row that is %s by the rules', (state) => {
    const rows = ROWS.filter((row) => stateByTheRules(row) === state)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => legacyProgress(row) !== state).map(({ name }) => name)).toEqual([])
  })

  test('the table is whole: three statuses, and every order of five stamps with ties and absences', () => {
    expect(new Set(ROWS.map(({ name }) => name)).size).toBe(3 * 1082)
  })

  test('of two that share an instant the later step wins', () => {
    const at = new Date('2026-03-02T09:00:00Z')
    const none = {
      status: 'pending',
      openedAt: null,
      closedAt: null,
      generatedAt: null,
      reopenedAt: null,
      sentAt: null,
    }
    expect(legacyProgress({ ...none, openedAt: at, closedAt: at })).toBe('CLOSED')
    expect(legacyProgress({ ...none, closedAt: at, generatedAt: at })).toBe('ASSIGNED')
    expect(legacyProgress({ ...none, generatedAt: at, reopenedAt: at })).toBe('COLLECTING')
  })

  test('whatever the instants are', () => {
    const row = fc.record({
      status: fc.constantFrom('pending', 'approved', 'sent'),
      ...{ openedAt: stamp, closedAt: stamp, generatedAt: stamp, reopenedAt: stamp, sentAt: stamp },
    })
    fc.assert(
      fc.property(row, (drawn) => {
        expect(legacyProgress(drawn)).toBe(stateByTheRules(drawn))
      }),
    )
  })
})

/** A week of v2 as it may stand: the status is written through, and a draft was never opened. */
const held = fc
  .record({ state: fc.constantFrom('DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED' as const), stamps })
  .map(({ state, stamps: drawn }) => ({
    state,
    row: {
      status: state === 'APPROVED' ? 'approved' : 'pending',
      sentAt: null,
      ...(state === 'DRAFT' ? { openedAt: null, closedAt: null, generatedAt: null, reopenedAt: null } : drawn),
    },
  }))

test('handed back, a week is where it was, whatever its stamps and the clock say', () => {
  fc.assert(
    fc.property(held, instant, ({ state, row }, now) => {
      const written = stampsFor(state, row, now)
      expect(legacyProgress({ ...row, ...written })).toBe(state)
      // No stamp is taken away, none is written without need, and one at most.
      expect(Object.keys(written).length).toBeLessThanOrEqual(legacyProgress(row) === state ? 0 : 1)
    }),
    { numRuns: 1000 },
  )
})

test('a new stamp lies past every other one, and is the clock’s own instant where that does', () => {
  fc.assert(
    fc.property(stamps, instant, (drawn, now) => {
      const row = { status: 'pending', sentAt: null, ...drawn }
      const next = stampAfter(row, now)
      expect(next.getTime()).toBeGreaterThan(latest(row))
      if (now.getTime() > latest(row)) expect(next).toEqual(now)
      else expect(next.getTime()).toBe(latest(row) + 1)
    }),
  )
})

test('each step is read back as its own state, though the clock was set back before it', () => {
  const step = fc.constantFrom(
    ...([
      ['openedAt', 'COLLECTING'],
      ['closedAt', 'CLOSED'],
      ['generatedAt', 'ASSIGNED'],
      ['reopenedAt', 'COLLECTING'],
    ] as const),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(step, instant), { maxLength: 12 }), (steps) => {
      let row: Stamps = {
        status: 'pending',
        sentAt: null,
        openedAt: null,
        closedAt: null,
        generatedAt: null,
        reopenedAt: null,
      }
      for (const [[column, state], now] of steps) {
        row = { ...row, [column]: stampAfter(row, now) }
        expect(legacyProgress(row)).toBe(state)
      }
    }),
  )
})

test('an approval that is taken back leaves a generated week, whatever the stamps beneath it say', () => {
  fc.assert(
    fc.property(stamps, instant, (drawn, now) => {
      const row = { status: 'approved', sentAt: null, ...drawn }
      const written = stampsOfMove('ASSIGNED', row, { status: 'pending', steps: [] }, now)
      expect(legacyProgress({ ...row, ...written, status: 'pending' })).toBe('ASSIGNED')
      if (stateByTheRules({ ...row, status: 'pending' }) === 'ASSIGNED') expect(written).toEqual({})
    }),
  )
})
