import { Button } from '@/components/ui/button'
import { type Column, Table } from '@/components/ui/table'
import { signed } from '@/lib/roster/fairness/rules'
import type { PersonBalance } from '@/lib/roster/fairness/schema'

const columns: Column[] = [
  { key: 'name', head: 'Tender' },
  { key: 'weeks', head: 'Weeks in', align: 'right', muted: true },
  { key: 'worked', head: 'Shifts worked', align: 'right' },
  { key: 'share', head: 'Their share', align: 'right' },
  { key: 'balance', head: 'Balance now', align: 'right' },
]

type Props = { people: PersonBalance[]; onOpen: (id: string) => void }

/** The figures of the chart; each name opens the weeks behind it. */
export function FairnessTable({ people, onOpen }: Props) {
  const rows = people.map(({ id, name, worked, balance, rows: weeks }) => ({
    key: id,
    cells: {
      name: (
        <Button variant="ghost" size="sm" aria-label={`${name}: show the weeks behind it`} onPress={() => onOpen(id)}>
          {name}
        </Button>
      ),
      weeks: weeks.length,
      worked,
      share: weeks.reduce((sum, { share }) => sum + share, 0).toFixed(1),
      balance: signed(balance),
    },
  }))
  return <Table label="Balance of each tender" columns={columns} rows={rows} />
}
