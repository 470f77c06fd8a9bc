'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { later } from '@/components/ui/later'
import type { SendProps } from '@/components/wizard/send-dialog'

const SendDialog = later(() => import('@/components/wizard/send-dialog').then((loaded) => loaded.SendDialog))

/** Send asks to type the week: what leaves here cannot be called back. */
export function SendButton({ week, send }: SendProps) {
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  const { queue } = week.edges
  return (
    <>
      <Button
        ref={button}
        variant="primary"
        icon="send"
        lockedReason={queue.allowed ? null : (queue.reason ?? 'Not possible now.')}
        onPress={() => setAsking(true)}
      >
        Send the schedule
      </Button>
      {asking && <SendDialog week={week} send={send} onClose={() => setAsking(false)} />}
    </>
  )
}
