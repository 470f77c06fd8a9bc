'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { later } from '@/components/ui/later'
import type { WeekSettingsProps } from '@/components/wizard/week-settings-dialog'

const WeekSettingsDialog = later(() =>
  import('@/components/wizard/week-settings-dialog').then((loaded) => loaded.WeekSettingsDialog),
)

/** What this week does otherwise than its roster: its times, and whether the clock works on it. */
export function WeekSettingsButton({ week, roster, save }: WeekSettingsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        icon="sliders"
        lockedReason={week.state === 'SENT' ? 'The week is done.' : null}
        onPress={() => setOpen(true)}
      >
        Week settings
      </Button>
      {open && <WeekSettingsDialog week={week} roster={roster} save={save} onClose={() => setOpen(false)} />}
    </>
  )
}
