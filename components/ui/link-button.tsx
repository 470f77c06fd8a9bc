import Link from 'next/link'
import type { ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyle } from '@/components/ui/button-style'
import { Icon, type IconName } from '@/components/ui/icon'

type Props = {
  href: string
  children: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconName
  wide?: boolean
}

/** A link that looks like a button: it goes somewhere and changes nothing. */
export function LinkButton({ href, children, variant = 'plain', size = 'md', icon, wide }: Props) {
  return (
    <Link href={href} className={buttonStyle(variant, size, wide)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}
