import { Icon } from '@/components/ui/icon'
import type { Cell } from '@/lib/roster/grid/rules'

/**
 * A cell by its shape: a filled tile is a seat, ringed where it was given to somebody who did not offer it; a circle is
 * an offer, a stroke a no. The cell itself says it in words.
 */
export function CellMark({ cell }: { cell: Pick<Cell, 'seat' | 'answer'> }) {
  const { seat, answer } = cell
  if (seat === 'picked' || seat === 'pinned')
    return (
      <span
        className={`grid size-5 place-items-center rounded-md bg-accent text-on-accent forced-colors:border ${answer === 'no' || answer === 'silent' ? 'ring-2 ring-act ring-offset-1 ring-offset-surface' : ''}`}
      >
        <Icon name={seat === 'pinned' ? 'pin' : 'check'} className="size-3.5" />
      </span>
    )
  if (seat === 'banned') return <Icon name="ban" className="size-4 text-bad" />
  if (answer === 'yes') return <span className="size-2.5 rounded-full border-[1.5px] border-muted" />
  if (answer === 'if_needed')
    return (
      <span className="size-2.5 overflow-hidden rounded-full border-[1.5px] border-muted">
        <span className="block h-full w-1/2 bg-muted" />
      </span>
    )
  if (answer === 'no') return <span className="h-[1.5px] w-2 bg-faint" />
  return <span className="size-[3px] rounded-full bg-faint" />
}

const LEGEND: { key: string; words: string; cell: Pick<Cell, 'seat' | 'answer'> }[] = [
  { key: 'picked', words: 'picked', cell: { seat: 'picked', answer: 'yes' } },
  { key: 'pinned', words: 'pinned', cell: { seat: 'pinned', answer: 'yes' } },
  { key: 'could', words: 'could', cell: { seat: 'none', answer: 'yes' } },
  { key: 'if_needed', words: 'if needed', cell: { seat: 'none', answer: 'if_needed' } },
  { key: 'no', words: 'no', cell: { seat: 'none', answer: 'no' } },
  { key: 'banned', words: 'banned', cell: { seat: 'banned', answer: 'silent' } },
]

/** What the marks mean. Each cell says its own in words, so this is for the eye alone. */
export function Legend({ isAssigned }: { isAssigned: boolean }) {
  return (
    <span aria-hidden className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      {LEGEND.filter(({ cell }) => isAssigned || cell.seat === 'none').map(({ key, words, cell }) => (
        <span key={key} className="flex items-center gap-1.5">
          <CellMark cell={cell} />
          {words}
        </span>
      ))}
    </span>
  )
}
