import type { Filter } from '@/components/ui/filter-chips'
import { CAPTURED, KIND_WORDS, STATE_WORDS } from '@/lib/messages/labels'
import { nameSubject } from '@/lib/messages/loaders'
import type { OutboxInput, Show } from '@/lib/messages/outbox/schema'
import { subjects } from '@/lib/registry'
import type { ActionContext } from '@/lib/server/action'

const STATES: Record<Show, string> = {
  waiting: 'Needs a decision',
  queued: STATE_WORDS.queued.label,
  moving: 'On the way',
  sent: STATE_WORDS.sent.label,
  captured: CAPTURED.label,
  failed: STATE_WORDS.failed.label,
  unknown: STATE_WORDS.unknown.label,
  let_go: STATE_WORDS.let_go.label,
}

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** What the outbox can be narrowed to, as menus. A subject is chosen by a link and only shown here. */
export async function loadFilters(ctx: ActionContext, { subject }: OutboxInput): Promise<Filter[]> {
  const only = subject
    ? [
        {
          name: 'subject',
          label: 'Only',
          all: 'every subject',
          options: [{ value: subject, label: await nameSubject(ctx, subjects, subject) }],
        },
      ]
    : []
  return [
    { name: 'state', label: 'State', all: 'all', options: optionsOf(STATES) },
    { name: 'kind', label: 'Kind', all: 'all', options: optionsOf(KIND_WORDS) },
    ...only,
  ]
}
