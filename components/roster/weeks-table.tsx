import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { RelativeTime } from '@/components/ui/relative-time'
import { type Column, Table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { STATE_WORDS } from '@/lib/roster/labels'
import type { RunState } from '@/lib/roster/machine'

export type WeekRow = {
  id: string
  title: string
  state: RunState
  deadline: { iso: string; label: string } | null
  filled: number
  seats: number
  waiting: number
}

const columns: Column[] = [
  { key: 'week', head: 'Week', nowrap: true },
  { key: 'state', head: 'State', nowrap: true },
  { key: 'deadline', head: 'Answers until', nowrap: true, muted: true },
  { key: 'seats', head: 'Seats filled', align: 'right', muted: true },
]

/** The weeks of a roster, newest first, each a link to its page. */
export function WeeksTable({ weeks, now }: { weeks: WeekRow[]; now: string }) {
  const rows = weeks.map((week) => {
    const { label, tone, icon } = STATE_WORDS[week.state]
    return {
      key: week.id,
      cells: {
        week: (
          <Link href={`/roster/${week.id}`} className="font-medium hover:underline">
            {week.title}
          </Link>
        ),
        state: (
          <span className="inline-flex flex-wrap items-center gap-1.5">
            <Badge tone={tone} icon={icon}>
              {label}
            </Badge>
            {week.waiting > 0 && (
              <Badge tone="act" icon="mail-question">
                {week.waiting === 1 ? '1 mail waits' : `${week.waiting} mails wait`}
              </Badge>
            )}
          </span>
        ),
        deadline: <Deadline week={week} now={now} />,
        seats: `${week.filled} of ${week.seats}`,
      },
    }
  })
  return <Table label="Weeks" columns={columns} rows={rows} cards />
}

function Deadline({ week, now }: { week: WeekRow; now: string }) {
  if (!week.deadline) return <>–</>
  const isNear = week.state === 'COLLECTING' || week.state === 'DRAFT'
  return (
    <span>
      <Time iso={week.deadline.iso} label={week.deadline.label} />
      {isNear && (
        <>
          {', '}
          <RelativeTime iso={week.deadline.iso} now={now} />
        </>
      )}
    </span>
  )
}
