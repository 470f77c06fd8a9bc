import { proxyLocalActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../worker/effects'
import { startedFor } from './rules'

// Runs in Temporal's sandbox, as whatever workflow type a schedule names: it hands over what it was started for, and the
// ledger decides. Local activities: a fire costs the server one task, and a thousand of them a third of the time.

const { wake, press } = proxyLocalActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/** @returns what came of it, as Temporal's own pages show it */
export default async function fire(): Promise<{ answer: string; detail?: string }> {
  const started = startedFor(workflowInfo().workflowId)
  if (!started) return { answer: 'unknown', detail: 'Its id names no schedule.' }
  return 'at' in started ? wake(started) : press(started)
}
