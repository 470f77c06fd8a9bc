import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'
import type { RecipientView } from '@/lib/roster/sending/schema'

/** Why a person may not be reached, and where it is mended. */
export function MailTrouble({ person, rosterId }: { person: RecipientView; rosterId: string }) {
  const { name, trouble } = person
  if (!trouble) return null
  return (
    <Notice
      tone="act"
      icon={trouble.lost ? 'mail-x' : 'mail-question'}
      title={trouble.lost ? `${name} gets no mail` : `The mail to ${name} may come back`}
      text={`${trouble.why} ${trouble.mend}`}
      actions={
        <LinkButton href={tenderHref(rosterId, name)} icon="user">
          Open {name} among the tenders
        </LinkButton>
      }
    />
  )
}

/** The table of tenders with this person in sight. */
export const tenderHref = (rosterId: string, name: string): string =>
  `/roster/tenders?roster=${rosterId}&find=${encodeURIComponent(name)}`
