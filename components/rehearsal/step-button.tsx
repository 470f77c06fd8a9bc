'use client'

import { useRef } from 'react'
import { type Heir, useHeir } from '@/components/rehearsal/use-heir'
import { Button } from '@/components/ui/button'
import type { IconName } from '@/components/ui/icon'
import { useButtonItem } from '@/components/ui/use-button-item'

type Props = {
  label: string
  icon: IconName
  pending: boolean
  lockedReason: string | null
  heir: Heir
  onPress: () => void
}

/** The wizard's one primary button: the next step, or what is left of this one. */
export function StepButton({ label, icon, pending, lockedReason, heir, onPress }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useHeir(heir, button)
  useButtonItem({ id: 'rehearsal:step', label, icon, press: onPress, allowed: !pending && !lockedReason })
  return (
    <Button
      ref={button}
      variant="primary"
      icon={icon}
      pending={pending}
      lockedReason={pending ? null : lockedReason}
      onPress={onPress}
    >
      {label}
    </Button>
  )
}
