'use client'

import { Button as AriaButton } from 'react-aria-components'
import { Icon, type IconName } from '@/components/ui/icon'
import { Tip } from '@/components/ui/tooltip'

/** A button that shows an icon alone; its name appears on hover and focus. */
export function IconButton({
  icon,
  label,
  onPress,
  slot,
}: {
  icon: IconName
  label: string
  onPress?: () => void
  slot?: string
}) {
  return (
    <Tip text={label}>
      <AriaButton
        aria-label={label}
        {...(onPress ? { onPress } : {})}
        {...(slot ? { slot } : {})}
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink max-md:size-11"
      >
        <Icon name={icon} />
      </AriaButton>
    </Tip>
  )
}
