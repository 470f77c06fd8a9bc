import { z } from 'zod'
import { defineMachine } from '@/lib/engine/machine'

export type ScheduleState = 'ACTIVE' | 'PAUSED' | 'REMOVED'
export type ScheduleEdge = 'update' | 'pause' | 'unpause' | 'unregister' | 'register'

/** Columns that say when, and where it stands by that. A change of the terms writes all of these at once. */
const TERMS = ['cron', 'zone', 'jitter', 'repeats', 'catch_up', 'catch_up_window', 'overlap', 'note'] as const
const STAND = ['cursor', 'cursor_local', 'next_fire_at', 'due_at', 'tz_version', 'by_tick', 'last_error'] as const
const PAUSE = ['pause_reason', 'paused_by', 'paused_at'] as const
const terms = z.strictObject({ cron: z.string(), zone: z.string(), jitter: z.int() })

/** One schedule. Its fires are a ledger of their own; how far it has come is no state of it. */
export const schedule = defineMachine<ScheduleState, ScheduleEdge>({
  name: 'schedule',
  table: 'schedule',
  column: 'state',
  states: {
    ACTIVE: 'It fires. Left by pausing it or taking it away.',
    PAUSED: 'Its times pass and are recorded as skipped. Left by resuming it or taking it away.',
    REMOVED: 'Nobody wants it any more; its ledger stays. Left by registering the same id again.',
  },
  birth: { states: ['ACTIVE'], event: 'schedule.registered', data: terms },
  terminal: [],
  edges: {
    update: {
      from: ['ACTIVE', 'PAUSED'],
      to: 'same',
      kind: 'pure',
      event: 'schedule.updated',
      data: z.strictObject({ from: terms, to: terms }),
      writes: [...TERMS, ...STAND],
    },
    pause: {
      from: ['ACTIVE'],
      to: 'PAUSED',
      kind: 'pure',
      event: 'schedule.paused',
      data: z.strictObject({}),
      writes: [...PAUSE, 'by_tick'],
    },
    unpause: {
      from: ['PAUSED'],
      to: 'ACTIVE',
      kind: 'pure',
      event: 'schedule.resumed',
      data: z.strictObject({}),
      writes: [...PAUSE, 'by_tick'],
    },
    unregister: {
      from: ['ACTIVE', 'PAUSED'],
      to: 'REMOVED',
      kind: 'pure',
      event: 'schedule.unregistered',
      data: z.strictObject({}),
      writes: [...PAUSE, ...STAND],
    },
    register: {
      from: ['REMOVED'],
      to: 'ACTIVE',
      kind: 'pure',
      event: 'schedule.registered_again',
      data: terms,
      writes: [...TERMS, ...STAND, 'task_queue', 'workflow_type', 'args'],
    },
  },
  leases: {},
  columns: {
    key: 'text',
    task_queue: 'text',
    workflow_type: 'text',
    args: 'jsonb',
    note: 'text',
    cron: 'text',
    zone: 'text',
    jitter: 'int',
    repeats: 'text',
    catch_up: 'text',
    catch_up_window: 'int',
    overlap: 'text',
    pause_reason: 'text',
    paused_by: 'text',
    paused_at: 'timestamptz',
    cursor: 'timestamptz',
    cursor_local: 'text',
    next_fire_at: 'timestamptz',
    due_at: 'timestamptz',
    tz_version: 'text',
    by_tick: 'boolean',
    last_error: 'text',
    created_at: 'timestamptz',
  },
})
