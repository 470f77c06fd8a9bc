import type { Metadata } from 'next'
import * as actions from '@/app/(desk)/schedules/actions'
import { deskOf } from '@/app/(desk)/schedules/desk'
import { SchedulesPage } from '@/components/schedules/schedules-page'
import { Page } from '@/components/shell/page'
import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'
import { PageHead } from '@/components/ui/page-head'
import { SHOW_WORDS } from '@/lib/schedules/desk/labels'
import { loadSchedules } from '@/lib/schedules/desk/loaders'
import { SHOWS, schedulesSchema } from '@/lib/schedules/desk/schema'
import { readInput } from '@/lib/server/input'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Schedules' }

/** A job that is fired by hand is begun here, after the answer. */
export const maxDuration = 60

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const FILTERS = [
  {
    name: 'state',
    label: 'State',
    all: 'all',
    options: SHOWS.map((value) => ({ value, label: SHOW_WORDS[value] })),
  },
]

export default async function Schedules({ searchParams }: Props) {
  const ctx = await requirePage('schedules.read')
  const read = readInput(schedulesSchema, await searchParams)
  if (!read.ok)
    return (
      <Page crumbs={[{ label: 'Schedules' }]}>
        <PageHead title="Schedules" sentence="What Daybook does again and again, and what became of each time." />
        <Notice
          tone="act"
          icon="circle-help"
          title="This address cannot be read"
          text={read.message}
          actions={
            <LinkButton href="/schedules" icon="x">
              Show everything
            </LinkButton>
          }
        />
      </Page>
    )
  const query = new URLSearchParams(
    Object.entries(read.input).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString()
  return (
    <Page crumbs={[{ label: 'Schedules' }]}>
      <SchedulesPage
        initial={await loadSchedules(ctx, read.input, deskOf(ctx))}
        query={query}
        filters={FILTERS}
        actions={{
          pause: actions.pauseSchedule,
          resume: actions.resumeSchedule,
          fire: actions.fireSchedule,
          reconcile: actions.reconcileSchedules,
        }}
      />
    </Page>
  )
}
