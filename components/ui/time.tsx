/** The instant in words for a hover: '2026-12-10 18:00:00 UTC'. */
export function utcText(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** A local time as the server wrote it, with the UTC instant on hover. `iso` is the instant, `label` carries the zone. */
export function Time({ iso, label, className = '' }: { iso: string; label: string; className?: string }) {
  return (
    <time dateTime={iso} title={utcText(iso)} className={`whitespace-nowrap ${className}`}>
      {label}
    </time>
  )
}
