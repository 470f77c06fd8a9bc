import { type VerifyAction, VerifyButton } from '@/components/timeline/verify-button'
import { Card, CardBody, CardFoot } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { Shown } from '@/lib/platform/zone-format'

export type RecordCardProps = {
  seal: { number: number; head: string; events: number; lagSeconds: number; at: Shown | null }
  verified: { at: Shown; by: string; events: number; subjects: number; seals: number; faults: string[] } | null
  verify: VerifyAction
}

const counted = (n: number, one: string) => `${n.toLocaleString('en-GB')} ${one}${n === 1 ? '' : 's'}`

/** How far the record is sealed, whether it was altered, and the button that computes it all again. */
export function RecordCard({ seal, verified, verify }: RecordCardProps) {
  return (
    <Card title="Seals" aside={<VerifyButton verify={verify} />}>
      {verified && <Verdict verified={verified} />}
      <CardBody>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
          <dt className="text-muted">Sealed to</dt>
          <dd>{seal.at ? <Time iso={seal.at.iso} label={seal.at.label} /> : 'nothing yet; the next tick begins'}</dd>
          <dt className="text-muted">Lag</dt>
          <dd className="num">{lagWords(seal.lagSeconds)}</dd>
          <dt className="text-muted">Under seals</dt>
          <dd className="num">
            {counted(seal.events, 'event')}, {counted(seal.number, 'seal')}
          </dd>
          {seal.head && (
            <>
              <dt className="text-muted">Head</dt>
              <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 font-mono text-xs break-all">{seal.head}</span>
                <CopyButton text={seal.head} label="Copy the head" />
              </dd>
            </>
          )}
        </dl>
      </CardBody>
      <CardFoot>
        The head stands for every event before it. Write it down elsewhere: if the past is ever rewritten, no later
        record leads through it.
      </CardFoot>
    </Card>
  )
}

const lagWords = (seconds: number): string =>
  seconds === 0 ? 'none: every event is under a seal' : `${seconds} s, the age of the oldest event without a seal`

function Verdict({ verified }: { verified: NonNullable<RecordCardProps['verified']> }) {
  const { at, by, events, subjects, seals, faults } = verified
  const covered = `${counted(events, 'event')} under ${counted(seals, 'seal')}, folded into ${counted(subjects, 'subject')}.`
  const found = faults.length
  return (
    <div className="border-b border-line">
      <Notice
        bare
        tone={found === 0 ? 'good' : 'bad'}
        icon={found === 0 ? 'shield-check' : 'shield-alert'}
        title={
          found === 0
            ? 'Nothing was altered'
            : `The record does not add up in ${found === 1 ? 'one place' : `${found} places`}`
        }
        when={
          <>
            <Time iso={at.iso} label={at.label} />, asked for by {by}
          </>
        }
        text={covered}
      />
      {found > 0 && (
        <ul className="max-h-72 list-disc overflow-y-auto pr-4 pb-3 pl-16 text-sm text-bad">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
