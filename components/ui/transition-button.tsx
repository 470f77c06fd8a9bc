'use client'

import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { ButtonSize, ButtonVariant } from '@/components/ui/button-style'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { IconName } from '@/components/ui/icon'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { useButtonItem } from '@/components/ui/use-button-item'
import { type CommandAction, useCommand } from '@/components/ui/use-command'

/** A move of a machine as a page draws it: allowed, or refused with its reason in words. */
export type Edge = {
  name: string
  label: string
  /** What it moves, where several buttons of a page have one label: the palette lists them by it. */
  of?: string
  icon?: IconName
  allowed: boolean
  reason?: string | null
}

export type TransitionButtonProps<I extends object> = {
  edge: Edge
  action: CommandAction<I>
  /** Goes to the action beside a fresh `commandId`. */
  input: I
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
  invalidates?: QueryKey[]
  /** Asked first, for what reaches people outside or cannot be taken back. */
  confirm?: { title: string; text: ReactNode; confirmLabel: string; typed?: string; danger?: boolean }
  onDone?: (value: unknown) => void
}

/** One button, there and back: asks if it must, sends the command, says the outcome, keeps the focus. */
export function TransitionButton<I extends object>(props: TransitionButtonProps<I>) {
  const { edge, action, input, variant = 'plain', size = 'md', wide = false, invalidates, confirm, onDone } = props
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  const { run, pending } = useCommand<I>({
    action,
    ...(invalidates ? { invalidates } : {}),
    ...(onDone ? { onDone } : {}),
  })
  const press = () => (confirm ? setAsking(true) : run(input))
  const label = edge.of ? `${edge.label}: ${edge.of}` : edge.label
  useButtonItem({ id: `edge:${edge.name}`, label, icon: edge.icon, press, allowed: edge.allowed })
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        size={size}
        wide={wide}
        pending={pending}
        {...(edge.icon ? { icon: edge.icon } : {})}
        lockedReason={edge.allowed || pending ? null : (edge.reason ?? 'Not possible now.')}
        onPress={press}
      >
        {edge.label}
      </Button>
      {confirm && (
        <ConfirmDialog
          title={confirm.title}
          confirmLabel={confirm.confirmLabel}
          {...(confirm.typed !== undefined ? { typed: confirm.typed } : {})}
          danger={confirm.danger ?? false}
          isOpen={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => run(input)}
        >
          {confirm.text}
        </ConfirmDialog>
      )}
    </>
  )
}
