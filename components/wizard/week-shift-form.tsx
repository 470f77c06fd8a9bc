'use client'

import { useState } from 'react'
import { NEW_SHIFT, ShiftFields, type ShiftFieldValues } from '@/components/roster/shift-fields'
import { FormDialog } from '@/components/ui/form-dialog'
import { Notice } from '@/components/ui/notice'
import { useCommand } from '@/components/ui/use-command'
import type { Move, WeekActions } from '@/components/wizard/week-actions'
import { counted } from '@/lib/roster/labels'
import type { OwnShift } from '@/lib/roster/shifts/rules'

type Props = {
  move: Move
  zone: string
  /** Null adds one. */
  shift: OwnShift | null
  /** How that shift stands by now, after a save that was refused because the week has moved on. */
  now: OwnShift | undefined
  save: WeekActions['saveShift']
  onClose: () => void
}

const isSame = (a: ShiftFieldValues, b: ShiftFieldValues): boolean =>
  (Object.keys(a) as (keyof ShiftFieldValues)[]).every((name) => a[name] === b[name])

/** A shift of this week alone. What a change of its times means for the answers is said before it is saved. */
export function WeekShiftForm({ move, zone, shift, now, save, onClose }: Props) {
  const [values, setValues] = useState<ShiftFieldValues>(shift?.values ?? NEW_SHIFT)
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<Move & ShiftFieldValues & { shiftId: string | null }>({
    action: save,
    onDone: onClose,
    onRefused: setFields,
  })
  const set = (next: Partial<ShiftFieldValues>) => {
    setValues((before) => ({ ...before, ...next }))
    setFields({})
  }
  const was = shift?.values
  const isMoved =
    was !== undefined &&
    (was.weekday !== values.weekday || was.startTime !== values.startTime || was.endTime !== values.endTime)
  return (
    <FormDialog
      title={shift ? `Change ${shift.when}` : 'Add a shift to this week'}
      label={shift ? 'Save the shift' : 'Add the shift'}
      pending={pending}
      onClose={onClose}
      onSubmit={() => run({ ...move, shiftId: shift?.id ?? null, ...values })}
    >
      {shift && now && !isSame(shift.values, now.values) && (
        <Notice
          tone="act"
          icon="refresh-cw"
          title="Somebody changed this shift since you looked"
          text={`It is ${now.when} now: ${now.role}, ${counted(now.values.targetSeats, 'seat')}, ${now.values.minSeats} needed at least${now.values.keyWanted ? ', key holder wanted' : ''}. Saving puts what is below in its place.`}
          live
        />
      )}
      <ShiftFields values={values} set={set} fields={fields} zone={zone} />
      {isMoved && shift && shift.answers > 0 && (
        <p role="status" className="text-muted">
          {`${counted(shift.answers, 'answer')} of it ${shift.answers === 1 ? 'is' : 'are'} kept, and to be confirmed by who gave ${shift.answers === 1 ? 'it' : 'them'}.`}
        </p>
      )}
    </FormDialog>
  )
}
