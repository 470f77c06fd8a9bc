import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { Time } from '@/components/ui/time'
import { TROUBLE_WORDS } from '@/lib/roster/people/list/labels'
import type { Trouble } from '@/lib/roster/people/list/schema'

/** Whether mails reach a person, in a word. */
export function TenderMark({ trouble }: { trouble: Trouble | null }) {
  if (!trouble)
    return (
      <span className="inline-flex items-center gap-1 text-xs text-muted">
        <Icon name="mail-check" className="size-3" />
        Reached
      </span>
    )
  return (
    <Badge tone="act" icon="mail-x">
      {TROUBLE_WORDS[trouble.kind].label}
    </Badge>
  )
}

/** The same with since when, by whose word, and what it means. */
export function TenderTrouble({ trouble }: { trouble: Trouble }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <TenderMark trouble={trouble} />
        {trouble.since && (
          <span className="text-xs text-muted">
            since <Time iso={trouble.since.iso} label={trouble.since.label} />
          </span>
        )}
      </span>
      {trouble.why && <span className="mt-1 block text-sm break-words">“{trouble.why}”</span>}
      <span className="mt-1 block text-sm text-pretty text-muted">{TROUBLE_WORDS[trouble.kind].says}</span>
    </>
  )
}
