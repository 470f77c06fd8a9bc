import type { Metadata } from 'next'
import { changeOwnPassword, endOwnSession } from '@/app/(desk)/settings/actions'
import { OwnSessions } from '@/app/(desk)/settings/own-sessions'
import { PasswordForm } from '@/app/(desk)/settings/password-form'
import { ClockCard } from '@/components/settings/clock-card'
import { Page } from '@/components/shell/page'
import { Card } from '@/components/ui/card'
import type { IconName } from '@/components/ui/icon'
import { LinkButton } from '@/components/ui/link-button'
import { PageHead } from '@/components/ui/page-head'
import { ROLE_HINT, ROLE_NAME } from '@/lib/access/labels'
import { MIN_LENGTH } from '@/lib/access/passwords/rules'
import { can } from '@/lib/access/rules'
import { countUsers } from '@/lib/access/users/data'
import { loadOwnSessions } from '@/lib/access/users/loaders'
import { companyZone } from '@/lib/platform/company'
import { requirePage } from '@/lib/server/page'
import { localNow, presetButtons } from '@/lib/server/preview/rules'

export const metadata: Metadata = { title: 'Settings' }

const asClause = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

export default async function SettingsPage() {
  const ctx = await requirePage('account.own')
  const { user } = ctx
  const manages = can(user.role, 'users.manage')
  const [sessions, users, zone] = await Promise.all([
    loadOwnSessions(ctx, { id: user.id, sessionId: user.sessionId }),
    manages ? countUsers(ctx.db) : null,
    companyZone(ctx.db),
  ])
  return (
    <Page crumbs={[{ label: 'Settings' }]}>
      <PageHead
        title="Settings"
        sentence={`Signed in as ${user.name}, ${user.email}. Your role is ${ROLE_NAME[user.role].toLowerCase()}: ${asClause(ROLE_HINT[user.role])}`}
      />
      <div className="flex max-w-3xl flex-col gap-5">
        {users !== null && (
          <Door
            title="Users"
            text={`${users === 1 ? 'One account.' : `${users} accounts.`} Add people, change roles, end sessions.`}
            link={{ href: '/settings/users', icon: 'users', label: 'Manage users' }}
          />
        )}
        {can(user.role, 'roster.operate') && (
          <Door
            title="Cut-over"
            text="Which engine moves the weeks, what a change of it needs, and the rehearsals."
            link={{ href: '/roster/cutover', icon: 'git-compare', label: 'Open the cut-over' }}
          />
        )}
        {can(user.role, 'timeline.read') && (
          <Door
            title="Record"
            text="Every change is under a seal: how far, and whether it all adds up."
            link={{ href: '/settings/record', icon: 'shield', label: 'Open the record' }}
          />
        )}
        {can(user.role, 'timeline.read') && (
          <ClockCard presets={presetButtons(zone, ctx.now())} zone={zone} suggested={localNow(zone, ctx.now())} />
        )}
        <Card
          title="Where you are signed in"
          aside={sessions.length === 1 ? '1 browser' : `${sessions.length} browsers`}
        >
          <OwnSessions sessions={sessions} end={endOwnSession} />
        </Card>
        <Card title="Password" padded>
          <PasswordForm change={changeOwnPassword} minLength={MIN_LENGTH} email={user.email} />
        </Card>
      </div>
    </Page>
  )
}

type DoorProps = { title: string; text: string; link: { href: string; icon: IconName; label: string } }

/** What has a page of its own. */
function Door({ title, text, link: { href, icon, label } }: DoorProps) {
  return (
    <Card padded>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-medium">{title}</h2>
          <p className="text-sm text-muted">{text}</p>
        </div>
        <LinkButton href={href} icon={icon}>
          {label}
        </LinkButton>
      </div>
    </Card>
  )
}
