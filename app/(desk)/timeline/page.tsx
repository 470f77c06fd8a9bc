import type { Metadata } from 'next'
import { verifyRecord } from '@/app/(desk)/settings/record/actions'
import { loadFilters } from '@/app/(desk)/timeline/filters'
import { Page } from '@/components/shell/page'
import { DayRange } from '@/components/timeline/day-range'
import { ExportLinks } from '@/components/timeline/export-links'
import { GroupSwitch } from '@/components/timeline/group-switch'
import { Timeline } from '@/components/timeline/timeline'
import { VerifyButton } from '@/components/timeline/verify-button'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'
import { PageHead } from '@/components/ui/page-head'
import { subjects } from '@/lib/registry'
import { readInput } from '@/lib/server/input'
import { requirePage } from '@/lib/server/page'
import { loadTimeline } from '@/lib/timeline/loaders'
import { loadRecord, type RecordView } from '@/lib/timeline/process'
import { filtersInput } from '@/lib/timeline/schema'

export const metadata: Metadata = { title: 'Timeline' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function TimelinePage({ searchParams }: Props) {
  const ctx = await requirePage('timeline.read')
  const query = await searchParams
  const read = readInput(filtersInput, query)
  const record = await loadRecord(ctx)
  const { group, ...narrowed } = read.ok ? read.input : {}
  const text = new URLSearchParams(
    Object.entries(narrowed).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString()
  const head = (
    <PageHead
      title="Timeline"
      sentence={recordSentence(record)}
      actions={
        <>
          <ExportLinks query={text} />
          <LinkButton href="/settings/record" variant="ghost" icon="shield">
            Record
          </LinkButton>
          <VerifyButton verify={verifyRecord} />
        </>
      }
    />
  )
  if (!read.ok)
    return (
      <Page crumbs={[{ label: 'Timeline' }]}>
        {head}
        <Unreadable message={read.message} />
      </Page>
    )
  const [page, filters] = await Promise.all([
    loadTimeline(ctx, subjects, narrowed),
    loadFilters(ctx, subjects, read.input),
  ])
  return (
    <Page crumbs={[{ label: 'Timeline' }]}>
      {head}
      {read.input.range === 'dates' && <DayRange />}
      <Timeline
        key={`${text} ${group ?? ''}`}
        label="What happened, newest first"
        grouped={group === 'subject'}
        page={page}
        url={`/api/timeline${text ? `?${text}` : ''}`}
        head={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <FilterChips filters={filters} />
            <GroupSwitch />
          </div>
        }
        empty={<Nothing narrowed={text !== ''} />}
      />
    </Page>
  )
}

function recordSentence({ seal, verified }: RecordView): string {
  const events = `${seal.events.toLocaleString('en-GB')} events`
  const sealed = seal.at ? `Sealed to ${seal.at.label}, ${events}` : 'Nothing is sealed yet'
  const found = verified?.faults.length ?? 0
  const checked = !verified
    ? 'not verified yet'
    : found === 0
      ? `verified at ${verified.at.label}, nothing altered`
      : `verified at ${verified.at.label}: it does not add up, see Record`
  return `Everything that changed, and who changed it. ${sealed}; ${checked}.`
}

const everything = (
  <LinkButton href="/timeline" icon="x">
    Show everything
  </LinkButton>
)

function Nothing({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState
      icon="search"
      title="Nothing like this has happened"
      text="No event matches all of the filters. What happens next and matches comes up here by itself."
      action={everything}
    />
  ) : (
    <EmptyState
      icon="history"
      title="Nothing has happened yet"
      text="Each change on any desk comes up here, with who made it and why."
      action={<LinkButton href="/">Go to the first page</LinkButton>}
    />
  )
}

function Unreadable({ message }: { message: string }) {
  return (
    <Notice tone="act" icon="circle-help" title="This address cannot be read" text={message} actions={everything} />
  )
}
