import type { Filter } from '@/components/ui/filter-chips'
import type { ActionContext } from '@/lib/server/action'
import { listPeople } from '@/lib/timeline/data'
import type { SubjectWords } from '@/lib/timeline/loaders'
import type { Filters } from '@/lib/timeline/schema'

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

const ACTORS = [
  { value: 'user', label: 'Any person' },
  { value: 'tender', label: 'Any tender' },
  { value: 'autopilot', label: 'Autopilot' },
  { value: 'tick', label: 'Tick' },
  { value: 'api', label: 'Another program' },
  { value: 'system', label: 'Daybook itself' },
]

/** What the timeline can be narrowed to, as menus. A subject is chosen by a link and only shown here. */
export async function loadFilters(
  ctx: ActionContext,
  subjects: readonly SubjectWords[],
  filters: Filters,
): Promise<Filter[]> {
  const people = await listPeople(ctx)
  const desks = [...new Set(subjects.map((words) => words.desk))]
  return [
    {
      name: 'range',
      label: 'When',
      all: 'any time',
      options: [
        { value: 'today', label: 'Today' },
        { value: '24h', label: 'Last 24 hours' },
        { value: '7d', label: 'Last 7 days' },
        { value: 'dates', label: 'From – to' },
      ],
    },
    {
      name: 'desk',
      label: 'Desk',
      all: 'all',
      options: desks.map((desk) => ({ value: desk, label: capital(desk) })),
    },
    {
      name: 'who',
      label: 'Who',
      all: 'anyone',
      options: [
        ...ACTORS,
        ...people.map(({ id, name }) => ({ value: `user:${id}`, label: name, icon: 'user' as const })),
      ],
    },
    {
      name: 'kind',
      label: 'Kind',
      all: 'everything',
      options: [
        { value: 'moves', label: 'Moves', note: 'from one state to the next' },
        { value: 'facts', label: 'Facts', note: 'what happened beside them' },
        { value: 'leases', label: 'Leases', note: 'who held what, and for how long' },
      ],
    },
    ...(filters.subject ? [await subjectFilter(ctx, subjects, filters.subject)] : []),
  ]
}

async function subjectFilter(ctx: ActionContext, subjects: readonly SubjectWords[], subject: string): Promise<Filter> {
  const [machine, id = ''] = subject.split(':')
  const names = await subjects.find((words) => words.machine === machine)?.names(ctx.db, [id])
  const label = names?.get(id)?.name ?? `${machine} ${id.slice(-6)}`
  return { name: 'subject', label: 'Only', all: 'every subject', options: [{ value: subject, label }] }
}
