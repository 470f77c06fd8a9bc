import type { Metadata } from 'next'
import { makeWeek } from '@/app/(desk)/roster/actions'
import { chosenRoster, RosterFrame, type RosterQuery } from '@/app/(desk)/roster/frame'
import { MakeWeek } from '@/components/roster/make-week'
import { WeeksTable } from '@/components/roster/weeks-table'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { counted } from '@/lib/roster/labels'
import { countTenders, loadTemplates, loadWeeks, nextWeek } from '@/lib/roster/people/loaders'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Weeks' }

export default async function WeeksPage({ searchParams }: { searchParams: RosterQuery }) {
  const ctx = await requirePage('roster.read')
  const { rosters, roster } = await chosenRoster(ctx, searchParams)
  if (!roster)
    return (
      <RosterFrame
        here="weeks"
        rosters={[]}
        roster={null}
        title="Roster"
        sentence="Who works when, week by week: asked, picked fairly, read through, mailed once."
      >
        <Card>
          <EmptyState
            icon="calendar-days"
            title="No roster yet"
            text="A roster has a name, a time zone and a rhythm. Then come its tenders and its weekly pattern of shifts."
            action={
              <LinkButton href="/roster/settings?roster=new" variant="primary" icon="plus">
                Make the first roster
              </LinkButton>
            }
          />
        </Card>
      </RosterFrame>
    )
  const [weeks, templates, active] = await Promise.all([
    loadWeeks(ctx, roster.id),
    loadTemplates(ctx, roster.id),
    countTenders(ctx, roster.id),
  ])
  const shifts = templates.filter((template) => template.active).length
  const make = <MakeWeek make={makeWeek} rosterId={roster.id} suggested={nextWeek(ctx, roster.zone, weeks)} />
  return (
    <RosterFrame
      here="weeks"
      rosters={rosters}
      roster={roster}
      title={roster.name}
      sentence={`${counted(active, 'active tender')}, ${counted(shifts, 'shift')} a week, in ${roster.zone}.`}
      actions={shifts > 0 && weeks.length > 0 ? make : null}
    >
      <Card>
        {weeks.length > 0 ? (
          <WeeksTable weeks={weeks} now={ctx.now().toISOString()} />
        ) : (
          <Nothing shifts={shifts} tenders={active} rosterId={roster.id} make={make} />
        )}
      </Card>
    </RosterFrame>
  )
}

type NothingProps = { shifts: number; tenders: number; rosterId: string; make: React.ReactNode }

/** What is missing before the first week, one thing at a time. */
function Nothing({ shifts, tenders, rosterId, make }: NothingProps) {
  if (shifts === 0)
    return (
      <EmptyState
        icon="clock"
        title="First the weekly pattern"
        text="A week takes its shifts from the pattern: which day, from when to when, how many people."
        action={
          <LinkButton href={`/roster/shifts?roster=${rosterId}`} variant="primary" icon="plus">
            Make the weekly pattern
          </LinkButton>
        }
      />
    )
  if (tenders === 0)
    return (
      <EmptyState
        icon="users"
        title="Then the tenders"
        text="Whoever works behind the bar is added once, with an e-mail address to be asked and told at."
        action={
          <LinkButton href={`/roster/tenders?roster=${rosterId}`} variant="primary" icon="user-plus">
            Add tenders
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      icon="calendar-days"
      title="No week yet"
      text="A week that is made here is a draft: nobody is asked before you open its form."
      action={make}
    />
  )
}
