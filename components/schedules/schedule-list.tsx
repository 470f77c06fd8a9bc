'use client'

import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { ScheduleLine } from '@/lib/schedules/desk/schema'

const columns = [
  { key: 'name', head: 'Schedule' },
  { key: 'when', head: 'When' },
  { key: 'zone', head: 'Zone', muted: true },
  { key: 'next', head: 'Next' },
  { key: 'last', head: 'Last', muted: true },
  { key: 'state', head: '', says: 'State', align: 'right' as const },
]

type Props = {
  lines: ScheduleLine[]
  picked: string | null
  /** The address of a schedule, with the filters and the place in the list as they are. */
  hrefOf: (key: string) => string
}

/** Schedules by name, each with its next time in its own zone, what came last, and how it does. */
export function ScheduleList({ lines, picked, hrefOf }: Props) {
  return (
    <Table
      label="Schedules"
      columns={columns}
      cards
      rows={lines.map((line) => ({
        key: line.key,
        marked: line.key === picked,
        cells: {
          name: <Name line={line} href={hrefOf(line.key)} isPicked={line.key === picked} />,
          when: line.when,
          zone: line.zone,
          next: line.next ? <Time iso={line.next.iso} label={line.next.label} className="num" /> : '—',
          last: line.last ? <Last last={line.last} /> : '—',
          state: (
            <Badge tone={line.mark.tone} icon={line.mark.icon}>
              {line.mark.label}
            </Badge>
          ),
        },
      }))}
    />
  )
}

function Name({ line, href, isPicked }: { line: ScheduleLine; href: string; isPicked: boolean }) {
  return (
    <span className="block min-w-0">
      <Link
        href={href}
        aria-current={isPicked ? 'true' : undefined}
        className="rounded-sm break-words underline-offset-2 hover:underline max-md:inline-flex max-md:min-h-6 max-md:items-center"
      >
        {line.name}
      </Link>
    </span>
  )
}

const Last = ({ last }: { last: NonNullable<ScheduleLine['last']> }) => (
  <span>
    <Time iso={last.iso} label={last.label} className="num" />, {last.says}
  </span>
)
