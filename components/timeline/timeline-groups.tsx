import Link from 'next/link'
import { TimelineLine } from '@/components/timeline/timeline-line'
import { Card } from '@/components/ui/card'
import { bySubject, type SubjectGroup, type TimelineRow } from '@/lib/timeline/rules'

/** The rows in sight, those of each subject together; the subject that moved last comes first. */
export function TimelineGroups({ rows, fresh }: { rows: readonly TimelineRow[]; fresh: readonly string[] }) {
  return (
    <div className="flex flex-col gap-4">
      {bySubject(rows).map((group) => (
        <Card key={group.subject.key}>
          <Head group={group} />
          <ol
            aria-label={`What happened to ${group.subject.name}, newest first`}
            className="lg:grid lg:grid-cols-[13rem_15rem_minmax(9rem,1fr)_auto]"
          >
            {group.rows.map((row) => (
              <TimelineLine key={row.key} row={row} look="grouped" glows={fresh.includes(row.key)} />
            ))}
          </ol>
        </Card>
      ))}
    </div>
  )
}

function Head({ group: { subject, rows } }: { group: SubjectGroup }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-sm">
      <h2 className="min-w-0 font-medium break-words">
        {subject.href ? (
          <Link href={subject.href} className="underline-offset-2 hover:underline">
            {subject.name}
          </Link>
        ) : (
          subject.name
        )}
      </h2>
      <span className="text-xs text-faint">{subject.kind}</span>
      <span className="ml-auto flex items-center gap-3 text-muted">
        <span className="num">{rows.length}</span>
        <Link
          href={`/timeline?subject=${subject.key}`}
          aria-label={`Show only ${subject.name}`}
          className="text-accent underline-offset-2 hover:underline print:hidden"
        >
          only this
        </Link>
      </span>
    </div>
  )
}
