'use client'

import { useState } from 'react'
import { useLive } from '@/components/ui/use-live'
import type { WeekView } from '@/lib/roster/week/schema'

const isSame = (a: WeekView, b: WeekView) => a.version === b.version && a.hash === b.hash

/**
 * The week as it is, without moving it under its reader: answers and delivery flow in by themselves, but a state or a
 * roster that somebody else changed waits behind "show". What the reader waits for, a lease or a delivery, is shown.
 *
 * @param brought what the server made the page with; it is newer after each press of the reader's own
 */
export function useLiveWeek(brought: WeekView) {
  const [seen, setSeen] = useState({ brought, shown: brought })
  /** The version that the reader's own change is to make; null while it is on its way and nobody knows. */
  const [own, expect] = useState<number | null>(0)
  const latest = useLive(`/roster/${brought.id}/live`, brought, (week) => week.inFlight)
  const pressed = brought !== seen.brought
  const isOwn = own === null || latest.version === own
  const follows = pressed || isOwn || isSame(latest, seen.shown) || seen.shown.inFlight
  const shown = follows ? latest : seen.shown
  if (pressed || shown !== seen.shown) setSeen({ brought, shown })
  return { week: shown, isStale: !follows, show: () => setSeen({ brought, shown: latest }), expect }
}
