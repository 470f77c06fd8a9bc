'use client'

import Link from 'next/link'
import { DecisionButtons } from '@/components/outbox/decision-buttons'
import type { DecisionActions } from '@/components/outbox/outbox-actions'
import { Card, CardFoot } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { STATE_WORDS, waitingMeans } from '@/lib/messages/labels'
import type { RowResult, WaitingGroup } from '@/lib/messages/outbox/schema'

type Props = {
  groups: WaitingGroup[]
  /** How many wait beyond those in the groups. */
  more: number
  actions: DecisionActions
  /** The first of its buttons may be the page's primary one. */
  leads: boolean
  onResults: (rows: RowResult[]) => void
}

/** What needs a person, by week: one button decides all of a group. */
export function WaitingCard({ groups, more, actions, leads, onResults }: Props) {
  if (groups.length === 0) return null
  const total = groups.reduce((sum, { rows }) => sum + rows.length, more)
  return (
    <Card
      title="Needs a decision"
      aside={<span className="num">{total.toLocaleString('en-GB')}</span>}
      className="mb-5"
    >
      <div className="divide-y divide-line">
        {groups.map((group, index) => (
          <Notice
            key={group.key}
            bare
            tone={STATE_WORDS[group.state].tone}
            icon={STATE_WORDS[group.state].icon}
            title={group.title}
            when={<About group={group} />}
            text={`${group.why.slice(0, 2).join(' ')} ${waitingMeans(group.state)}`}
            actions={
              <DecisionButtons
                offers={group.decisions.map((decision) => ({ decision, rows: group.rows }))}
                actions={actions}
                scope={`${group.about.name}, ${STATE_WORDS[group.state].label.toLowerCase()}`}
                primary={leads && index === 0 && group.state === 'failed' ? 'retry' : null}
                onResults={onResults}
              />
            }
          />
        ))}
      </div>
      {more > 0 && <CardFoot>{`The ${more.toLocaleString('en-GB')} newest come up once these are decided.`}</CardFoot>}
    </Card>
  )
}

function About({ group: { about, rows } }: { group: WaitingGroup }) {
  const [only] = rows
  return (
    <>
      {about.href ? (
        <Link href={about.href} className="rounded-sm underline-offset-2 hover:underline">
          {about.name}
        </Link>
      ) : (
        about.name
      )}
      {rows.length === 1 && only && (
        <>
          {' · '}
          <Link href={`/outbox/${only.id}`} className="rounded-sm underline-offset-2 hover:underline">
            read it
          </Link>
        </>
      )}
    </>
  )
}
