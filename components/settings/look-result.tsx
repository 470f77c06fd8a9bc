import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import { dueWords, idleWords, moreWords, partTitle } from '@/lib/server/preview/labels'
import type { LookAhead, PartPreview, ShownLine } from '@/lib/server/preview/schema'

type Props = { look: LookAhead; onOther: (iso: string) => void }

/** What is due at a moment, part by part; the parts without anything in one line. */
export function LookResult({ look, onOther }: Props) {
  const { at, local, parts, twice } = look
  const speaking = parts.filter(({ due, note, error }) => due > 0 || note !== undefined || error !== undefined)
  const idle = parts.filter((part) => !speaking.includes(part)).map(({ name }) => partTitle(name))
  const due = parts.reduce((sum, part) => sum + part.due, 0)
  return (
    <div className="border-t border-line">
      <p role="status" className="px-4 py-3">
        <Time iso={at} label={local} className="font-medium" />
        <span className="text-muted">: {dueWords(due)}</span>
      </p>
      {twice && (
        <Notice
          bare
          tone="open"
          icon="clock"
          title="This time comes twice"
          text={twice.note}
          actions={<Button onPress={() => onOther(twice.other.iso)}>Look at {twice.other.label}</Button>}
        />
      )}
      {speaking.map((part) => (
        <Part key={part.name} part={part} />
      ))}
      {speaking.length === 0 ? (
        <EmptyState icon="check" title="A quiet moment" text="The tick would look, and leave everything as it is." />
      ) : (
        idle.length > 0 && <p className="border-t border-line px-4 py-2.5 text-sm text-muted">{idleWords(idle)}</p>
      )}
    </div>
  )
}

function Part({ part: { name, due, more, lines, note, error } }: { part: PartPreview }) {
  return (
    <section aria-label={partTitle(name)} className="border-t border-line">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-2.5 pb-1 text-sm">
        <h3 className="font-medium">{partTitle(name)}</h3>
        {error === undefined && (
          <span className="ml-auto text-muted">{due === 0 ? 'nothing' : `${due.toLocaleString('en-GB')} due`}</span>
        )}
      </div>
      {error !== undefined && (
        <Notice bare tone="bad" icon="circle-alert" title="This part could not say" text={error} />
      )}
      {note !== undefined && <p className="px-4 pb-2 text-sm text-act">{note}</p>}
      {lines.length > 0 && (
        <ul className="pb-1">
          {lines.map((line) => (
            <Line key={`${line.what} ${line.subject} ${line.at}`} line={line} />
          ))}
        </ul>
      )}
      {more > 0 && lines.length > 0 && <p className="px-4 pb-2.5 text-sm text-muted">{moreWords(more)}</p>}
    </section>
  )
}

function Line({ line: { what, why, at, local, href, subject } }: { line: ShownLine }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-1.5 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-words">
          {what}
          {subject !== undefined && (
            <>
              {': '}
              {href === null ? (
                subject
              ) : (
                <Link href={href} className="text-accent underline underline-offset-2">
                  {subject}
                </Link>
              )}
            </>
          )}
        </p>
        <p className="text-muted">{why}</p>
      </div>
      {at !== null && <Time iso={at} label={local ?? ''} className="text-muted" />}
    </li>
  )
}
