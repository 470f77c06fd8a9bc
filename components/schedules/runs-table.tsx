import { Badge } from '@/components/ui/badge'
import { Table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { RunLine } from '@/lib/schedules/desk/schema'

const columns = [
  { key: 'at', head: 'Time' },
  { key: 'state', head: 'Outcome' },
  { key: 'says', head: 'What came of it', muted: true },
  { key: 'late', head: 'Began', nowrap: true, muted: true },
  { key: 'took', head: 'Took', nowrap: true, muted: true, align: 'right' as const },
]

/** What became of each of a schedule's times, newest first. */
export function RunsTable({ runs }: { runs: RunLine[] }) {
  return (
    <Table
      label="Its last times and what became of them, newest first"
      columns={columns}
      cards
      rows={runs.map((run) => ({
        key: run.key,
        cells: {
          at: <When run={run} />,
          state: (
            <Badge tone={run.mark.tone} icon={run.mark.icon}>
              {run.mark.label}
            </Badge>
          ),
          says: run.says && <span className="break-words">{run.says}</span>,
          late: run.by ? `by hand, ${run.by}` : run.late,
          took: run.took && <span className="num">{run.took}</span>,
        },
      }))}
    />
  )
}

function When({ run: { at, until } }: { run: RunLine }) {
  return (
    <span className="num">
      <Time iso={at.iso} label={at.label} />
      {until && (
        <span className="block text-xs text-muted">
          to <Time iso={until.at.iso} label={until.at.label} />: {until.count.toLocaleString('en-GB')} times
        </span>
      )}
    </span>
  )
}
