'use client'

import { useRef, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/form-dialog'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { TextField } from '@/components/ui/text-field'
import { TransitionButton } from '@/components/ui/transition-button'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import type { HeldShift } from '@/lib/roster/links/schema'

type Asking = { token: string; shiftId: string; note: string }
export type SwapPress = { token: string; swapId: string; version: number }
export type ShiftActions = { ask: CommandAction<Asking>; keep: CommandAction<SwapPress> }

type Props = { token: string; shifts: HeldShift[]; actions: ShiftActions }

/** What a tender works next, with whom, and how far a request to give it away has come. */
export function OwnShifts({ token, shifts, actions }: Props) {
  return (
    <ul className="border-t border-line">
      {shifts.map((shift) => (
        <li key={shift.id} className="border-b border-line py-3">
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <p className="font-medium">{shift.when}</p>
            {shift.swap && (
              <Badge tone={shift.swap.taker ? 'act' : 'open'} icon={shift.swap.taker ? 'user-check' : 'hand'}>
                {shift.swap.taker ? 'Somebody would take it' : 'You want to give it away'}
              </Badge>
            )}
          </div>
          <p className="text-sm text-muted">
            {shift.role}
            {shift.others.length > 0 ? `, with ${shift.others.join(', ')}` : ', on your own'}
          </p>
          {shift.swap && (
            <p className="mt-1 text-sm text-pretty">
              {shift.swap.taker
                ? `${shift.swap.taker} would take it. It is yours until whoever makes the roster confirms; then you both get a mail.`
                : 'The others see it on their own pages. It is yours until somebody takes it and that is confirmed.'}
              {shift.swap.note && <span className="block text-muted">You wrote: “{shift.swap.note}”</span>}
            </p>
          )}
          <div data-actions className="mt-2">
            {shift.swap ? (
              <TransitionButton
                edge={{
                  name: `keep:${shift.id}`,
                  label: 'Keep the shift after all',
                  icon: 'undo',
                  allowed: shift.locked === null,
                  reason: shift.locked,
                }}
                action={actions.keep}
                input={{ token, swapId: shift.swap.id, version: shift.swap.version }}
              />
            ) : (
              <GiveAway token={token} shift={shift} ask={actions.ask} />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function GiveAway({ token, shift, ask }: { token: string; shift: HeldShift; ask: ShiftActions['ask'] }) {
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  return (
    <>
      <Button ref={button} icon="hand" lockedReason={shift.locked} onPress={() => setAsking(true)}>
        Give this shift away
      </Button>
      {asking && <GiveAwayDialog token={token} shift={shift} ask={ask} onClose={() => setAsking(false)} />}
    </>
  )
}

type DialogProps = { token: string; shift: HeldShift; ask: ShiftActions['ask']; onClose: () => void }

function GiveAwayDialog({ token, shift, ask, onClose }: DialogProps) {
  const [note, setNote] = useState('')
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<Asking>({ action: ask, onDone: onClose, onRefused: setFields })
  return (
    <FormDialog
      title="Give this shift away"
      label="Ask the others"
      pending={pending}
      onClose={onClose}
      onSubmit={() => run({ token, shiftId: shift.id, note })}
    >
      <p>
        <span className="font-medium">{shift.when}</span>, {shift.role}.
      </p>
      <p className="text-muted">
        The others see it on their own pages, and one of them can say that they take it. Whoever makes the roster then
        confirms it, and you both get a mail. Until that mail the shift is yours, and you can keep it after all.
      </p>
      <TextField
        label="Anything to say to the others?"
        value={note}
        onChange={setNote}
        maxLength={300}
        error={fields.note}
      />
    </FormDialog>
  )
}
