'use client'

import { useState } from 'react'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { LinkButton } from '@/components/ui/link-button'
import { say } from '@/components/ui/toast'
import { Legend } from '@/components/wizard/cell-mark'
import { type Looked, RosterGrid } from '@/components/wizard/roster-grid'
import type { useEdits } from '@/components/wizard/use-edits'
import { EDGE_WORDS, NOT_FROM } from '@/lib/roster/labels'
import type { Change } from '@/lib/roster/schema'
import { lackWords } from '@/lib/roster/seats/labels'
import type { WeekView } from '@/lib/roster/week/schema'

/** More shifts than these are read off the heads of their columns. */
const LACKING = 6

type Props = {
  week: WeekView
  edits: ReturnType<typeof useEdits>
  onLook: (at: Looked) => void
}

/** The roster as people by shifts: read in every state, changed by hand once it is generated. */
export function GridCard({ week, edits, onLook }: Props) {
  const [asking, setAsking] = useState<Change | null>(null)
  const [agreed, setAgreed] = useState(false)
  const { state, shifts, people, hasRoster: isAssigned } = week
  const isAsked = state !== 'DRAFT'
  if (shifts.length === 0)
    return (
      <Card title="Shifts">
        <EmptyState
          icon="calendar-off"
          title="No shifts in this week"
          text={`A week takes its shifts from the weekly pattern when it is made. Add this week’s with “${EDGE_WORDS.reshape.button}”, and make the pattern for the weeks to come.`}
          action={<LinkButton href={`/roster/shifts?roster=${week.rosterId}`}>Make the weekly pattern</LinkButton>}
        />
      </Card>
    )
  if (people.length === 0)
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
  const change = (wanted: Change) => {
    if (state === 'APPROVED' && !agreed) setAsking(wanted)
    else edits.edit(wanted)
  }
  return (
    <Card title={isAssigned ? 'Assignments' : 'Shifts'} aside={isAsked && <Legend isAssigned={isAssigned} />}>
      <RosterGrid
        label={isAssigned ? 'Assignments: people by shifts' : 'Who could work which shift'}
        people={edits.people}
        shifts={shifts}
        isAssigned={isAssigned}
        isAsked={isAsked}
        lock={lockOf(week)}
        onChange={change}
        onLocked={(text) => say({ tone: 'act', text, brief: true })}
        onLook={onLook}
      />
      {isAssigned && <Lacking shifts={shifts} />}
      <ConfirmDialog
        title="Take the approval back?"
        confirmLabel="Change the roster"
        isOpen={asking !== null}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAgreed(true)
          if (asking) edits.edit(asking)
        }}
      >
        This roster is approved. A change takes the approval back, with every mail that still waits; somebody approves
        the changed roster again.
      </ConfirmDialog>
    </Card>
  )
}

/** Why the roster cannot be changed by hand now; null where it can. An approved one can, by taking the approval back. */
function lockOf({ state, edges }: WeekView): string | null {
  const edge = state === 'APPROVED' ? edges.unapprove : edges.edit
  return edge.allowed ? null : (edge.reason ?? NOT_FROM.edit[state] ?? 'Not possible now.')
}

/** Which shifts lack somebody, and which rule left them so. */
function Lacking({ shifts }: { shifts: WeekView['shifts'] }) {
  const lacking = shifts.flatMap((shift) => {
    const words = lackWords(shift)
    return words ? [{ id: shift.id, words }] : []
  })
  if (lacking.length === 0) return null
  const rest = lacking.length - LACKING
  return (
    <ul aria-label="What is missing" className="flex flex-col gap-1 border-t border-line px-4 py-2.5 text-sm">
      {lacking.slice(0, LACKING).map(({ id, words }) => (
        <li key={id} className="flex gap-2">
          <Icon name="circle-alert" className="mt-0.5 size-4 text-act" />
          {words}
        </li>
      ))}
      {rest > 0 && <li className="text-muted">{rest} more: their columns’ heads say what is missing.</li>}
    </ul>
  )
}
