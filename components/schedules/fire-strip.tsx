import { utcText } from '@/components/ui/time'
import type { FireCell } from '@/lib/schedules/trial/schema'

/** The next times side by side; what the clocks do to one is said in it, and marked. */
export function FireStrip({ cells, label }: { cells: FireCell[]; label: string }) {
  return (
    <ol aria-label={label} className="grid grid-cols-2 overflow-clip sm:grid-cols-5">
      {cells.map((cell) => (
        <li
          key={cell.key}
          className={`-mt-px -ml-px border-t border-l border-line px-3 py-2.5 ${cell.says ? 'bg-act-soft text-act' : ''}`}
        >
          <Cell cell={cell} />
        </li>
      ))}
    </ol>
  )
}

function Cell({ cell: { day, time, letters, iso, says } }: { cell: FireCell }) {
  const inner = (
    <>
      <span className={`block text-xs ${says ? '' : 'text-muted'}`}>{day}</span>
      <span className={`num block text-base ${iso ? '' : 'line-through'}`}>
        {time} <span className={`text-xs ${says ? '' : 'text-muted'}`}>{letters}</span>
      </span>
      {says && <span className="block text-xs">{says}</span>}
    </>
  )
  return iso ? (
    <time dateTime={iso} title={utcText(iso)} className="block">
      {inner}
    </time>
  ) : (
    inner
  )
}
