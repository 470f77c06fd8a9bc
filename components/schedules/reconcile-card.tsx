'use client'

import { type ScheduleActions, STALE } from '@/components/schedules/schedules-actions'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Time } from '@/components/ui/time'
import { TransitionButton } from '@/components/ui/transition-button'
import type { ReconcileView } from '@/lib/schedules/desk/schema'

type Props = {
  report: ReconcileView
  reconcile: ScheduleActions['reconcile']
  onReport: (report: ReconcileView) => void
  onClose: () => void
}

/** What is kept beside what is expected: first what would be done, then, if somebody presses, what was. */
export function ReconcileCard({ report, reconcile, onReport, onClose }: Props) {
  const { at, dryRun, sentence, todo, features } = report
  return (
    <Card
      title={dryRun ? 'Reconcile: what would be done' : 'Reconcile: what was done'}
      className="mb-5"
      aside={
        <>
          <Time iso={at.iso} label={at.label} />
          <Button size="sm" variant="ghost" icon="x" onPress={onClose}>
            Close the report
          </Button>
        </>
      }
    >
      <CardBody>
        <p role="status" className="text-sm">
          {sentence}
        </p>
        {features.map(({ feature, lines }) => (
          <section key={feature} className="mt-3">
            <h3 className="font-mono text-xs text-muted">{feature}</h3>
            <ul className="mt-1 divide-y divide-line text-sm">
              {lines.map(({ key, mark, id, says }) => (
                <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
                  <Badge tone={mark.tone} icon={mark.icon}>
                    {mark.label}
                  </Badge>
                  <code className="font-mono text-xs break-all">{id}</code>
                  <span className="text-muted">{says}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {dryRun && todo > 0 && (
          <div className="mt-3">
            <TransitionButton
              edge={{ name: 'reconcile', label: 'Put it right', icon: 'git-compare', allowed: true }}
              action={reconcile}
              input={{ dryRun: false }}
              variant="primary"
              invalidates={STALE}
              onDone={(value) => onReport(value as ReconcileView)}
            />
          </div>
        )}
      </CardBody>
    </Card>
  )
}
