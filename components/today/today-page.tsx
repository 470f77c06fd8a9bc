'use client'

import { useRef } from 'react'
import { EntryRow } from '@/components/today/entry-row'
import { RosterCard } from '@/components/today/roster-card'
import type { TodayActions } from '@/components/today/today-actions'
import { useNextFocus } from '@/components/today/use-next-focus'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHead } from '@/components/ui/page-head'
import { useLive } from '@/components/ui/use-live'
import { todaySentence } from '@/lib/alerts/labels'
import type { TodayEntry, TodayView } from '@/lib/alerts/schema'
import type { RosterCard as Roster } from '@/lib/roster/today/schema'

export type LiveToday = TodayView & { rosters: Roster[] }

type Props = { initial: LiveToday; actions: TodayActions }

/** Everything that needs a person, most urgent first, live; beneath it how each desk stands. */
export function TodayPage({ initial, actions }: Props) {
  const { date, need, covered, entries, rosters } = useLive('/today/live', initial)
  const list = useRef<HTMLDivElement>(null)
  useNextFocus(
    list,
    entries.map(({ key }) => key),
  )
  const now = entries.filter(({ urgency }) => urgency < 3)
  const soon = entries.filter(({ urgency }) => urgency === 3)
  const lead = entries.find((entry) => entry.actions.some(({ primary }) => primary))?.key
  const rows = (of: readonly TodayEntry[]) => (
    <ul className="divide-y divide-line">
      {of.map((entry) => (
        <EntryRow key={entry.key} entry={entry} actions={actions} leads={entry.key === lead} />
      ))}
    </ul>
  )
  return (
    <>
      <PageHead
        title="Today"
        sentence={<span role="status">{covered ? todaySentence(date, need, soon.length) : `${date}.`}</span>}
      />
      <div ref={list} className="flex flex-col gap-5">
        {now.length > 0 && <Card title="Now">{rows(now)}</Card>}
        {soon.length > 0 && <Card title={now.length > 0 ? 'Next' : 'Worth a look'}>{rows(soon)}</Card>}
        {entries.length === 0 && (
          <Card>
            {covered ? (
              <EmptyState
                icon="check"
                title="Nothing needs you"
                text="That is the goal. What fails, waits for a decision or runs late shows up here by itself, with its buttons."
              />
            ) : (
              <EmptyState
                icon="user"
                title="Nothing here is for your role"
                text="What the rosters and their mails need shows up for whoever operates them. An admin can change roles under Settings."
              />
            )}
          </Card>
        )}
      </div>
      {rosters.length > 0 && (
        <div className="mt-5 grid gap-5 md:grid-cols-2 xl:grid-cols-3">
          {rosters.map((roster) => (
            <RosterCard key={roster.rosterId} roster={roster} />
          ))}
        </div>
      )}
    </>
  )
}
