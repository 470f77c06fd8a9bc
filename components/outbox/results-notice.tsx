'use client'

import { Button } from '@/components/ui/button'
import { Card, CardFoot } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import type { RowResult } from '@/lib/messages/outbox/schema'

/** What came of each row of a decision over several, while any of them needs a look. */
export function ResultsNotice({ rows, onClose }: { rows: RowResult[]; onClose: () => void }) {
  const open = rows.filter(({ done, now }) => !done || now === 'failed' || now === 'unknown')
  if (open.length === 0) return null
  return (
    <Card title="What came of it" className="mb-5" aside={`${rows.length - open.length} of ${rows.length} as decided`}>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto text-sm">
        {open.map(({ id, to, done, says }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
            <Icon name={done ? 'mail-question' : 'circle-alert'} className="size-3.5 self-center text-act" />
            <span className="font-medium">{to ?? 'A message that is gone'}</span>
            <span className="min-w-0 text-muted">{says}</span>
          </li>
        ))}
      </ul>
      <CardFoot>
        <Button size="sm" variant="ghost" icon="x" onPress={onClose}>
          Close this list
        </Button>
      </CardFoot>
    </Card>
  )
}
