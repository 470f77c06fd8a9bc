'use client'

import { useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { TransitionButton } from '@/components/ui/transition-button'
import type { CommandAction } from '@/components/ui/use-command'
import type { LinkKind } from '@/lib/roster/links/schema'

type Which = { tenderId: string; kind: LinkKind }
export type LinkActions = {
  show: CommandAction<Which>
  renew: CommandAction<Which>
  revoke: CommandAction<Which>
}

type Props = { tenderId: string; name: string; actions: LinkActions }

/** A tender's own links, for who lost theirs or gave it away: copied, made anew, taken back. Nothing is mailed. */
export function TenderLinks({ tenderId, name, actions }: Props) {
  const [url, setUrl] = useState<string | null>(null)
  const shown = (value: unknown) => setUrl(String(value))
  const edge = (key: string, label: string, icon: 'link' | 'refresh-cw' | 'calendar-off') => ({
    name: `link:${key}:${tenderId}`,
    label,
    icon,
    allowed: true,
  })
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p className="text-muted">
        {name} has a page of their own, with their shifts, their swaps and their calendar. Whoever has its link can act
        for them.
      </p>
      {url && (
        <p className="mt-2 rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs break-all select-all">
          {url}
        </p>
      )}
      <div data-actions className="mt-2 flex flex-wrap items-center gap-2">
        {url ? (
          <CopyButton text={url} label="Copy the link" />
        ) : (
          <TransitionButton
            edge={edge('show', 'Show the link to their page', 'link')}
            action={actions.show}
            input={{ tenderId, kind: 'page' }}
            size="sm"
            onDone={shown}
          />
        )}
        <TransitionButton
          edge={edge('renew', 'Make a new link', 'refresh-cw')}
          action={actions.renew}
          input={{ tenderId, kind: 'page' }}
          size="sm"
          variant="ghost"
          onDone={shown}
          confirm={{
            title: `Make a new link for ${name}?`,
            text: `The link that ${name} has opens nothing any more, in no mail. Give them the new one, or wait for the next mail.`,
            confirmLabel: 'Make a new link',
          }}
        />
        <TransitionButton
          edge={edge('calendar', 'Revoke the calendar', 'calendar-off')}
          action={actions.revoke}
          input={{ tenderId, kind: 'calendar' }}
          size="sm"
          variant="ghost"
          confirm={{
            title: `Revoke the calendar of ${name}?`,
            text: `Calendars that use its address show nothing of it any more. ${name} makes a new address on their own page.`,
            confirmLabel: 'Revoke the calendar',
          }}
        />
      </div>
    </div>
  )
}
