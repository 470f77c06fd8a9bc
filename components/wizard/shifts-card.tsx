import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { LinkButton } from '@/components/ui/link-button'
import type { SeatView, ShiftView, WeekView } from '@/lib/roster/week/schema'

/** The roster by shift: who works, which seats are empty and why. Before it is generated, who could. */
export function ShiftsCard({ week }: { week: WeekView }) {
  const { shifts, filled, seats } = week
  const isAssigned = shifts.some((shift) => shift.taken.length > 0 || shift.empty > 0)
  const isAsked = week.state !== 'DRAFT'
  if (shifts.length === 0)
    return (
      <Card title="Shifts">
        <EmptyState
          icon="calendar-off"
          title="No shifts in this week"
          text="A week takes its shifts from the weekly pattern when it is made. Make the pattern, then the next week."
          action={<LinkButton href={`/roster/shifts?roster=${week.rosterId}`}>Make the weekly pattern</LinkButton>}
        />
      </Card>
    )
  return (
    <Card
      title={isAssigned ? 'Assignments' : 'Shifts'}
      aside={
        isAssigned ? (
          <>
            <span className="num text-xs">{`${filled} of ${seats} seats`}</span>
            <span className="flex items-center gap-1 text-xs">
              <Icon name="pin" className="size-3.5" /> pinned
            </span>
            <span className="flex items-center gap-1 text-xs">
              <Icon name="key-round" className="size-3.5" /> key holder
            </span>
          </>
        ) : (
          <span className="num text-xs">{isAsked ? 'who could, so far' : `${seats} seats`}</span>
        )
      }
    >
      <ul className="divide-y divide-line">
        {shifts.map((shift) => (
          <li
            key={shift.id}
            className="grid gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[minmax(10.5rem,auto)_minmax(0,1fr)]"
          >
            <div className="sm:w-44">
              <p className="num font-medium whitespace-nowrap">{shift.when}</p>
              <p className="text-xs text-muted">
                {shift.role}
                {shift.keyWanted && ', key holder wanted'}
              </p>
            </div>
            {isAssigned ? <Seats shift={shift} /> : <Offers shift={shift} isAsked={isAsked} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Seats({ shift }: { shift: ShiftView }) {
  const needed = Math.max(0, shift.needed - shift.taken.length)
  return (
    <div className="min-w-0">
      <ul aria-label={`Seats of ${shift.when}`} className="flex flex-wrap items-center gap-1.5">
        {shift.taken.map((seat) => (
          <Seat key={seat.tenderId} seat={seat} />
        ))}
        {Array.from({ length: shift.empty }, (_, index) => index).map((index) => (
          <li
            key={index}
            className={`rounded-md border border-dashed px-2 py-0.5 ${index < needed ? 'border-act text-act' : 'border-strong text-muted'}`}
          >
            {index < needed ? 'empty, needed' : 'empty'}
          </li>
        ))}
        {shift.keyMissing && (
          <li>
            <Badge tone="act" icon="key-round">
              no key holder
            </Badge>
          </li>
        )}
      </ul>
      {shift.empty > 0 && shift.why && <p className="mt-1 text-xs text-muted">Empty: {shift.why}.</p>}
    </div>
  )
}

function Seat({ seat }: { seat: SeatView }) {
  return (
    <li className="inline-flex items-center gap-1 rounded-md bg-accent-soft px-2 py-0.5 text-ink">
      {seat.pinned && (
        <>
          <Icon name="pin" className="size-3 text-accent" />
          <span className="sr-only">pinned: </span>
        </>
      )}
      {seat.name}
      {seat.keyHolder && (
        <>
          <Icon name="key-round" className="size-3 text-muted" />
          <span className="sr-only">, key holder</span>
        </>
      )}
    </li>
  )
}

function Offers({ shift, isAsked }: { shift: ShiftView; isAsked: boolean }) {
  const enough = shift.yes + shift.ifNeeded >= shift.needed
  return (
    <p className="text-muted sm:text-right">
      <span className="num">{shift.seats === 1 ? '1 seat' : `${shift.seats} seats`}</span>
      {shift.needed > 0 && shift.needed < shift.seats && `, ${shift.needed} needed`}
      {isAsked && (
        <>
          {' · '}
          <span className={enough ? '' : 'text-act'}>
            {shift.yes} yes, {shift.ifNeeded} if needed
          </span>
        </>
      )}
    </p>
  )
}
