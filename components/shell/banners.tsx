'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { covers } from '@/components/shell/nav-link'
import type { ShellStatus } from '@/components/shell/shell-types'
import type { Connection } from '@/components/shell/use-shell-status'
import { Banner } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/relative-time'

type Props = { status: ShellStatus; connection: Connection; sample: boolean }

/** What concerns every page: no connection, a silent tick, a restored database, a company that is only a sample; and what a desk says of its own. */
export function Banners({ status, connection, sample }: Props) {
  const path = usePathname()
  return (
    <aside aria-label="About this installation">
      {connection === 'offline' && (
        <Banner tone="act" icon="wifi-off" live>
          This device is offline. What you see may be old, and buttons will not reach the server.
        </Banner>
      )}
      {connection === 'unanswered' && (
        <Banner tone="act" icon="cloud-off" live>
          The server does not answer. This page tries again by itself; what you see may be old.
        </Banner>
      )}
      {connection === 'signed_out' && (
        <Banner tone="act" icon="lock" live>
          You are not signed in any more.{' '}
          <Link href={`/sign-in?from=${encodeURIComponent(path)}`} className="underline">
            Sign in
          </Link>{' '}
          to go on.
        </Banner>
      )}
      {status.tick.silent && (
        <Banner tone="bad" icon="circle-alert" live>
          The tick is silent: deadlines, reminders and mail wait.{' '}
          {status.tick.lastAt ? (
            <>
              The last one was <RelativeTime iso={status.tick.lastAt} now={status.now} />.
            </>
          ) : (
            'There has been none yet.'
          )}{' '}
          Start it again with npm start, or let cron call /api/cron/tick each minute.
        </Banner>
      )}
      {status.held && (
        <Banner tone="act" icon="pause" live>
          Nothing leaves: this database is older than what was seen before.{' '}
          {status.counts.outbox ? (
            <Link href="/outbox" className="underline">
              Decide in the Outbox
            </Link>
          ) : (
            'An operator decides in the Outbox'
          )}
          .
        </Banner>
      )}
      {status.notes
        .filter(({ under, apart }) => covers(path, under) && !covers(path, apart))
        .map(({ key, tone, icon, text, link }) => (
          <Banner key={key} tone={tone} icon={icon}>
            {text}{' '}
            <Link href={link.href} className="underline">
              {link.label}
            </Link>
          </Banner>
        ))}
      {sample && (
        <Banner tone="quiet" icon="flask-conical">
          A sample company: everybody knows its passwords. Keep real people out of it.
        </Banner>
      )}
    </aside>
  )
}
