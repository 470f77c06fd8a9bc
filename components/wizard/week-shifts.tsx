'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { later } from '@/components/ui/later'
import type { WeekShiftsProps } from '@/components/wizard/week-shifts-dialog'
import { EDGE_WORDS } from '@/lib/roster/labels'

const WeekShiftsDialog = later(() =>
  import('@/components/wizard/week-shifts-dialog').then((loaded) => loaded.WeekShiftsDialog),
)

/** The week's own shifts: changed, added and taken out without a change of the pattern. */
export function WeekShiftsButton(props: WeekShiftsProps) {
  const { week } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  const leave = () => {
    setOpen(false)
    // One dialog has followed another: none of them knows any more where the focus came from.
    requestAnimationFrame(() => button.current?.focus())
  }
  const { reshape, unapprove } = week.edges
  // Of an approved week a change takes the approval back, where that is still possible.
  const edge = week.state === 'APPROVED' ? unapprove : reshape
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        icon="calendar-clock"
        lockedReason={edge.allowed ? null : (edge.reason ?? 'Not possible now.')}
        onPress={() => setOpen(true)}
      >
        {EDGE_WORDS.reshape.button}
      </Button>
      {open && <WeekShiftsDialog {...props} onClose={leave} />}
    </>
  )
}
