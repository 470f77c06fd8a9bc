'use client'

import { Dialog } from '@/components/ui/dialog'
import { type Column, Table } from '@/components/ui/table'
import { balanceWords, partOfRow, signed } from '@/lib/roster/fairness/rules'
import type { LedgerWeek, PersonBalance } from '@/lib/roster/fairness/schema'

const columns: Column[] = [
  { key: 'week', head: 'Week of', nowrap: true },
  { key: 'worked', head: 'Worked', align: 'right' },
  { key: 'share', head: 'Share', align: 'right' },
  { key: 'factor', head: 'Counts', align: 'right', nowrap: true, muted: true },
  { key: 'part', head: 'Adds', align: 'right', nowrap: true },
]

type Props = { person: PersonBalance; weeks: LedgerWeek[]; onClose: () => void }

/** Week by week what makes up a person's balance. */
export function FairnessLedger({ person, weeks, onClose }: Props) {
  const parts = person.rows.map((row) => partOfRow(row, weeks[row.week]?.factor ?? 0))
  const sum = parts.reduce((total, part) => total + part, 0)
  const isCapped = Math.abs(sum - person.balance) > 0.02
  const rows = person.rows.map((row, k) => ({
    key: String(row.week),
    cells: {
      week: weeks[row.week]?.label ?? '',
      worked: row.worked,
      share: row.share.toFixed(2),
      factor: `× ${(weeks[row.week]?.factor ?? 0).toFixed(2)}`,
      part: signed(parts[k] ?? 0, 2),
    },
  }))
  return (
    <Dialog title={`${person.name}: ${balanceWords(person.balance)}`} isOpen onClose={onClose} wide>
      {rows.length === 0 ? (
        <p>No week yet in which {person.name} offered a shift. A newcomer starts level: nothing to catch up.</p>
      ) : (
        <>
          <p className="mb-3 max-w-prose">
            A week’s shifts are shared equally among those who offered one; what somebody worked above that share adds,
            below takes away. Older weeks count less. Together {signed(sum, 2)}
            {isCapped ? `, counted as ${signed(person.balance, 0)}: more than 3 never weighs` : ''}.
          </p>
          <Table label={`Weeks of ${person.name}`} columns={columns} rows={rows} />
        </>
      )}
    </Dialog>
  )
}
