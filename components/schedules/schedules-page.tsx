'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { PICKED, PickedCard } from '@/components/schedules/picked-card'
import { ReconcileButton } from '@/components/schedules/reconcile-button'
import { ReconcileCard } from '@/components/schedules/reconcile-card'
import { ScheduleList } from '@/components/schedules/schedule-list'
import { ScheduleSearch } from '@/components/schedules/schedule-search'
import type { ScheduleActions } from '@/components/schedules/schedules-actions'
import { SchedulesEmpty } from '@/components/schedules/schedules-empty'
import { Card } from '@/components/ui/card'
import { type Filter, FilterChips } from '@/components/ui/filter-chips'
import { withFilter } from '@/components/ui/filter-params'
import { type KeyGroup, useKeyGroup } from '@/components/ui/keyboard-help'
import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'
import { PageHead } from '@/components/ui/page-head'
import { useHotkey } from '@/components/ui/use-hotkey'
import { useLive } from '@/components/ui/use-live'
import type { ReconcileView, SchedulesView } from '@/lib/schedules/desk/schema'

const keys: KeyGroup = {
  id: 'schedules',
  title: 'Schedules',
  hints: [
    { id: 'next', keys: ['J'], does: 'Pick the next schedule' },
    { id: 'previous', keys: ['K'], does: 'Pick the one before' },
  ],
}

type Props = {
  initial: SchedulesView
  /** Filters, the picked one and the place in both lists, as the address says them. */
  query: string
  filters: Filter[]
  actions: ScheduleActions
}

/** The query with other values; null leaves one out. */
function withParams(query: string, values: Record<string, string | null>): string {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(values))
    if (value === null) params.delete(name)
    else params.set(name, value)
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** Every schedule, and of the picked one its next times, its terms and what became of the last; live. */
export function SchedulesPage({ initial, query, filters, actions }: Props) {
  const view = useLive(`/schedules/live${query ? `?${query}` : ''}`, initial, ({ inFlight }) => inFlight)
  const [report, setReport] = useState<ReconcileView | null>(null)
  const router = useRouter()
  const { lines, picked, lost, moving, more, total } = view
  const params = new URLSearchParams(query)
  const hrefOf = (key: string) => `/schedules${withParams(query, { id: key, before: null })}`
  const step = (by: 1 | -1) => {
    const at = lines.findIndex(({ key }) => key === picked?.key)
    const to = lines[at < 0 ? 0 : at + by]
    if (to) router.replace(hrefOf(to.key), { scroll: false })
  }
  useHotkey({ key: 'j' }, () => step(1))
  useHotkey({ key: 'k' }, () => step(-1))
  useKeyGroup(keys)
  const runsAt = (before: string | null) =>
    `/schedules${withParams(query, { id: picked?.key ?? null, before })}#${PICKED}`
  return (
    <>
      <PageHead
        title="Schedules"
        sentence={view.sentence}
        actions={
          <>
            <ReconcileButton reconcile={actions.reconcile} lock={view.locks.reconcile} onReport={setReport} />
            <LinkButton href="/schedules/try" icon="flask-conical">
              Try a cron
            </LinkButton>
          </>
        }
      />
      {report && (
        <ReconcileCard
          report={report}
          reconcile={actions.reconcile}
          onReport={setReport}
          onClose={() => setReport(null)}
        />
      )}
      {moving && (
        <div className="mb-5">
          <Notice tone="act" icon="clock-alert" title={moving.title} text={moving.lines.join('. ')} />
        </div>
      )}
      {lost && (
        <div className="mb-5">
          <Notice tone="act" icon="circle-help" title="This schedule is not kept" text={lost} />
        </div>
      )}
      <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
        <ScheduleSearch />
        <FilterChips filters={filters} />
      </div>
      <Card>
        {lines.length > 0 ? (
          <ScheduleList
            lines={lines}
            picked={picked?.key ?? null}
            hrefOf={(key) => `${hrefOf(key)}${lines.length > 5 ? `#${PICKED}` : ''}`}
          />
        ) : (
          <SchedulesEmpty
            isNarrowed={params.has('q') || params.has('state') || params.has('cursor')}
            isSilent={!params.has('q') && ['silent', 'failed'].includes(params.get('state') ?? '')}
          />
        )}
      </Card>
      <Places query={query} more={more} shown={lines.length} total={total} />
      {picked && (
        <PickedCard
          schedule={picked}
          actions={actions}
          older={picked.older && runsAt(picked.older)}
          newest={params.has('before') ? runsAt(null) : null}
        />
      )}
    </>
  )
}

/** The pages of the list. Each has its address, so a link shows the same place. */
function Places({ query, more, shown, total }: { query: string; more: string | null; shown: number; total: number }) {
  const isDeep = new URLSearchParams(query).has('cursor')
  if (!isDeep && more === null) return null
  return (
    <nav aria-label="Pages of the list" className="mt-3 flex flex-wrap items-center gap-2">
      {isDeep && (
        <LinkButton href={`/schedules${withFilter(query, 'cursor', null)}`} size="sm" icon="arrow-up">
          First
        </LinkButton>
      )}
      {more !== null && (
        <LinkButton
          href={`/schedules${withParams(query, { cursor: more, id: null, before: null })}`}
          size="sm"
          icon="arrow-down"
        >
          More
        </LinkButton>
      )}
      <span className="num text-sm text-muted">
        {shown} shown, {total.toLocaleString('en-GB')} in all
      </span>
    </nav>
  )
}
