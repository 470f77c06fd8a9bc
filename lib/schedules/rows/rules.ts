import type { Row } from '../ledger/schema'
import { STANDARD } from '../rules'
import type { CalendarSpec, Spec } from '../schema'

/** What of a calendar stands in the record. */
export const terms = ({ cron, zone, jitter = 0 }: CalendarSpec) => ({ cron, zone, jitter })

export const calendarColumns = ({ cron, zone, jitter = 0, repeats = 'first' }: CalendarSpec) => ({
  cron,
  zone,
  jitter,
  repeats,
})

/** A row as the spec that it was registered with. */
export const specOf = (row: Row): Spec => ({
  id: row.key,
  taskQueue: row.taskQueue,
  workflowType: row.workflowType,
  args: row.args as Spec['args'],
  note: row.note,
  calendar: { cron: row.cron, zone: row.zone, jitter: row.jitter, repeats: row.repeats },
  policy: { catchUp: row.catchUp, window: row.window, overlap: row.overlap },
})

/** A spec as the columns of its row, where it stands aside. */
export function specColumns({ taskQueue, workflowType, args, note, calendar, policy }: Spec) {
  const { catchUp, window, overlap } = { ...STANDARD, ...policy }
  const columns = { task_queue: taskQueue, workflow_type: workflowType, args, note, ...calendarColumns(calendar) }
  return { ...columns, catch_up: catchUp, catch_up_window: window, overlap }
}

/** What a kept schedule has that another spec under its id has not; null where they are the same. */
export function difference(row: Row, spec: Spec): string | null {
  const { jitter = 0, repeats = 'first', cron, zone } = spec.calendar
  const { catchUp, window, overlap } = { ...STANDARD, ...spec.policy }
  const pairs: [string, unknown, unknown][] = [
    ['cron', row.cron, cron],
    ['zone', row.zone, zone],
    ['jitter', row.jitter, jitter],
    ['repeated hour', row.repeats, repeats],
    ['task queue', row.taskQueue, spec.taskQueue],
    ['workflow type', row.workflowType, spec.workflowType],
    ['arguments', canonical(row.args), canonical(spec.args)],
    ['catch-up', `${row.catchUp} ${row.window}`, `${catchUp} ${window}`],
    ['overlap', row.overlap, overlap],
  ]
  return pairs.find(([, kept, asked]) => kept !== asked)?.[0] ?? null
}

/** JSON with its keys in order, as PostgreSQL's jsonb keeps none. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
