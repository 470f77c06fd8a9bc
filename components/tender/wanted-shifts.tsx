'use client'

import type { SwapPress } from '@/components/tender/own-shifts'
import { Badge } from '@/components/ui/badge'
import { TransitionButton } from '@/components/ui/transition-button'
import type { CommandAction } from '@/components/ui/use-command'
import type { WantedShift } from '@/lib/roster/links/schema'

export type WantedActions = { offer: CommandAction<SwapPress>; retract: CommandAction<SwapPress> }

/** Shifts that others want to give away: take one, take the offer back, or read why not. */
export function WantedShifts({
  token,
  wanted,
  actions,
}: {
  token: string
  wanted: WantedShift[]
  actions: WantedActions
}) {
  return (
    <ul className="border-t border-line">
      {wanted.map((shift) => {
        const input = { token, swapId: shift.swapId, version: shift.version }
        return (
          <li key={shift.swapId} className="border-b border-line py-3">
            <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
              <p className="font-medium">{shift.when}</p>
              {shift.offered && (
                <Badge tone="open" icon="clock">
                  You offered to take it
                </Badge>
              )}
            </div>
            <p className="text-sm text-muted">
              {shift.role}, {shift.from} wants to give it away
            </p>
            {shift.note && <p className="mt-1 text-sm text-pretty">“{shift.note}”</p>}
            <div data-actions className="mt-2">
              {shift.offered ? (
                <>
                  <p className="mb-2 text-sm text-muted">
                    It is not yours before it is confirmed. You get a mail either way.
                  </p>
                  <TransitionButton
                    edge={{
                      name: `retract:${shift.swapId}`,
                      label: 'Take my offer back',
                      icon: 'undo',
                      allowed: true,
                    }}
                    action={actions.retract}
                    input={input}
                  />
                </>
              ) : (
                <TransitionButton
                  edge={{
                    name: `offer:${shift.swapId}`,
                    label: 'I can do it',
                    icon: 'check',
                    allowed: shift.why === null,
                    reason: shift.why,
                  }}
                  action={actions.offer}
                  input={input}
                />
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
