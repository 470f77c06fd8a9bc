'use client'

import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { TransitionButton } from '@/components/ui/transition-button'
import type { CommandAction } from '@/components/ui/use-command'
import type { HalfDoneView } from '@/lib/roster/cutover/schema'
import { FINISH_WORDS } from '@/lib/roster/engines/labels'

type Props = { weeks: readonly HalfDoneView[]; finish: CommandAction<{ runId: string; version: number }> }

/** Weeks that the kill switch caught half-way: neither engine goes on with them before a person says which. */
export function HalfDoneCard({ weeks, finish }: Props) {
  return (
    <Card title="Half-way when the new engine was switched off">
      <ul className="divide-y divide-line">
        {weeks.map((week, index) => (
          <li key={week.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
            <p className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2 gap-y-1">
              <Link href={week.href} className="rounded-sm font-medium underline-offset-2 hover:underline">
                {week.title}
              </Link>
              <Badge tone={week.mark.tone} icon={week.mark.icon}>
                {week.mark.label}
              </Badge>
            </p>
            <TransitionButton
              edge={{
                name: `finishWithOld.${week.id}`,
                label: FINISH_WORDS.button,
                of: week.title,
                icon: 'undo',
                allowed: week.lockedReason === null,
                reason: week.lockedReason,
              }}
              action={finish}
              input={{ runId: week.id, version: week.version }}
              variant={index === 0 ? 'primary' : 'plain'}
              invalidates={[['roster'], ['today'], ['shell-status']]}
              confirm={FINISH_WORDS.ask}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
