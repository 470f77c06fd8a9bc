'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { ButtonVariant } from '@/components/ui/button-style'
import type { IconName } from '@/components/ui/icon'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { later } from '@/components/ui/later'
import type { DeadlineProps } from '@/components/wizard/deadline-dialog'
import type { EdgeView } from '@/lib/roster/week/schema'

type Props = DeadlineProps & { icon: IconName; variant?: ButtonVariant; edge: EdgeView }

const DeadlineDialog = later(() =>
  import('@/components/wizard/deadline-dialog').then((loaded) => loaded.DeadlineDialog),
)

/** A move that opens the form until a time: asks for it in the roster's zone, and keeps what was typed when refused. */
export function DeadlineButton(props: Props) {
  const { label, icon, variant = 'plain', edge } = props
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        icon={icon}
        lockedReason={edge.allowed ? null : (edge.reason ?? 'Not possible now.')}
        onPress={() => setAsking(true)}
      >
        {label}
      </Button>
      {asking && <DeadlineDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}
