'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { NavCount, NavItem } from '@/components/shell/shell-types'
import { Icon } from '@/components/ui/icon'

export function covers(path: string, place: string): boolean {
  return path === place || (place !== '/' && path.startsWith(`${place}/`))
}

export const isHere = (path: string, { href }: NavItem): boolean => covers(path, href)

/** A place in the rail, with how much waits there. */
export function RailLink({ item, count }: { item: NavItem; count?: NavCount | undefined }) {
  const here = isHere(usePathname(), item)
  return (
    <Link
      href={item.href}
      aria-current={here ? 'page' : undefined}
      className={`flex h-8 items-center gap-2.5 rounded-md border px-2 text-sm transition-colors duration-150 ${
        here
          ? 'border-line bg-surface font-medium text-ink'
          : 'border-transparent text-muted hover:bg-surface hover:text-ink'
      }`}
    >
      <Icon name={item.icon} />
      <span className="flex-1">{item.label}</span>
      {count && count.value > 0 && <CountMark count={count} />}
    </Link>
  )
}

function CountMark({ count }: { count: NavCount }) {
  return (
    <span className={`num text-2xs font-medium ${count.tone === 'act' ? 'text-act' : 'text-muted'}`}>
      <span aria-hidden>{count.value}</span>
      <span className="sr-only">, {count.says}</span>
    </span>
  )
}

/** A place in the bottom bar of the phone. */
export function BarLink({ item, count }: { item: NavItem; count?: NavCount | undefined }) {
  const here = isHere(usePathname(), item)
  return (
    <Link
      href={item.href}
      aria-current={here ? 'page' : undefined}
      className={`relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-2xs -outline-offset-2 ${here ? 'font-medium text-accent' : 'text-muted'}`}
    >
      <Icon name={item.icon} className="size-5" />
      {item.label}
      {count && count.value > 0 && (
        <span className="absolute top-1 left-1/2 ml-2 min-w-4 rounded-full bg-act-soft px-1 text-center text-act">
          <span aria-hidden>{count.value}</span>
          <span className="sr-only">, {count.says}</span>
        </span>
      )}
    </Link>
  )
}
