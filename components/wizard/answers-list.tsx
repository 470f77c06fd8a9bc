'use client'

import { useState } from 'react'
import { Button as Press } from 'react-aria-components'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { later } from '@/components/ui/later'
import { SearchField } from '@/components/ui/search-field'
import type { AnswerLine } from '@/lib/roster/answers/schema'
import { counted } from '@/lib/roster/labels'

const AnswerDialog = later(() => import('@/components/wizard/answer-dialog').then((loaded) => loaded.AnswerDialog))

/** A longer list is searched, and each of its parts begins with so many. */
const LONG = 15
const SHOWN = 6

const PARTS: { kind: AnswerLine['kind']; title: string }[] = [
  { kind: 'late', title: 'Late' },
  { kind: 'answered', title: 'Answered' },
  { kind: 'silent', title: 'Silent' },
  { kind: 'unasked', title: 'Not asked' },
]

/** Everybody by how they stand; a name that has answered opens the answer. */
export function AnswersList({ runId, lines }: { runId: string; lines: AnswerLine[] }) {
  const [sought, setSought] = useState('')
  const [open, setOpen] = useState<AnswerLine | null>(null)
  const text = sought.trim().toLocaleLowerCase()
  const found = lines.filter(({ name }) => name.toLocaleLowerCase().includes(text))
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-2.5">
      {lines.length > LONG && <SearchField label="Find a person" value={sought} onChange={setSought} />}
      {text !== '' && found.length === 0 && <p className="text-muted">Nobody of that name is asked.</p>}
      {PARTS.map(({ kind, title }) => (
        <Part
          key={kind}
          title={title}
          lines={found.filter((line) => line.kind === kind)}
          isLong={lines.length > LONG && text === ''}
          onOpen={setOpen}
        />
      ))}
      {open && <AnswerDialog runId={runId} line={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

type PartProps = { title: string; lines: AnswerLine[]; isLong: boolean; onOpen: (line: AnswerLine) => void }

function Part({ title, lines, isLong, onOpen }: PartProps) {
  const [all, setAll] = useState(false)
  if (lines.length === 0) return null
  const shown = isLong && !all ? lines.slice(0, SHOWN) : lines
  return (
    <section aria-label={title}>
      <h3 className="flex gap-2 font-medium">
        {title} <span className="num font-normal text-muted">{lines.length}</span>
      </h3>
      <ul>
        {shown.map((line) => (
          <Line key={line.tenderId} line={line} onOpen={onOpen} />
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button variant="ghost" size="sm" onPress={() => setAll(true)}>
          {`Show all ${lines.length}`}
        </Button>
      )}
    </section>
  )
}

const figures = ({ yes, ifNeeded, no, most }: AnswerLine): string =>
  [
    `${yes} yes`,
    ifNeeded > 0 ? `${ifNeeded} if needed` : null,
    no > 0 ? `${no} no` : null,
    most === null ? null : `at most ${counted(most, 'shift')}`,
  ]
    .filter(Boolean)
    .join(', ')

function Line({ line, onOpen }: { line: AnswerLine; onOpen: (line: AnswerLine) => void }) {
  const hasAnswer = line.at !== null
  return (
    <li className="py-0.5">
      {hasAnswer ? (
        <>
          <Press
            aria-label={`The answer of ${line.name}`}
            onPress={() => onOpen(line)}
            className="inline-flex max-w-full min-h-7 cursor-pointer items-center gap-1 rounded-sm text-left font-medium text-ink underline-offset-2 hover:underline max-md:min-h-11"
          >
            <span className="min-w-0 break-words">{line.name}</span>
            <Icon name="chevron-right" className="size-3.5 text-muted" />
          </Press>
          <p className="num flex flex-wrap gap-x-2 text-xs text-muted">
            {figures(line)}
            {(line.toConfirm > 0 || line.missing > 0) && (
              <span className="inline-flex items-center gap-1 text-act">
                <Icon name="calendar-clock" className="size-3.5" />
                {line.toConfirm > 0 ? 'to confirm' : `${counted(line.missing, 'shift')} not answered`}
              </span>
            )}
          </p>
        </>
      ) : (
        <p className="break-words">{line.name}</p>
      )}
      {line.note && <p className="break-words text-muted">“{line.note}”</p>}
      {line.reminded && <p className="text-xs text-muted">{line.reminded}</p>}
    </li>
  )
}
