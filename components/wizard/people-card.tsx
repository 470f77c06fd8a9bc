import { Fragment } from 'react'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { LinkButton } from '@/components/ui/link-button'
import { type Column, Table } from '@/components/ui/table'
import type { PersonView, WeekView } from '@/lib/roster/week/schema'

const columns: Column[] = [
  { key: 'name', head: 'Tender', nowrap: true },
  { key: 'answer', head: 'Answer', nowrap: true },
  { key: 'shifts', head: 'This week' },
  { key: 'most', head: 'At most', align: 'right', muted: true },
  { key: 'worked', head: '26 weeks', align: 'right', muted: true },
]

/** The same roster by person: what each works, what they wanted at most, what they worked in half a year. */
export function PeopleCard({ week }: { week: WeekView }) {
  if (week.people.length === 0)
    return (
      <Card title="Tenders">
        <EmptyState
          icon="users"
          title="No tenders yet"
          text="Whoever is added here is asked when a form opens, and gets the schedule when it is sent."
          action={<LinkButton href={`/roster/tenders?roster=${week.rosterId}`}>Add tenders</LinkButton>}
        />
      </Card>
    )
  const isAssigned = week.people.some((person) => person.shifts.length > 0)
  const rows = week.people.map((person) => ({
    key: person.id,
    cells: {
      name: <Name person={person} />,
      answer: <Answer person={person} isAsked={week.state !== 'DRAFT'} />,
      shifts: person.shifts.length > 0 ? <Shifts of={person.shifts} /> : <span className="text-muted">none</span>,
      most: person.most ?? '–',
      worked: person.worked,
    },
  }))
  return (
    <Card title="Tenders" aside={<span className="text-xs">shifts worked in 26 weeks at the right</span>}>
      <Table
        label="Tenders of this week"
        columns={isAssigned ? columns : columns.filter(({ key }) => key !== 'shifts')}
        rows={rows}
      />
    </Card>
  )
}

function Name({ person }: { person: PersonView }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {person.name}
      {person.keyHolder && (
        <>
          <Icon name="key-round" className="size-3.5 text-muted" />
          <span className="sr-only">, key holder</span>
        </>
      )}
    </span>
  )
}

/** Breaks between shifts, never within one. */
function Shifts({ of: shifts }: { of: string[] }) {
  return shifts.map((shift, index) => (
    <Fragment key={shift}>
      {index > 0 && ', '}
      <span className="whitespace-nowrap">{shift}</span>
    </Fragment>
  ))
}

function Answer({ person, isAsked }: { person: PersonView; isAsked: boolean }) {
  if (person.answer === 'counted')
    return (
      <span className="inline-flex items-center gap-1 text-muted">
        <Icon name="check" className="size-3.5 text-good" />
        answered
      </span>
    )
  if (person.answer === 'late')
    return (
      <span className="inline-flex items-center gap-1 text-act">
        <Icon name="clock-alert" className="size-3.5" />
        late
      </span>
    )
  return <span className="text-muted">{isAsked ? 'silent' : 'not asked'}</span>
}
