'use client'

import { useRef, useState } from 'react'
import { LetGoDialog } from '@/components/outbox/let-go-dialog'
import { namesOf } from '@/components/outbox/names'
import type { DecisionActions } from '@/components/outbox/outbox-actions'
import { Button } from '@/components/ui/button'
import type { ButtonSize, ButtonVariant } from '@/components/ui/button-style'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { IconName } from '@/components/ui/icon'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { useButtonItem } from '@/components/ui/use-button-item'
import { useCommand } from '@/components/ui/use-command'
import { DECISION_WORDS } from '@/lib/messages/labels'
import type { DecisionName } from '@/lib/messages/machine'
import type { DecidedValue, RowRef, RowResult } from '@/lib/messages/outbox/schema'

const ICONS: Record<DecisionName, IconName> = {
  retry: 'rotate-ccw',
  sendAgain: 'send',
  itArrived: 'mail-check',
  letGo: 'minus',
}

type Props = {
  /** What can be decided, each with the rows that it is for. */
  offers: { decision: DecisionName; rows: RowRef[] }[]
  actions: DecisionActions
  /** What the palette says beside the button: "Week of 14 December". */
  scope: string
  size?: ButtonSize
  /** This one leads. */
  primary?: DecisionName | null
  /** What came of each row. */
  onResults?: (rows: RowResult[]) => void
}

/** The decisions about some messages as buttons: for one, or for many at once. */
export function DecisionButtons({ offers, ...rest }: Props) {
  return (
    <div data-actions className="flex flex-wrap items-center gap-2 print:hidden">
      {offers.map(({ decision, rows }) => (
        <Decision key={decision} decision={decision} rows={rows} {...rest} />
      ))}
    </div>
  )
}

type DecisionProps = Omit<Props, 'offers'> & { decision: DecisionName; rows: RowRef[] }

function Decision({ decision, rows, actions, scope, size = 'md', primary, onResults }: DecisionProps) {
  const [asked, setAsked] = useState<RowRef[] | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  const names = new Map((asked ?? rows).map(({ id, to }) => [id, to]))
  const tell = (results: RowResult[]) => {
    setAsked(null)
    onResults?.(results.map((row) => ({ ...row, to: row.to ?? names.get(row.id) ?? null })))
  }
  const { run, pending } = useCommand<{ rows: { id: string; seen: number }[]; reason: string }>({
    action: ({ reason, ...input }) =>
      decision === 'letGo' ? actions.letGo({ ...input, reason }) : actions[decision](input),
    invalidates: [['outbox'], ['timeline']],
    onDone: (value) => tell((value as DecidedValue).rows),
    onRefused: (refused) => {
      const results = Object.entries(refused).filter(([id]) => names.has(id))
      if (results.length === 0) setFields(refused)
      else tell(results.map(([id, says]) => ({ id, to: null, done: false, now: null, says })))
    },
  })
  const go = (chosen: RowRef[], reason = '') => run({ rows: chosen.map(({ id, seen }) => ({ id, seen })), reason })
  const asks = decision === 'sendAgain' || decision === 'letGo' || (decision === 'itArrived' && rows.length > 1)
  const press = () => {
    setFields({})
    if (asks) setAsked(rows)
    else go(rows)
  }
  const label = rows.length === 1 ? DECISION_WORDS[decision].button : DECISION_WORDS[decision].many(rows.length)
  useButtonItem({ id: `${decision}:${scope}`, label: `${label}: ${scope}`, icon: ICONS[decision], press })
  const variant: ButtonVariant = primary === decision ? 'primary' : decision === 'letGo' ? 'ghost' : 'plain'
  return (
    <>
      <Button ref={button} variant={variant} size={size} icon={ICONS[decision]} pending={pending} onPress={press}>
        {label}
      </Button>
      {asked && decision === 'letGo' && (
        <LetGoDialog
          rows={asked}
          pending={pending}
          error={fields.reason}
          onClose={() => setAsked(null)}
          onSubmit={(reason) => go(asked, reason)}
        />
      )}
      {asked && decision !== 'letGo' && (
        <ConfirmDialog
          title={decision === 'sendAgain' ? againTitle(asked) : `Did all ${asked.length} arrive?`}
          confirmLabel={
            asked.length === 1 ? DECISION_WORDS[decision].button : DECISION_WORDS[decision].many(asked.length)
          }
          danger={decision === 'sendAgain'}
          isOpen
          onClose={() => setAsked(null)}
          onConfirm={() => go(asked)}
        >
          <p>{DECISION_WORDS[decision].hint}</p>
          <p className="mt-2 text-ink">{namesOf(asked)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const againTitle = (rows: RowRef[]): string =>
  rows.length === 1 ? `Send it to ${rows[0]?.to} again?` : `Send ${rows.length} messages again?`
