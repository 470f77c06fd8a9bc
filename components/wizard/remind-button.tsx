'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { later } from '@/components/ui/later'
import type { CommandAction } from '@/components/ui/use-command'
import type { WeekView } from '@/lib/roster/week/schema'

const RemindDialog = later(() => import('@/components/wizard/remind-dialog').then((loaded) => loaded.RemindDialog))

type Props = { week: WeekView; remind: CommandAction<{ runId: string }> }

/** Writes to who has not answered, after what goes out was read. */
export function RemindButton({ week, remind }: Props) {
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  const { reason } = week.answers.remind
  return (
    <>
      <Button ref={button} wide icon="bell" lockedReason={reason} onPress={() => setAsking(true)}>
        Remind those who have not answered
      </Button>
      {asking && <RemindDialog runId={week.id} remind={remind} onClose={() => setAsking(false)} />}
    </>
  )
}
