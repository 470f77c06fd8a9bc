'use client'

import { type ReactNode, type Ref, useId } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { type ButtonSize, type ButtonVariant, buttonStyle, lockedButtonStyle } from '@/components/ui/button-style'
import { Icon, type IconName } from '@/components/ui/icon'

export type ButtonProps = Pick<
  AriaButtonProps,
  'type' | 'name' | 'value' | 'form' | 'autoFocus' | 'aria-label' | 'aria-controls' | 'aria-expanded'
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

/**
 * Locked is `aria-disabled`, not `disabled`: a keyboard reaches it and hears why. Locked, pending and free are one
 * element, so the focus stays while a button goes from one to the other.
 */
export function Button(props: ButtonProps) {
  const {
    children,
    variant = 'plain',
    size = 'md',
    icon,
    wide = false,
    pending = false,
    lockedReason,
    onPress,
    ref,
    ...rest
  } = props
  const reasonId = useId()
  const locked = Boolean(lockedReason)
  const glyph: IconName | undefined = pending ? 'loader' : locked ? 'lock' : icon
  return (
    <span className={locked ? frameStyle(variant, wide) : 'contents'}>
      <AriaButton
        {...rest}
        {...(ref ? { ref } : {})}
        {...(locked ? { type: 'button', 'aria-disabled': true, 'aria-describedby': reasonId } : {})}
        {...(onPress && !locked ? { onPress } : {})}
        isPending={pending}
        className={(locked ? lockedButtonStyle : buttonStyle)(variant, size, wide)}
      >
        {glyph && <Icon name={glyph} className={`size-4 ${pending ? 'animate-spin' : ''}`} />}
        {children}
      </AriaButton>
      {locked && (
        <span
          id={reasonId}
          className={variant === 'ghost' ? 'pr-3 text-sm text-muted' : 'max-w-prose text-xs text-muted'}
        >
          {lockedReason}
        </span>
      )}
    </span>
  )
}

/** A quiet button has its reason beside it, the others below. */
function frameStyle(variant: ButtonVariant, wide: boolean): string {
  if (variant === 'ghost') return 'inline-flex flex-wrap items-center text-sm'
  return `inline-flex flex-col gap-1 ${wide ? 'w-full' : ''}`
}
