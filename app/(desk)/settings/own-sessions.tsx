'use client'

import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import { TransitionButton } from '@/components/ui/transition-button'
import type { CommandAction } from '@/components/ui/use-command'
import type { Shown } from '@/lib/platform/zone-format'

type Session = { id: string; browser: string; method: string; lastSeen: Shown; since: Shown; own: boolean }
type Props = { sessions: Session[]; end: CommandAction<{ sessionId: string }> }

export function OwnSessions({ sessions, end }: Props) {
  return (
    <ul>
      {sessions.map((session) => (
        <li
          key={session.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-0"
        >
          <div className="min-w-0 flex-1 basis-60 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{session.browser}</span>
              {session.own && (
                <Badge tone="good" icon="check">
                  This browser
                </Badge>
              )}
            </p>
            <p className="text-muted">
              Since <Time iso={session.since.iso} label={session.since.label} />, by {session.method}
              {!session.own && (
                <>
                  ; last seen <Time iso={session.lastSeen.iso} label={session.lastSeen.label} />
                </>
              )}
            </p>
          </div>
          {!session.own && (
            <TransitionButton
              edge={{ name: `end-${session.id}`, label: 'Sign out there', icon: 'log-out', allowed: true }}
              action={end}
              input={{ sessionId: session.id }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
