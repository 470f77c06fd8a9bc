'use client'

import Link from 'next/link'
import { MoveButton } from '@/components/today/move-button'
import type { TodayActions } from '@/components/today/today-actions'
import { ToneTile } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/link-button'
import { Time } from '@/components/ui/time'
import type { TodayEntry } from '@/lib/alerts/schema'

type Props = {
  entry: TodayEntry
  actions: TodayActions
  /** Only the first button of the page leads. */
  leads: boolean
}

/** One thing that needs a person: what, since when, what it means, what to press. Its title leads to its subject. */
export function EntryRow({ entry, actions, leads }: Props) {
  const { title, href, at, text, tone, icon } = entry
  return (
    <li data-entry={entry.key} className="flex flex-wrap items-center gap-x-3 gap-y-2.5 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <ToneTile tone={tone} icon={icon} />
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-baseline gap-x-2 text-base">
            <Link href={href} className="rounded-sm font-medium underline-offset-2 hover:underline">
              {title}
            </Link>
            {at && <Time iso={at.iso} label={at.label} className="text-xs text-faint" />}
          </h3>
          <p className="text-sm text-pretty text-muted">{text}</p>
        </div>
      </div>
      {entry.actions.length > 0 && (
        <div
          data-actions
          className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1 max-sm:[&>.contents>*]:flex-1 print:hidden"
        >
          {entry.actions.map((action) =>
            action.kind === 'link' ? (
              <LinkButton key={action.label} href={action.href} variant={action.primary && leads ? 'primary' : 'plain'}>
                {action.label}
              </LinkButton>
            ) : (
              <MoveButton
                key={action.label}
                entry={entry}
                move={{ ...action, primary: (action.primary ?? false) && leads }}
                actions={actions}
              />
            ),
          )}
        </div>
      )}
    </li>
  )
}
