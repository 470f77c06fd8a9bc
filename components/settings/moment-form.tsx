'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DateTimeField } from '@/components/ui/date-time-field'

type Props = {
  zone: string
  suggested: string
  error: string | null
  pending: boolean
  onAsk: (local: string) => void
}

const INCOMPLETE = 'Choose a day and a time.'

/** A date and time on the company's clocks. What was typed stays when it is refused. */
export function MomentForm({ zone, suggested, error, pending, onAsk }: Props) {
  const [local, setLocal] = useState<string | null>(suggested)
  const [isMissing, setMissing] = useState(false)
  // The answer is about what was asked: another time has none yet.
  const [refused, setRefused] = useState<string | null>(null)
  const about = refused === local ? error : null
  return (
    <form
      method="post"
      className="flex max-w-sm flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(local === null)
        setRefused(local)
        if (local !== null) onAsk(local)
      }}
    >
      <DateTimeField
        label="At"
        value={local}
        onChange={(value) => {
          setLocal(value)
          setMissing(false)
        }}
        zone={zone}
        error={isMissing ? INCOMPLETE : about}
      />
      <div>
        <Button type="submit" pending={pending}>
          Look at this moment
        </Button>
      </div>
    </form>
  )
}
