'use client'

import { useRef, useState } from 'react'
import { type ScheduleActions, STALE } from '@/components/schedules/schedules-actions'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/form-dialog'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { TextField } from '@/components/ui/text-field'
import { useButtonItem } from '@/components/ui/use-button-item'
import { useCommand } from '@/components/ui/use-command'
import type { PickedSchedule } from '@/lib/schedules/desk/schema'

const LABEL = 'Pause'

/** Asks why before a schedule is paused. What was typed stays until it is done. */
export function PauseButton({ schedule, pause }: { schedule: PickedSchedule; pause: ScheduleActions['pause'] }) {
  const { key, version, name, locks } = schedule
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  const { run, pending } = useCommand({
    action: pause,
    invalidates: STALE,
    onDone: () => {
      setAsking(false)
      setReason('')
    },
    onRefused: (fields) => (fields.reason ? setError(fields.reason) : setAsking(false)),
  })
  const ask = () => {
    setError(null)
    setAsking(true)
  }
  useButtonItem({ id: `pause:${key}`, label: `${LABEL}: ${name}`, icon: 'pause', press: ask, allowed: !locks.pause })
  return (
    <>
      <Button ref={button} variant="ghost" icon="pause" pending={pending} lockedReason={locks.pause} onPress={ask}>
        {LABEL}
      </Button>
      {isAsking && (
        <FormDialog
          title={`Pause ${name}?`}
          label="Pause it"
          pending={pending}
          onClose={() => setAsking(false)}
          onSubmit={() => run({ id: key, version, reason })}
        >
          <p className="text-muted">
            Its times are noted as skipped until somebody resumes it, and are not made up for then.
          </p>
          <TextField
            label="Why"
            hint="Everybody who looks at the schedule reads it."
            value={reason}
            onChange={setReason}
            error={error}
            autoComplete="off"
            autoFocus
          />
        </FormDialog>
      )}
    </>
  )
}
