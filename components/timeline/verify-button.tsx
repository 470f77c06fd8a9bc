'use client'

import { Button } from '@/components/ui/button'
import type { ButtonVariant } from '@/components/ui/button-style'
import { type CommandAction, useCommand } from '@/components/ui/use-command'

export type VerifyAction = CommandAction<object>

/** Computes the whole record again and says what came of it. */
export function VerifyButton({ verify, variant = 'ghost' }: { verify: VerifyAction; variant?: ButtonVariant }) {
  const { run, pending } = useCommand({ action: verify })
  return (
    <Button variant={variant} icon="shield-check" pending={pending} onPress={() => run({})}>
      Verify everything
    </Button>
  )
}
