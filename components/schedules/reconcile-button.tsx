'use client'

import type { ScheduleActions } from '@/components/schedules/schedules-actions'
import { TransitionButton } from '@/components/ui/transition-button'
import type { Lock, ReconcileView } from '@/lib/schedules/desk/schema'

type Props = { reconcile: ScheduleActions['reconcile']; lock: Lock; onReport: (report: ReconcileView) => void }

/** Looks what would be put right; nothing is changed by it. */
export function ReconcileButton({ reconcile, lock, onReport }: Props) {
  return (
    <TransitionButton
      edge={{ name: 'dryRun', label: 'Reconcile', icon: 'git-compare', allowed: !lock, reason: lock }}
      action={reconcile}
      input={{ dryRun: true }}
      variant="ghost"
      onDone={(value) => onReport(value as ReconcileView)}
    />
  )
}
