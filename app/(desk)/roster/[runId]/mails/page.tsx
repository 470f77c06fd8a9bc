import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { MailFreshness } from '@/components/roster/mail-freshness'
import { MailReader } from '@/components/roster/mail-reader'
import { MailWritten } from '@/components/roster/mail-written'
import { Page } from '@/components/shell/page'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { PageHead } from '@/components/ui/page-head'
import { loadMails } from '@/lib/roster/sending/loaders'
import { type MailsView, mailsInput } from '@/lib/roster/sending/schema'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Mails of the week' }

type Props = {
  params: Promise<{ runId: string }>
  searchParams: Promise<{ to?: string | string[] }>
}

export default async function MailsPage({ params, searchParams }: Props) {
  const ctx = await requirePage('roster.read')
  const [{ runId }, { to }] = await Promise.all([params, searchParams])
  const read = mailsInput.safeParse({ runId })
  const person = mailsInput.safeParse({ runId, to })
  const view = read.success ? await loadMails(ctx, read.data.runId, person.data?.to ?? null) : null
  if (!view) notFound()
  return (
    <Page
      crumbs={[
        { label: 'Roster', href: '/roster' },
        { label: view.rosterName, href: `/roster?roster=${view.rosterId}` },
        { label: view.title, href: `/roster/${view.runId}` },
        { label: 'Mails' },
      ]}
    >
      <PageHead
        title={`${view.title}: the mails`}
        sentence={sentenceOf(view)}
        actions={
          <LinkButton href={`/roster/${view.runId}`} icon="undo">
            Back to the week
          </LinkButton>
        }
      />
      <MailFreshness
        runId={view.runId}
        stamp={view.stamp}
        text={
          view.stage === 'written'
            ? 'The mails stay as they were written. What became of each is shown as it was before.'
            : 'Somebody changed the roster, approved it or sent it. These are the mails as they were before.'
        }
      >
        <Content view={view} />
      </MailFreshness>
    </Page>
  )
}

function sentenceOf(view: MailsView): string {
  if (view.stage === 'written') return 'Written by Send, one for each person.'
  if (view.stage === 'early') return 'What each person will get.'
  const lost = view.recipients.filter(({ trouble }) => trouble?.lost).length
  const mails = view.recipients.length - lost
  const missing = lost === 0 ? '' : ` ${lost} more cannot be written to and ${lost === 1 ? 'stands' : 'stand'} first.`
  return `${mails} ${mails === 1 ? 'mail' : 'mails'}, each as its person will get it. Nothing has left.${missing}`
}

function Content({ view }: { view: MailsView }) {
  if (view.stage === 'written') return <MailWritten view={view} />
  if (view.stage === 'preview' && view.recipients.length > 0) return <MailReader view={view} />
  return (
    <EmptyState
      icon="mail"
      title={view.stage === 'early' ? 'There is no roster to tell anybody of yet' : 'Nobody gets a mail of this week'}
      text={
        view.stage === 'early'
          ? 'Once the roster is generated, the mail of each person can be read here before anything is sent.'
          : 'Add the people who work, and their mails come up here.'
      }
      action={<LinkButton href={`/roster/${view.runId}`}>Go to the week</LinkButton>}
    />
  )
}
