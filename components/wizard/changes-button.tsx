'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { later } from '@/components/ui/later'
import type { WeekView } from '@/lib/roster/week/schema'

const ChangesDialog = later(() => import('@/components/wizard/changes-dialog').then((loaded) => loaded.ChangesDialog))

/** What the last generate changed, beside Approve. */
export function ChangesButton({ week }: { week: WeekView }) {
  const [open, setOpen] = useState(false)
  if (!week.changes) return null
  return (
    <>
      <Button icon="git-compare" onPress={() => setOpen(true)}>
        Show changes
      </Button>
      {open && <ChangesDialog runId={week.id} version={week.version} onClose={() => setOpen(false)} />}
    </>
  )
}
