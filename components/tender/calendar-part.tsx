'use client'

import { CopyButton } from '@/components/ui/copy-button'
import { TransitionButton } from '@/components/ui/transition-button'
import type { CommandAction } from '@/components/ui/use-command'

export type CalendarActions = { renew: CommandAction<{ token: string }>; end: CommandAction<{ token: string }> }

type Props = { token: string; calendar: string | null; actions: CalendarActions }

const OLD_ONE = 'Whoever has the old address sees nothing there any more, and neither does a calendar that uses it.'

/** The address that a calendar program subscribes to. It is theirs alone, so they can have another one at any time. */
export function CalendarPart({ token, calendar, actions }: Props) {
  const renew = (label: string, isFirst: boolean) => (
    <TransitionButton
      edge={{ name: 'calendar:renew', label, icon: isFirst ? 'calendar-plus' : 'refresh-cw', allowed: true }}
      action={actions.renew}
      input={{ token }}
      variant={isFirst ? 'plain' : 'ghost'}
      {...(isFirst
        ? {}
        : { confirm: { title: 'Make a new calendar address?', text: OLD_ONE, confirmLabel: 'Make a new address' } })}
    />
  )
  if (!calendar)
    return (
      <>
        <p className="text-sm text-pretty text-muted">
          With an address of your own your calendar shows your shifts by itself, swaps included.
        </p>
        <div data-actions className="mt-2">
          {renew('Make a calendar address', true)}
        </div>
      </>
    )
  return (
    <>
      <p className="text-sm text-pretty text-muted">
        Your calendar shows your shifts by itself, swaps included, once it subscribes to this address. Whoever has it
        sees when you work: keep it to yourself.
      </p>
      <p className="mt-2 rounded-md border border-line bg-surface px-3 py-2 font-mono text-xs break-all select-all">
        {calendar}
      </p>
      <div data-actions className="mt-2 flex flex-wrap items-center gap-1">
        <a
          href={calendar.replace(/^https?:/, 'webcal:')}
          className="inline-flex min-h-11 items-center px-2 text-sm font-medium text-accent underline underline-offset-2"
        >
          Open in my calendar
        </a>
        <CopyButton text={calendar} label="Copy the address" />
        {renew('Make a new address', false)}
        <TransitionButton
          edge={{ name: 'calendar:end', label: 'Turn it off', icon: 'calendar-off', allowed: true }}
          action={actions.end}
          input={{ token }}
          variant="ghost"
          confirm={{ title: 'Turn the calendar address off?', text: OLD_ONE, confirmLabel: 'Turn it off' }}
        />
      </div>
    </>
  )
}
