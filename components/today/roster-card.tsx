import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardFoot } from '@/components/ui/card'
import { Time } from '@/components/ui/time'
import type { RosterCard as View } from '@/lib/roster/today/schema'

const quietLink = 'rounded-sm underline-offset-2 hover:text-ink hover:underline'

/** A roster at the foot of Today: the week that comes next, and the ways to the rest. */
export function RosterCard({ roster: { rosterId, rosterName, week, sendBy } }: { roster: View }) {
  return (
    // Not a landmark by its name: two rosters may be called the same.
    <Card>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-sm">
        <h2 className="font-medium">{rosterName}</h2>
        {sendBy && (
          <span className="ml-auto text-xs text-muted">
            next send <Time iso={sendBy.iso} label={sendBy.label} />
          </span>
        )}
      </div>
      <CardBody>
        {week ? (
          <>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={week.mark.tone} icon={week.mark.icon}>
                {week.mark.label}
              </Badge>
              <Link href={week.href} className="rounded-sm font-medium underline-offset-2 hover:underline">
                {week.title}
              </Link>
            </p>
            <p className="mt-1 text-sm text-muted">{week.text}</p>
          </>
        ) : (
          <p className="text-sm text-muted">No week yet. The first one is made from the weekly pattern.</p>
        )}
      </CardBody>
      <CardFoot>
        <Link href={`/roster?roster=${rosterId}`} className={quietLink}>
          All weeks
        </Link>
        <span aria-hidden>·</span>
        <Link href={`/roster/tenders?roster=${rosterId}`} className={quietLink}>
          Tenders
        </Link>
      </CardFoot>
    </Card>
  )
}
