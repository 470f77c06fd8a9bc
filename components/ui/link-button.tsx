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
  /** A file or another site: a plain link, without the router. */
  external?: boolean
}

/** A link that looks like a button: it goes somewhere and changes nothing. */
export function LinkButton({ href, children, variant = 'plain', size = 'md', icon, wide, external }: Props) {
  const className = buttonStyle(variant, size, wide)
  const inner = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  )
  return external ? (
    <a href={href} className={className}>
      {inner}
    </a>
  ) : (
    <Link href={href} className={className}>
      {inner}
    </Link>
  )
}
