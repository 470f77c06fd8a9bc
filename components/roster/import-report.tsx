'use client'

import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonStyle } from '@/components/ui/button-style'
import { Icon, type IconName } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { SelectField } from '@/components/ui/select-field'
import { type Column, Table } from '@/components/ui/table'
import type { Tone } from '@/components/ui/tone'
import type { ImportOf, Report, Verdict } from '@/lib/roster/people/imports/schema'

type Props = { report: Report; of: ImportOf; note: string | null; moved: boolean }

const WORDS: Record<Verdict, { label: string; tone: Tone; icon: IconName }> = {
  refused: { label: 'Refused', tone: 'bad', icon: 'circle-x' },
  changed: { label: 'Changed', tone: 'open', icon: 'pencil' },
  added: { label: 'Added', tone: 'good', icon: 'plus' },
  unchanged: { label: 'As it is', tone: 'quiet', icon: 'minus' },
}
const ORDER = Object.keys(WORDS) as Verdict[]
/** Rows that are drawn at once. */
const STEP = 100

const number = (n: number) => n.toLocaleString('en-GB')

const columns: Column[] = [
  { key: 'row', head: 'Row' },
  { key: 'verdict', head: 'What', nowrap: true },
  { key: 'says', head: 'Why' },
]

/** What a file would do, row by row: refused rows first, then those that change what is there. */
export function ImportReport({ report, of, note, moved }: Props) {
  const [only, setOnly] = useState('all')
  const [most, setMost] = useState(STEP)
  const { counts, unknown, mending } = report
  const shown = report.lines
    .filter(({ verdict }) => only === 'all' || verdict === only)
    .toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
  const rows = shown.slice(0, most).map(({ line, verdict, name, says }) => ({
    key: String(line),
    cells: {
      row: (
        <span className="block min-w-0">
          <span className="block break-words">{name || 'No name'}</span>
          <span className="num block text-xs text-muted">Line {line}</span>
        </span>
      ),
      verdict: (
        <Badge tone={WORDS[verdict].tone} icon={WORDS[verdict].icon}>
          {WORDS[verdict].label}
        </Badge>
      ),
      says: <span className="break-words text-muted">{says}</span>,
    },
  }))
  const options = [
    { value: 'all', label: report.lines.length === 1 ? 'The one row' : `All ${number(report.lines.length)} rows` },
    ...ORDER.filter((verdict) => counts[verdict] > 0).map((verdict) => ({
      value: verdict,
      label: `${WORDS[verdict].label}: ${number(counts[verdict])}`,
    })),
  ]
  return (
    <div className="flex flex-col gap-3">
      {moved && (
        <Notice
          tone="act"
          icon="refresh-cw"
          title="Nothing is imported yet"
          text="Something changed since you looked. This is what the file would do now: read it again, then import."
          live
        />
      )}
      <p role="status">
        {number(counts.added)} will be added, {number(counts.changed)} changed, {number(counts.unchanged)} stay as they
        are
        {counts.refused > 0
          ? `, ${number(counts.refused)} ${counts.refused === 1 ? 'is' : 'are'} refused and left out.`
          : '.'}
      </p>
      {note && <Notice tone="act" icon="triangle-alert" title="Look at the letters" text={note} />}
      {unknown.length > 0 && (
        <p className="text-muted">
          {unknown.length === 1 ? 'This column is' : 'These columns are'} not known here and left out:{' '}
          {unknown.join(', ')}.
        </p>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-44">
          <SelectField
            label="Show"
            options={options}
            value={only}
            onChange={(value) => {
              setOnly(value)
              setMost(STEP)
            }}
          />
        </div>
        {mending && (
          <a
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(mending)}`}
            download={`${of === 'tenders' ? 'tenders' : 'weekly-pattern'}-to-mend.csv`}
            className={buttonStyle('plain', 'md')}
          >
            <Icon name="download" />
            Download the refused rows
          </a>
        )}
      </div>
      <div className="rounded-md border border-line">
        <Table label="Rows of the file" columns={columns} rows={rows} cards />
      </div>
      {shown.length > most && most < 3 * STEP && (
        <Button onPress={() => setMost(most + STEP)}>
          {`Show ${Math.min(STEP, shown.length - most)} more of ${number(shown.length - most)}`}
        </Button>
      )}
      {shown.length > most && most >= 3 * STEP && (
        <p className="text-muted">
          {number(shown.length - most)} more rows are not listed here. Choose what to show above.
        </p>
      )}
    </div>
  )
}
