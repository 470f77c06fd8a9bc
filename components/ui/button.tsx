'use client'

import { type ReactNode, type Ref, useId } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { type ButtonSize, type ButtonVariant, buttonStyle, lockedButtonStyle } from '@/components/ui/button-style'
import { Icon, type IconName } from '@/components/ui/icon'

export type ButtonProps = Pick<
  AriaButtonProps,
  'type' | 'name' | 'value' | 'form' | 'slot' | 'autoFocus' | 'aria-label' | 'aria-describedby' | 'aria-controls'
> & {
  children: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconName
  /** Takes the full width of its frame. */
  wide?: boolean
  /** Work is on its way: the button keeps its focus and does nothing. */
  pending?: boolean
  /** Why it may not be pressed now, as a sentence. The button stays reachable and says it. */
  lockedReason?: string | null
  onPress?: () => void
  ref?: Ref<HTMLButtonElement>
}

export function Button(props: ButtonProps) {
  return props.lockedReason ? <LockedButton {...props} reason={props.lockedReason} /> : <FreeButton {...props} />
}

function FreeButton({
  children,
  variant = 'plain',
  size = 'md',
  icon,
  wide = false,
  pending = false,
  ...rest
}: ButtonProps) {
  const { lockedReason: _, ref, ...aria } = rest
  return (
    <AriaButton {...aria} {...(ref ? { ref } : {})} isPending={pending} className={buttonStyle(variant, size, wide)}>
      {pending ? <Icon name="loader" className="size-4 animate-spin" /> : icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  )
}

/** `aria-disabled`, not `disabled`: a keyboard reaches it and hears why. */
function LockedButton({
  children,
  variant = 'plain',
  size = 'md',
  wide = false,
  reason,
  ref,
  ...rest
}: ButtonProps & { reason: string }) {
  const id = useId()
  const inline = variant === 'ghost'
  return (
    <span
      className={
        inline
          ? 'inline-flex flex-wrap items-center text-sm text-faint'
          : `inline-flex flex-col gap-1 ${wide ? 'w-full' : ''}`
      }
    >
      <button
        type="button"
        ref={ref ?? null}
        aria-disabled="true"
        aria-describedby={id}
        aria-label={rest['aria-label']}
        className={lockedButtonStyle(variant, size, wide)}
      >
        <Icon name="lock" className="size-3.5" />
        {children}
      </button>
      <span id={id} className={inline ? 'pr-3 text-sm text-muted' : 'max-w-prose text-xs text-muted'}>
        {reason}
      </span>
    </span>
  )
}
