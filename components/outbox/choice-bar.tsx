'use client'

import { DecisionButtons } from '@/components/outbox/decision-buttons'
import type { DecisionActions } from '@/components/outbox/outbox-actions'
import { Button } from '@/components/ui/button'
import { DECISION_ORDER } from '@/lib/messages/labels'
import type { OutboxRow, RowResult } from '@/lib/messages/outbox/schema'

type Props = {
  rows: OutboxRow[]
  actions: DecisionActions
  onResults: (rows: RowResult[]) => void
  onNone: () => void
}

/** What can be done with the chosen rows. A decision takes those that it is for; its number says how many. */
export function ChoiceBar({ rows, actions, onResults, onNone }: Props) {
  const offers = DECISION_ORDER.map((decision) => ({
    decision,
    rows: rows.filter((row) => row.decisions.includes(decision)),
  })).filter((offer) => offer.rows.length > 0)
  return (
    <section
      aria-label="The chosen messages"
      className="sticky bottom-4 z-10 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-2.5 shadow-raised max-md:bottom-18 print:hidden"
    >
      <p role="status" className="text-sm font-medium">
        {rows.length} chosen
      </p>
      <div className="max-md:order-last max-md:basis-full">
        <DecisionButtons offers={offers} actions={actions} scope="the chosen" size="sm" onResults={onResults} />
      </div>
      <span className="ml-auto">
        <Button size="sm" variant="ghost" icon="x" onPress={onNone}>
          Choose none
        </Button>
      </span>
    </section>
  )
}
