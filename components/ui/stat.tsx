import type { ReactNode } from 'react'

/** A figure worth a glance. `value` carries its unit. */
export function Stat({ value, label, note }: { value: string; label: string; note?: ReactNode }) {
  return (
    <div>
      <p className="flex flex-wrap items-end gap-x-3">
        <span className="num font-serif text-2xl font-semibold">{value}</span>
        <span className="pb-1 text-sm text-muted">{label}</span>
      </p>
      {note && <p className="mt-1 text-sm text-muted">{note}</p>}
    </div>
  )
}
