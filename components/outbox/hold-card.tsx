'use client'

import { Card, CardFoot } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import { TransitionButton } from '@/components/ui/transition-button'
import type { CommandAction } from '@/components/ui/use-command'
import type { Hold } from '@/lib/messages/outbox/schema'

const TYPED = 'restored'

/** Why nothing leaves, what may have happened, and the one way on. */
export function HoldCard({ hold, confirm }: { hold: Hold; confirm: CommandAction<object> }) {
  const { since, seen, database, underWay } = hold
  const count = underWay === 1 ? '1 message was' : `${underWay} messages were`
  const what =
    underWay === 0
      ? 'No message was under way in it.'
      : `${count} under way in it and may have left after the backup was made: each becomes unknown and waits for you.`
  return (
    <Card title="On hold" className="mb-5" aside={<Time iso={since.iso} label={`since ${since.label}`} />}>
      <Notice
        bare
        tone="act"
        icon="pause"
        title="Nothing leaves: this database is older than what was seen before"
        text={`${behind(seen, database)} So a backup was restored, or the server is joined to the wrong database. Mails may have gone out that this database does not know of. ${what}`}
        actions={
          <TransitionButton
            edge={{ name: 'confirmRestore', label: 'Go on from this database', icon: 'play', allowed: true }}
            action={confirm}
            input={{}}
            variant="primary"
            invalidates={[['outbox'], ['shell-status']]}
            confirm={{
              title: 'Go on from this database?',
              text: `${what} Pressing sends nothing by itself. It cannot be taken back.`,
              confirmLabel: 'Go on from this database',
              typed: TYPED,
            }}
          />
        }
      />
      <CardFoot>
        The wrong database? Stop the server, join it to the right one and start it again: the hold ends by itself.
      </CardFoot>
    </Card>
  )
}

function behind(seen: number | null, database: number): string {
  const ends = `This database’s record ends at seal ${database.toLocaleString('en-GB')}`
  return seen === null
    ? `${ends}, and the note of how far it once was cannot be read.`
    : `${ends}; seal ${seen.toLocaleString('en-GB')} was seen before.`
}
