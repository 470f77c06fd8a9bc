import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { LinkButton } from '@/components/ui/link-button'
import type { WeekView } from '@/lib/roster/week/schema'

/** Who cannot be written to, while something can still be done about it. */
export function ProblemsCard({ week }: { week: WeekView }) {
  if (week.problems.length === 0 || week.state === 'SENT') return null
  return (
    <Card
      title="Cannot be written to"
      aside={
        <LinkButton href={`/roster/tenders?roster=${week.rosterId}`} variant="ghost" size="sm">
          Open the tenders
        </LinkButton>
      }
    >
      <ul className="px-4 py-2 text-sm">
        {week.problems.map(({ name, why }) => (
          <li key={name} className="flex gap-2 py-1">
            <Icon name="mail-x" className="mt-0.5 size-4 text-act" />
            <span>
              <span className="font-medium">{name}</span> <span className="text-muted">{why}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
