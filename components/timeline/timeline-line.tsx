import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { Time } from '@/components/ui/time'
import type { TimelineRow } from '@/lib/timeline/rules'

type Props = {
  row: TimelineRow
  /** A row of the whole list; one under its subject's name; or one of a narrow card, at any width. */
  look: 'wide' | 'grouped' | 'compact'
  /** Came a moment ago. */
  glows: boolean
}

/** Places in the card. Wide: subject and time, change and who, note. The others: change and who, note, time. */
const places = {
  wide: {
    time: 'max-lg:col-start-2 max-lg:row-start-1 max-lg:text-right',
    change: 'max-lg:col-start-1 max-lg:row-start-2',
    note: 'max-lg:col-span-2 max-lg:row-start-3 max-lg:empty:hidden',
    who: 'max-lg:col-start-2 max-lg:row-start-2',
  },
  grouped: {
    time: 'max-lg:col-span-2 max-lg:row-start-3',
    change: 'max-lg:col-start-1 max-lg:row-start-1',
    note: 'max-lg:col-span-2 max-lg:row-start-2 max-lg:empty:hidden',
    who: 'max-lg:col-start-2 max-lg:row-start-1',
  },
  compact: {
    time: 'col-span-2 row-start-3',
    change: 'col-start-1 row-start-1',
    note: 'col-span-2 row-start-2 empty:hidden',
    who: 'col-start-2 row-start-1',
  },
}

/** One line: when, what, from where to where, why, who, and whether a seal covers it. A card where it is narrow. */
export function TimelineLine({ row, look, glows }: Props) {
  const place = places[look]
  const table =
    look === 'compact' ? 'py-2' : 'py-2.5 lg:col-span-full lg:grid-cols-subgrid lg:items-center lg:gap-x-5 lg:py-[7px]'
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1 border-b border-line px-4 text-sm last:border-0 ${table} ${glows ? 'animate-glow' : ''}`}
    >
      <Time
        iso={row.at.iso}
        label={look === 'compact' ? row.at.dated : row.at.label}
        className={`text-xs text-faint ${place.time}`}
      />
      {look === 'wide' && <Subject subject={row.subject} />}
      <span className={`flex flex-wrap items-center gap-x-1.5 gap-y-0.5 ${place.change}`}>
        {row.from && (
          <>
            <span className="text-muted">{row.from}</span>
            <Icon name="arrow-right" className="size-3.5 text-faint" />
            <span className="sr-only">to</span>
          </>
        )}
        <Badge tone={row.mark.tone} icon={row.mark.icon}>
          {row.mark.label.toLowerCase()}
        </Badge>
      </span>
      <span className={`min-w-0 break-words text-muted ${place.note}`}>{row.note}</span>
      <span className={`flex items-baseline justify-end gap-1.5 text-right text-xs text-muted ${place.who}`}>
        {row.who}
        <SealMark row={row} />
      </span>
    </li>
  )
}

function Subject({ subject: { name, kind, href } }: { subject: TimelineRow['subject'] }) {
  return (
    <span className="min-w-0 break-words max-lg:col-start-1 max-lg:row-start-1">
      {href ? (
        <Link href={href} className="rounded-sm underline-offset-2 hover:underline">
          {name}
        </Link>
      ) : (
        name
      )}
      <span className="ml-2 text-xs text-faint">{kind}</span>
    </span>
  )
}

/** A claim of the lease ledger is never under a seal; it keeps the room, so that names stand in one line. */
function SealMark({ row }: { row: TimelineRow }) {
  if (row.kind === 'lease') return <span className="w-3.5 shrink-0" />
  const says = row.sealed ? 'Under a seal: a change of this row would show.' : 'Not sealed yet; the next tick does it.'
  return (
    <span title={says} className="shrink-0 self-center">
      <Icon
        name={row.sealed ? 'shield-check' : 'circle-dashed'}
        className={`size-3.5 ${row.sealed ? 'text-good' : 'text-faint'}`}
      />
      <span className="sr-only">{row.sealed ? ', sealed' : ', not sealed yet'}</span>
    </span>
  )
}
