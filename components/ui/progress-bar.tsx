import { type Tone, toneFill } from '@/components/ui/tone'

export type ProgressPart = { tone: Tone; count: number; label: string }

type Props = {
  /** What is being counted, with its unit: "22 of 24 answered". */
  label: string
  parts: ProgressPart[]
  total: number
  /** Show the label above the bar. */
  shown?: boolean
}

/** How far something is, in parts that each have a meaning. */
export function ProgressBar({ label, parts, total, shown = false }: Props) {
  const done = parts.reduce((sum, part) => sum + part.count, 0)
  const words = parts.filter((part) => part.count > 0).map((part) => `${part.count} ${part.label}`)
  return (
    <div>
      {shown && <p className="mb-1.5 text-sm text-muted">{label}</p>}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(done, total)}
        aria-valuetext={words.join(', ') || `0 of ${total}`}
        className="flex h-1.5 gap-px overflow-hidden rounded-full bg-sunken forced-colors:border"
      >
        {parts.map((part) => (
          <span
            key={part.label}
            className={`${toneFill[part.tone]} transition-[width] duration-150`}
            style={{ width: `${total > 0 ? (100 * part.count) / total : 0}%` }}
          />
        ))}
      </div>
    </div>
  )
}
