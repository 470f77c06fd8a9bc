import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { Time } from '@/components/ui/time'
import { REHEARSAL_MARKS } from '@/lib/roster/cutover/labels'
import type { CutoverView } from '@/lib/roster/cutover/schema'
import type { RehearsalLine } from '@/lib/roster/rehearsal/schema'

/** Where a rehearsal begins. */
const BEGIN = '/roster/cutover/rehearsal'
const hrefOf = (id: string): string => `${BEGIN}/${id}`

/** Every rehearsal, the newest first, and the way to the next. */
export function RehearsalsCard({ view: { rehearsals, steps, goOn } }: { view: CutoverView }) {
  const isPlayed = rehearsals.find(({ id }) => id === goOn)?.status === 'ready'
  const button = goOn ? (
    <LinkButton href={hrefOf(goOn)} size="sm" icon={isPlayed ? 'pencil' : 'play'}>
      {isPlayed ? 'Sign the rehearsal' : 'Go on with the rehearsal'}
    </LinkButton>
  ) : (
    <LinkButton href={BEGIN} size="sm" icon="play">
      Begin a rehearsal
    </LinkButton>
  )
  if (rehearsals.length === 0)
    return (
      <Card title="Rehearsals">
        <EmptyState
          icon="list-checks"
          title="Nobody has rehearsed yet"
          text="A rehearsal plays a whole week through the new engine, on a copy of a roster, with every mail going to you alone. Going live needs one that was signed on this build."
          action={button}
        />
      </Card>
    )
  return (
    <Card title="Rehearsals" aside={button}>
      <ul className="divide-y divide-line">
        {rehearsals.map((line) => (
          <Line key={line.id} line={line} steps={steps} />
        ))}
      </ul>
    </Card>
  )
}

type LineProps = { line: RehearsalLine; steps: number }

function Line({ line: { id, title, status, began, ended, operator, passed }, steps }: LineProps) {
  const mark = REHEARSAL_MARKS[status]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <p className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2 gap-y-1">
        <Link href={hrefOf(id)} className="rounded-sm font-medium underline-offset-2 hover:underline">
          {title}
        </Link>
        <Badge tone={mark.tone} icon={mark.icon}>
          {mark.label}
        </Badge>
      </p>
      <p className="text-sm text-muted">
        {passed} of {steps} steps, by {operator}, <Time {...(ended ?? began)} />
      </p>
    </li>
  )
}
