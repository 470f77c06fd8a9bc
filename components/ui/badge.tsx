import type { ReactNode } from 'react'
import { Icon, type IconName } from '@/components/ui/icon'
import { type Tone, toneSoft } from '@/components/ui/tone'

/** A state in three ways at once: colour, icon and word. */
export function Badge({ tone, icon, children }: { tone: Tone; icon: IconName; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-sm px-1.5 py-px text-xs font-medium whitespace-nowrap forced-colors:border ${toneSoft[tone]}`}
    >
      <Icon name={icon} className={`size-3 ${tone === 'moving' ? 'animate-pulse' : ''}`} />
      {children}
    </span>
  )
}

/** The icon of a tone on its own ground, at the head of a row or notice. */
export function ToneTile({ tone, icon }: { tone: Tone; icon: IconName }) {
  return (
    <span className={`grid size-7 shrink-0 place-items-center rounded-md ${toneSoft[tone]}`}>
      <Icon name={icon} />
    </span>
  )
}
