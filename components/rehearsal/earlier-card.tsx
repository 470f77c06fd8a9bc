import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Time } from '@/components/ui/time'
import { REHEARSAL_MARKS } from '@/lib/roster/cutover/labels'
import { type RehearsalLine, STEPS } from '@/lib/roster/rehearsal/schema'

/** As many as say how it went lately; all of them stand at the cut-over. */
const SHOWN = 5

/** The rehearsals before this one. */
export function EarlierCard({ rehearsals }: { rehearsals: readonly RehearsalLine[] }) {
  return (
    <Card title="Earlier rehearsals" aside={<span className="num">{rehearsals.length}</span>}>
      <ul className="divide-y divide-line">
        {rehearsals.slice(0, SHOWN).map(({ id, title, status, began, ended, operator, passed }) => (
          <li key={id} className="px-4 py-2 text-sm">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <Link
                href={`/roster/cutover/rehearsal/${id}`}
                className="min-w-0 rounded-sm break-words underline-offset-2 hover:underline"
              >
                {title}
              </Link>
              <Badge tone={REHEARSAL_MARKS[status].tone} icon={REHEARSAL_MARKS[status].icon}>
                {REHEARSAL_MARKS[status].label}
              </Badge>
            </span>
            <span className="block text-xs text-muted">
              {passed} of {STEPS.length} steps, by {operator}, <Time {...(ended ?? began)} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
