'use client'

import { FireStrip } from '@/components/schedules/fire-strip'
import { RunsTable } from '@/components/schedules/runs-table'
import { ScheduleButtons } from '@/components/schedules/schedule-buttons'
import type { ScheduleActions } from '@/components/schedules/schedules-actions'
import { Badge } from '@/components/ui/badge'
import { Card, CardFoot } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { PickedSchedule } from '@/lib/schedules/desk/schema'

/** Where a link to a schedule leads: below the list. */
export const PICKED = 'schedule'

type Props = {
  schedule: PickedSchedule
  actions: ScheduleActions
  /** The address of the runs before these. */
  older: string | null
  /** The address of the newest, where older ones are shown. */
  newest: string | null
}

/** The picked schedule: its next times, its terms, and what became of the last ones. */
export function PickedCard({ schedule, actions, older, newest }: Props) {
  const { name, key, cron, zone, when, mark, paused, trouble, cells, notes, terms, runs } = schedule
  return (
    <div id={PICKED} className="mt-5 flex scroll-mt-4 flex-col gap-5">
      <Card
        title={name}
        aside={
          <span data-actions className="flex flex-wrap items-center gap-2 print:hidden">
            <ScheduleButtons schedule={schedule} actions={actions} />
          </span>
        }
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-sm">
          <Badge tone={mark.tone} icon={mark.icon}>
            {mark.label}
          </Badge>
          <span>
            {when}, {zone}
          </span>
          <code className="font-mono text-xs text-muted">{cron}</code>
          <code className="font-mono text-xs break-all text-muted">{key}</code>
        </p>
        {paused && (
          <Notice
            bare
            tone="quiet"
            icon="pause"
            title={`Paused by ${paused.by}`}
            when={<Time iso={paused.at.iso} label={paused.at.label} />}
            text={paused.reason}
          />
        )}
        {trouble && (
          <Notice bare tone={trouble.mark.tone} icon={trouble.mark.icon} title={trouble.title} text={trouble.text} />
        )}
        {cells.length > 0 && (
          <div className={`border-b border-line ${paused || trouble ? 'border-t' : ''}`}>
            <FireStrip
              cells={cells}
              label={paused ? 'Its next times, which are skipped while it is paused' : 'Its next times'}
            />
          </div>
        )}
        <dl className="grid gap-x-6 gap-y-2 px-4 py-3 text-sm md:grid-cols-[auto_minmax(0,1fr)]">
          {terms.map((term) => (
            <div key={term.name} className="contents">
              <dt className="text-muted">{term.name}</dt>
              <dd className="max-md:-mt-1.5">{term.says}</dd>
            </div>
          ))}
        </dl>
        {notes.length > 0 && (
          <CardFoot>
            <span className="flex flex-col gap-1">
              {notes.map((note) => (
                <span key={note}>{note}</span>
              ))}
            </span>
          </CardFoot>
        )}
      </Card>
      <Card
        title="What became of its times"
        aside={
          <>
            <span className="text-xs">by the clocks of {zone}</span>
            <LinkButton href={`/timeline?subject=schedule:${schedule.id}`} variant="ghost" size="sm" icon="history">
              Timeline
            </LinkButton>
          </>
        }
      >
        {runs.length > 0 ? (
          <RunsTable runs={runs} />
        ) : (
          <p className="px-4 py-3.5 text-sm text-muted">
            None of its times has come yet. Each comes up here, with what became of it.
          </p>
        )}
        {(older || newest) && (
          <CardFoot>
            {newest && (
              <LinkButton href={newest} size="sm" icon="arrow-up">
                Newest
              </LinkButton>
            )}
            {older && (
              <LinkButton href={older} size="sm" icon="arrow-down">
                Older
              </LinkButton>
            )}
          </CardFoot>
        )}
      </Card>
    </div>
  )
}
