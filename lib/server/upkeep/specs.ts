import type { Owner, SchedulerClient } from '@/lib/schedules/effects'
import { featureOf } from '@/lib/schedules/rules'
import type { Spec } from '@/lib/schedules/schema'

/** One installation is one company, and one namespace. */
const NAMESPACE = 'default'

const weekly = { cron: '0 4 * * 1', zone: 'UTC' } as const

/** What Daybook does for itself, whatever desk is in use. */
export const UPKEEP: readonly Spec[] = [
  {
    id: 'audit-verify:company',
    taskQueue: 'daybook',
    workflowType: 'AuditVerify',
    args: {},
    calendar: weekly,
    note: 'Audit verification',
  },
  {
    // The seed's meta-schedule: Monday 04:00 UTC, for processes that never start anew.
    id: `scheduler-reconcile:${NAMESPACE}`,
    taskQueue: 'daybook',
    workflowType: 'SchedulerReconcile',
    args: {},
    calendar: weekly,
    note: 'Schedules held against their owners',
  },
]

/** Its own owner: every installation is to have each of them, and gets back what it has lost. */
export const upkeepOwners = (client: SchedulerClient): Owner[] =>
  UPKEEP.map((spec) => ({
    feature: featureOf(spec.id),
    expectedIds: [spec.id],
    stillExpected: async (_, id) => id === spec.id,
    heal: () => client.register(spec),
  }))
