'use client'

import Link from 'next/link'
import { Card, CardBody, CardFoot } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { RelativeTime } from '@/components/ui/relative-time'
import { HALF_DONE, LockedMoves, TASK_MOVES, type TaskProps } from '@/components/wizard/task-moves'

/** What to do now, with the next legal move as its one primary button; the others stand beneath, quieter. */
export function TaskCard({ week, actions }: TaskProps) {
  const { task, deadline, state, delivery } = week
  const { primary: Primary, reads: Reads, others: Others, locked } = week.halfDone ? HALF_DONE : TASK_MOVES[state]
  const counts = state === 'COLLECTING' && deadline && !deadline.past && !week.halfDone
  return (
    <Card>
      {week.lease && (
        <Notice bare tone="moving" icon="loader" title={week.lease} text="The page shows what comes of it." live />
      )}
      {week.lastError && !week.lease && (
        <Notice
          bare
          tone="bad"
          icon="circle-x"
          title="The last try failed"
          text={`${week.lastError} Nothing was changed: press again to retry.`}
        />
      )}
      <CardBody
        className={`flex flex-wrap items-center gap-x-4 gap-y-3 ${week.lease || week.lastError ? 'border-t border-line' : ''}`}
      >
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-base font-medium">{task.title}</h2>
          <p className="text-sm text-pretty text-muted">
            {task.text}
            {counts && (
              <>
                {' '}
                That is <RelativeTime iso={deadline.iso} now={week.at} className="text-ink" />.
              </>
            )}
            {week.blockedBy && (
              <>
                {' '}
                First close the open form of the{' '}
                <Link href={week.blockedBy.href} className="rounded-sm text-ink underline underline-offset-2">
                  {week.blockedBy.title.replace(/^W/, 'w')}
                </Link>
                .
              </>
            )}
          </p>
          {delivery && state === 'APPROVED' && (
            <div className="mt-2.5 max-w-md">
              <ProgressBar
                label={`${delivery.sent} of ${delivery.total} mails sent`}
                total={delivery.total}
                parts={[
                  { tone: 'good', count: delivery.sent, label: 'sent' },
                  { tone: 'act', count: delivery.waiting, label: 'waiting for a decision' },
                  { tone: 'quiet', count: delivery.letGo, label: 'not to be sent' },
                ]}
              />
            </div>
          )}
        </div>
        <div
          data-actions
          className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1 max-sm:[&>.contents>*]:flex-1"
        >
          {Reads && <Reads week={week} actions={actions} />}
          <Primary week={week} actions={actions} />
        </div>
      </CardBody>
      {(Others || locked.length > 0) && (
        <CardFoot>
          <div data-actions className="flex flex-1 flex-wrap items-center gap-x-1 gap-y-1">
            {Others && <span aria-hidden>or</span>}
            {Others && <Others week={week} actions={actions} />}
            <LockedMoves week={week} names={locked} />
          </div>
        </CardFoot>
      )}
    </Card>
  )
}
