'use client'

import { NEW_SHIFT, ShiftFields, type ShiftFieldValues } from '@/components/roster/shift-fields'
import { useForm } from '@/components/roster/use-form'
import { FormDialog } from '@/components/ui/form-dialog'
import type { CommandAction } from '@/components/ui/use-command'

export type Shift = ShiftFieldValues & { id: string; active: boolean; seen: string }
export type ShiftValues = ShiftFieldValues & { rosterId: string; templateId: string | null; seen: string | null }
type Props = {
  rosterId: string
  zone: string
  shift: Shift | null
  save: CommandAction<ShiftValues>
  onClose: () => void
}

/** A shift of the weekly pattern. An end before the start is after midnight, and the form says which day that is. */
export function ShiftDialog({ rosterId, zone, shift, save, onClose }: Props) {
  const { weekday, startTime, endTime, role, minSeats, targetSeats, keyWanted } = shift ?? NEW_SHIFT
  const values: ShiftFieldValues = { weekday, startTime, endTime, role, minSeats, targetSeats, keyWanted }
  const initial: ShiftValues = { rosterId, templateId: shift?.id ?? null, seen: shift?.seen ?? null, ...values }
  const { input, set, fields, submit, pending } = useForm(initial, save, onClose)
  return (
    <FormDialog
      title={shift ? 'Change the shift' : 'Add a shift'}
      label={shift ? 'Save the shift' : 'Add the shift'}
      pending={pending}
      onClose={onClose}
      onSubmit={submit}
    >
      <ShiftFields values={input} set={set} fields={fields} zone={zone} />
    </FormDialog>
  )
}
