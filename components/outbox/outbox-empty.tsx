import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'

/** What stands in place of the list while nothing matches, or nothing was written yet. */
export function OutboxEmpty({ query }: { query: string }) {
  const params = new URLSearchParams(query)
  if (!query)
    return (
      <EmptyState
        icon="send"
        title="Nothing was written yet"
        text="Each mail comes up here as it will arrive: invitations when a form opens, schedules when a week is sent."
        action={<LinkButton href="/">Go to the weeks</LinkButton>}
      />
    )
  const isDecided = params.get('state') === 'waiting'
  params.delete('state')
  const rest = params.toString()
  return (
    <EmptyState
      icon={isDecided ? 'check' : 'search'}
      title={isDecided ? 'Nothing needs a decision' : 'No message is like this'}
      text={
        isDecided
          ? 'What the mail server refuses, and what nobody can say anything about, comes up here.'
          : 'No message matches all of the filters. What is written next and matches comes up here by itself.'
      }
      action={
        <LinkButton href={isDecided && rest ? `/outbox?${rest}` : '/outbox'} icon="x">
          {isDecided && rest ? 'Show the others too' : 'Show everything'}
        </LinkButton>
      }
    />
  )
}
