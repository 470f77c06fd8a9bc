'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DateOnlyField } from '@/components/ui/date-time-field'
import { FormDialog } from '@/components/ui/form-dialog'
import { type CommandAction, useCommand } from '@/components/ui/use-command'

type Input = { rosterId: string; weekOf: string }
type Props = { make: CommandAction<Input>; rosterId: string; suggested: string }

/** Makes the next week from the pattern; its Monday is proposed. */
export function MakeWeek(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon="calendar-plus" onPress={() => setOpen(true)}>
        Make the next week
      </Button>
      {open && <MakeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function MakeDialog({ make, rosterId, suggested, onClose }: Props & { onClose: () => void }) {
  const router = useRouter()
  const [weekOf, setWeekOf] = useState<string | null>(suggested)
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<Input>({
    action: make,
    onRefused: setFields,
    onDone: (id) => {
      onClose()
      router.push(`/roster/${id}`)
    },
  })
  return (
    <FormDialog
      title="Make the next week"
      label="Make the week"
      pending={pending}
      onClose={onClose}
      onSubmit={() => (weekOf ? run({ rosterId, weekOf }) : setFields({ weekOf: 'Choose the Monday of the week.' }))}
    >
      <p className="text-muted">It takes its shifts from the weekly pattern as it stands now. Nobody is asked yet.</p>
      <DateOnlyField
        label="Monday of the week"
        value={weekOf}
        onChange={(value) => {
          setWeekOf(value)
          setFields({})
        }}
        error={fields.weekOf}
      />
    </FormDialog>
  )
}
