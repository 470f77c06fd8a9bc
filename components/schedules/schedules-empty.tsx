import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'

/** What stands in place of the list while nothing matches, or nothing is kept. */
export function SchedulesEmpty({ isNarrowed, isSilent }: { isNarrowed: boolean; isSilent: boolean }) {
  if (!isNarrowed)
    return (
      <EmptyState
        icon="clock"
        title="No schedule is kept"
        text="What a desk does again and again comes up here once it is registered. Until then a cron can be tried."
        action={
          <LinkButton href="/schedules/try" icon="flask-conical">
            Try a cron
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      icon={isSilent ? 'check' : 'search'}
      title={isSilent ? 'None is' : 'No schedule is like this'}
      text={
        isSilent ? 'What goes wrong comes up here, and on Today.' : 'No schedule matches the search and the filter.'
      }
      action={
        <LinkButton href="/schedules" icon="x">
          Show everything
        </LinkButton>
      }
    />
  )
}
