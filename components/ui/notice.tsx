import type { ReactNode } from 'react'
import { ToneTile } from '@/components/ui/badge'
import { Icon, type IconName } from '@/components/ui/icon'
import { type Tone, toneSoft } from '@/components/ui/tone'

type NoticeProps = {
  tone: Tone
  icon: IconName
  title: string
  /** Beside the title: a time. */
  when?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  /** Came up while the page was open: read out at once. */
  live?: boolean
  /** Without a frame of its own, as a row of a card. */
  bare?: boolean
}

/** What happened, what it means, what to press. */
export function Notice({ tone, icon, title, when, text, actions, live = false, bare = false }: NoticeProps) {
  return (
    <div
      role={live ? 'alert' : undefined}
      className={`flex flex-wrap items-center gap-x-3 gap-y-2.5 px-4 py-3 ${bare ? '' : 'rounded-lg border border-line bg-surface'}`}
    >
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <ToneTile tone={tone} icon={icon} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{title}</span>
            {when && <span className="text-xs text-faint">{when}</span>}
          </p>
          {text && <p className="text-sm text-muted">{text}</p>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </div>
  )
}

/** One line across the top of the page, for what concerns every page. */
export function Banner({
  tone,
  icon,
  children,
  live = false,
}: {
  tone: Tone
  icon: IconName
  children: ReactNode
  live?: boolean
}) {
  return (
    <div
      role={live ? 'alert' : undefined}
      className={`flex items-start gap-2 px-6 py-1.5 text-sm max-md:px-4 print:hidden ${toneSoft[tone]}`}
    >
      <Icon name={icon} className="mt-0.5 size-4" />
      <p className="min-w-0">{children}</p>
    </div>
  )
}
