import type { ReactNode } from 'react'
import { Time, utcText } from '@/components/ui/time'
import type { Check, RehearsalView, StepView } from '@/lib/roster/rehearsal/schema'

const STANDS: Record<StepView['state'], string> = {
  done: 'passed',
  running: 'not finished',
  failed: 'failed',
  now: 'not taken',
  todo: 'not taken',
}

/** What stands across a record that nobody signed. */
const UNSIGNED: Record<RehearsalView['status'], string | null> = {
  open: 'Not finished: no record yet',
  ready: 'Not signed: no record yet',
  stopped: 'Stopped: opens the way for nothing',
  signed: null,
}

/** The record as it comes out of the printer: what was rehearsed, where, by whom, and everything that was checked. */
export function RecordSheet({ view }: { view: RehearsalView }) {
  const mark = UNSIGNED[view.status]
  return (
    <article className="record" aria-label={view.title}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <h2 className="record-name min-w-0 flex-1 break-words">{view.title}</h2>
        {mark && <p className="record-mark px-2 py-0.5 font-medium">{mark}</p>}
      </div>
      <dl className="record-facts">
        <Fact name="Roster">{view.rosterName}</Fact>
        <Fact name="Week">
          {view.weekTitle}, in {view.zone}
        </Fact>
        <Fact name="Operator">{view.operator}</Fact>
        <Fact name="Mails">
          {view.inboxCount} to {view.address}, {view.others} to anybody else
        </Fact>
        <Fact name="Build">{view.build}</Fact>
        <Fact name="Begun">
          <When {...view.began} />
        </Fact>
        {view.ended && (
          <Fact name={view.status === 'signed' ? 'Signed' : 'Stopped'}>
            <When {...view.ended} />
          </Fact>
        )}
      </dl>
      {view.steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
      <Signature view={view} />
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

/** On paper nobody can hover: the instant stands beside the local time. */
function When({ iso, label }: { iso: string; label: string }) {
  return (
    <>
      <Time iso={iso} label={label} /> ({utcText(iso)})
    </>
  )
}

function Step({ step: { number, title, state, began, ended, checks, help } }: { step: StepView }) {
  const times = [began?.label, ended?.label].filter((label) => label !== undefined)
  return (
    <table className="record-step">
      <caption>
        {number}. {title}: {STANDS[state]}
        {times.length > 0 && <span className="record-small"> {[...new Set(times)].join(' to ')}</span>}
      </caption>
      <thead className={checks.length > 0 ? '' : 'sr-only'}>
        <tr className="record-small">
          <th scope="col">Check</th>
          <th scope="col">Expected</th>
          <th scope="col">Found</th>
          <th scope="col" className="record-verdict">
            <span className="sr-only">Verdict</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.name}>
            <th scope="row">{check.text}</th>
            <td>{check.expected}</td>
            <td>{check.found}</td>
            <td className="record-verdict">{verdictOf(check)}</td>
          </tr>
        ))}
        {help && state === 'failed' && (
          <tr>
            <td colSpan={4}>{help}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

const verdictOf = ({ ok }: Check) => (ok === null ? 'not checked' : ok ? 'holds' : 'FAILED')

function Signature({ view: { signedName, ended, status } }: { view: RehearsalView }) {
  const isSigned = status === 'signed'
  return (
    <div className="record-signature">
      <p className="record-signed">{isSigned ? signedName : ' '}</p>
      <p className="record-small">
        {isSigned && ended ? (
          <>
            Signed by {signedName}, <When {...ended} />
          </>
        ) : (
          'Not signed'
        )}
      </p>
    </div>
  )
}
