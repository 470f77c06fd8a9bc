import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { RehearsalView } from '@/lib/roster/rehearsal/schema'

/** What the whole rehearsal has come to, above its steps. */
export function RehearsalNotices({ view }: { view: RehearsalView }) {
  const notices = [ending(view), othersFound(view), otherBuild(view)].filter((notice) => notice !== null)
  return notices.length > 0 && <div className="mb-5 flex flex-col gap-3">{notices}</div>
}

const recordOf = ({ id }: RehearsalView) => `/roster/cutover/rehearsal/${id}/print`

function ending(view: RehearsalView) {
  if (view.status === 'signed')
    return (
      <Notice
        key="signed"
        tone="good"
        icon="shield-check"
        title={`Signed by ${view.signedName}`}
        when={view.ended && <Time {...view.ended} />}
        text="It stands as it is. The cut-over says what it opens the way for."
        actions={
          <>
            <LinkButton href={recordOf(view)} icon="printer">
              Print the record
            </LinkButton>
            <LinkButton href="/roster/cutover" variant="primary" icon="arrow-right">
              Go to the cut-over
            </LinkButton>
          </>
        }
      />
    )
  if (view.status === 'stopped')
    return (
      <Notice
        key="stopped"
        tone="quiet"
        icon="pause"
        title="This rehearsal was stopped"
        when={view.ended && <Time {...view.ended} />}
        text="It stays on record as far as it came, and opens the way for nothing."
        actions={
          <>
            <LinkButton href={recordOf(view)} icon="printer">
              Print the record
            </LinkButton>
            <LinkButton href="/roster/cutover/rehearsal" variant="primary" icon="rotate-ccw">
              Rehearse again
            </LinkButton>
          </>
        }
      />
    )
  return null
}

function othersFound({ others, address }: RehearsalView) {
  if (others === 0) return null
  return (
    <Notice
      key="others"
      live
      tone="bad"
      icon="shield-alert"
      title={`${others} ${others === 1 ? 'recipient is' : 'recipients are'} not ${address}`}
      text="A rehearsal mails its operator alone. Stop it, and do not go live before this is understood."
    />
  )
}

function otherBuild({ status, isThisBuild }: RehearsalView) {
  if (isThisBuild || (status !== 'open' && status !== 'ready')) return null
  return (
    <Notice
      key="build"
      tone="act"
      icon="refresh-cw"
      title="Daybook was updated since this rehearsal began"
      text="What it has found is true of the code before. Stop it, and begin another one on this build."
    />
  )
}
