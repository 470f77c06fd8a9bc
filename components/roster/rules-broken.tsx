import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'

const NAMED = 3

/** What a roster breaks of rules that were made, or of times that were moved, after it; and what to do. */
export function BrokenRules({ rules, rosterId }: { rules: string[]; rosterId: string }) {
  if (rules.length === 0) return null
  const more = rules.length - NAMED
  return (
    <div className="mb-5">
      <Notice
        tone="act"
        icon="circle-alert"
        title={rules.length === 1 ? 'The roster breaks a rule' : 'The roster breaks rules'}
        text={`${rules.slice(0, NAMED).join(' ')}${more > 0 ? ` And ${more} more.` : ''} Regenerate it, or change it by hand.`}
        actions={<LinkButton href={`/roster/rules?roster=${rosterId}`}>Open the rules</LinkButton>}
      />
    </div>
  )
}
