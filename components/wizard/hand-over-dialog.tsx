'use client'

import { useState } from 'react'
import { FormDialog } from '@/components/ui/form-dialog'
import { Notice } from '@/components/ui/notice'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import { swapReason } from '@/lib/roster/swaps/labels'
import { faultOfTaking, warningsOfTaking } from '@/lib/roster/swaps/rules'
import type { SwapsView } from '@/lib/roster/swaps/schema'

export type HandOver = { shiftId: string; fromTenderId: string; toTenderId: string | null; note: string }

/** Stands for asking the others first. */
const OTHERS = 'others'

type Props = { swaps: SwapsView; handOver: CommandAction<HandOver>; onClose: () => void }

/** Gives a seat to somebody at once, or asks the others for whoever holds it. Who cannot take it is named with why. */
export function HandOverDialog({ swaps, handOver, onClose }: Props) {
  const [seat, setSeat] = useState<string | null>(null)
  const [taker, setTaker] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<HandOver>({ action: handOver, onDone: onClose, onRefused: setFields })
  const { board } = swaps
  const chosen = swaps.seats.find((one) => `${one.shiftId}/${one.tenderId}` === seat)
  const of = (takerId: string) => ({
    shiftId: chosen?.shiftId ?? '',
    fromId: chosen?.tenderId ?? '',
    takerId,
  })
  const judged = chosen
    ? board.people
        .filter(({ id, active }) => active && id !== chosen.tenderId)
        .map((person) => ({ ...person, fault: faultOfTaking(board, of(person.id)) }))
        .sort((a, b) => Number(a.fault !== null) - Number(b.fault !== null))
    : []
  const isDirect = taker !== null && taker !== OTHERS
  const fault = isDirect ? (judged.find(({ id }) => id === taker)?.fault ?? null) : null
  const warnings = isDirect && !fault ? warningsOfTaking(board, of(taker)) : []
  const missing = !chosen ? 'Choose a shift.' : taker === null ? 'Choose who takes it.' : fault && swapReason(fault)
  return (
    <FormDialog
      title="Hand a shift over"
      label={taker === OTHERS ? 'Ask the others' : 'Hand it over'}
      pending={pending}
      lockedReason={pending ? null : missing}
      onClose={onClose}
      onSubmit={() =>
        chosen &&
        !missing &&
        run({
          shiftId: chosen.shiftId,
          fromTenderId: chosen.tenderId,
          toTenderId: isDirect ? taker : null,
          note,
        })
      }
    >
      <SelectField
        label="Which shift, and whose"
        options={swaps.seats.map((one) => ({ value: `${one.shiftId}/${one.tenderId}`, label: one.label }))}
        value={seat}
        onChange={(value) => {
          setSeat(value)
          setTaker(null)
        }}
      />
      {chosen && (
        <SelectField
          label="Who takes it"
          options={[
            { value: OTHERS, label: 'Nobody yet: ask the others', note: 'They see it on their own pages.' },
            ...judged.map(({ id, name, keyHolder, fault: why }) => ({
              value: id,
              label: keyHolder ? `${name}, key holder` : name,
              ...(why ? { note: swapReason(why) } : {}),
            })),
          ]}
          value={taker}
          onChange={setTaker}
        />
      )}
      {taker === OTHERS && (
        <TextField
          label="Anything to say to the others?"
          value={note}
          onChange={setNote}
          maxLength={300}
          error={fields.note}
        />
      )}
      {warnings.map((warning) => (
        <Notice key={warning} tone="act" icon="triangle-alert" title="Before you do" text={warning} />
      ))}
      {isDirect && !fault && (
        <p className="text-sm text-muted">
          It is done at once: both get a mail of the swap, and nobody else does. The schedule stays as it was mailed.
        </p>
      )}
    </FormDialog>
  )
}
