import { describe, expect, test } from 'vitest'
import { decide } from '@/lib/engine/decide'
import { type ScheduleEdge, type ScheduleState, schedule } from './machine'

const TABLE: Readonly<Record<ScheduleEdge, Readonly<Record<ScheduleState, ScheduleState | null>>>> = {
  update: { ACTIVE: 'ACTIVE', PAUSED: 'PAUSED', REMOVED: null },
  pause: { ACTIVE: 'PAUSED', PAUSED: null, REMOVED: null },
  unpause: { ACTIVE: null, PAUSED: 'ACTIVE', REMOVED: null },
  unregister: { ACTIVE: 'REMOVED', PAUSED: 'REMOVED', REMOVED: null },
  register: { ACTIVE: null, PAUSED: null, REMOVED: 'ACTIVE' },
}

describe('every cell of schedule', () => {
  test.each(
    Object.entries(TABLE).flatMap(([edge, cells]) =>
      Object.entries(cells).map(([state, to]) => [edge, state, to] as const),
    ),
  )('%s from %s leads to %s', (edge, state, to) => {
    const decision = decide(schedule, edge, { state, version: 3, lease: null }, new Date(0))
    expect(decision.ok ? decision.to : null).toEqual(to === null ? null : [to])
  })

  test('the table has each edge and each state', () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(schedule.edges).sort())
    for (const cells of Object.values(TABLE))
      expect(Object.keys(cells).sort()).toEqual(Object.keys(schedule.states).sort())
  })
})
