'use client'

import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import { Table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { OutboxRow } from '@/lib/messages/outbox/schema'

const columns = [
  { key: 'to', head: 'To' },
  { key: 'subject', head: 'Message' },
  { key: 'state', head: 'State' },
  { key: 'queued', head: 'Written', nowrap: true, muted: true, align: 'right' as const },
]

type Props = {
  rows: OutboxRow[]
  chosen: ReadonlySet<string>
  onChoose: (id: string, isChosen: boolean) => void
}

/** Messages with their states; those that can be decided can be chosen. */
export function MessageList({ rows, chosen, onChoose }: Props) {
  return (
    <Table
      label="Messages, newest first"
      columns={columns}
      cards
      rows={rows.map((row) => ({
        key: row.id,
        marked: chosen.has(row.id),
        cells: {
          to: <To row={row} isChosen={chosen.has(row.id)} onChoose={onChoose} />,
          subject: <Subject row={row} />,
          state: <State row={row} />,
          queued: <Time iso={row.queued.iso} label={row.queued.label} className="text-xs" />,
        },
      }))}
    />
  )
}

function To({ row, isChosen, onChoose }: { row: OutboxRow; isChosen: boolean } & Pick<Props, 'onChoose'>) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {row.decisions.length > 0 ? (
        <Checkbox
          aria-label={`Choose ${row.to}, ${row.kind.toLowerCase()}`}
          checked={isChosen}
          onChange={(checked) => onChoose(row.id, checked)}
        >
          {null}
        </Checkbox>
      ) : (
        <span className="w-4 shrink-0 max-md:hidden" />
      )}
      <span className="min-w-0">
        <Link href={`/outbox/${row.id}`} className="rounded-sm font-medium underline-offset-2 hover:underline">
          {row.to}
          <span className="sr-only">{`: ${row.subject}`}</span>
        </Link>
        <span className="block text-xs break-all text-muted">{row.address || 'no address'}</span>
      </span>
    </span>
  )
}

function Subject({ row }: { row: OutboxRow }) {
  return (
    <span className="block min-w-0">
      <span className="break-words">{row.subject}</span>
      <span className="block text-xs text-muted">
        {row.kind} · {row.about.name}
      </span>
    </span>
  )
}

function State({ row }: { row: OutboxRow }) {
  const note = row.next ? `next attempt after ${row.next.label}` : row.why
  return (
    <span className="block min-w-0">
      <Badge tone={row.mark.tone} icon={row.mark.icon}>
        {row.mark.label}
      </Badge>
      {note && <span className="mt-0.5 block max-w-72 text-xs text-muted max-md:ml-auto">{note}</span>}
    </span>
  )
}
