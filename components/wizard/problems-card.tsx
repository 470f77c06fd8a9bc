import Link from 'next/link'
import { tenderHref } from '@/components/roster/mail-trouble'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { LinkButton } from '@/components/ui/link-button'
import type { WeekView } from '@/lib/roster/week/schema'

/** Who cannot be written to, and whose last mail came back, while something can still be done about it. */
export function ProblemsCard({ week }: { week: WeekView }) {
  if (week.problems.length === 0 || week.state === 'SENT') return null
  const written = week.state === 'ASSIGNED' || (week.state === 'APPROVED' && !week.delivery)
  return (
    <Card
      title="May not be reached"
      aside={
        written ? (
          <LinkButton href={`/roster/${week.id}/mails`} variant="ghost" size="sm">
            Open the mails
          </LinkButton>
        ) : (
          <LinkButton href={`/roster/tenders?roster=${week.rosterId}`} variant="ghost" size="sm">
            Open the tenders
          </LinkButton>
        )
      }
    >
      <ul className="px-4 py-2 text-sm">
        {week.problems.map(({ id, name, why, lost }) => (
          <li key={id} className="flex gap-2 py-1">
            <Icon name={lost ? 'mail-x' : 'mail-question'} className="mt-0.5 size-4 shrink-0 text-act" />
            <span className="min-w-0 break-words">
              <Link href={tenderHref(week.rosterId, name)} className="font-medium underline-offset-2 hover:underline">
                {name}
              </Link>{' '}
              <span className="text-muted">{why}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
