'use client'

import { useState } from 'react'
import { useLive } from '@/components/ui/use-live'
import type { OutboxView } from '@/lib/messages/outbox/schema'

const idsOf = ({ rows }: OutboxView) => rows.map(({ id }) => id).join()

/**
 * The list as it is, without moving it under its reader: states change in place, but while the reader points at the
 * list or has chosen rows, what is new waits behind "show". What the reader did themselves is shown at once.
 *
 * @param isHeld the reader is busy with the list
 */
export function useLiveOutbox(url: string, brought: OutboxView, isHeld: boolean) {
  const latest = useLive(url, brought, (view) => view.inFlight)
  const [seen, setSeen] = useState({ brought, shown: brought })
  const pressed = brought !== seen.brought
  const follows = pressed || !isHeld || idsOf(latest) === idsOf(seen.shown)
  if (pressed || (follows && latest !== seen.shown)) setSeen({ brought, shown: latest })
  if (follows) return { view: latest, news: 0, show: () => {} }
  const now = new Map(latest.rows.map((row) => [row.id, row]))
  const known = new Set(seen.shown.rows.map(({ id }) => id))
  const rows = seen.shown.rows.map((row) => now.get(row.id) ?? row)
  return {
    view: { ...latest, rows, older: seen.shown.older },
    news: latest.rows.filter(({ id }) => !known.has(id)).length,
    show: () => setSeen({ brought, shown: latest }),
  }
}
