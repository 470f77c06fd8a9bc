'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { readJson } from '@/components/ui/read-json'
import { append, newRows, refresh, shownFrom, type TimelinePage, takeIn } from '@/lib/timeline/rules'

/** Five seconds while the list is in sight; a hidden tab asks nothing. */
const POLL_MS = 5_000

const withCursor = (url: string, cursor: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`

/**
 * The rows in sight. The first page is asked for whole each time: an event that commits late has a lower number than
 * those after it, so "what is newer than the newest" would miss it.
 *
 * @param page the first page as the server brought it
 * @param url where the same page is had as JSON
 * @param isHeld the reader is busy with the list: nothing of others may move under them, so what is new waits
 */
export function useLiveTimeline(page: TimelinePage, url: string, isHeld: () => boolean) {
  const [shown, setShown] = useState(() => shownFrom(page))
  const [waiting, setWaiting] = useState<TimelinePage | null>(null)
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle')

  // Not kept when the page is left: on the way back what the server brings is newer than a kept answer.
  const poll = useQuery({
    queryKey: ['timeline', url],
    queryFn: () => readJson<TimelinePage>(url),
    initialData: page,
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
    gcTime: 0,
  })

  const receive = useCallback(
    (next: TimelinePage) => {
      const held = isHeld()
      setShown((now) => (held ? refresh(now, next) : takeIn(now, next)))
      setWaiting(held ? next : null)
    },
    [isHeld],
  )
  useEffect(() => receive(poll.data), [poll.data, receive])
  // The server brings the page anew after a press of the reader's own: that is shown at once, wherever they point.
  useEffect(() => {
    setShown((now) => takeIn(now, page))
    setWaiting(null)
  }, [page])

  const show = () => {
    if (waiting) setShown((now) => takeIn(now, waiting))
    setWaiting(null)
  }
  const more = async () => {
    if (shown.older === null || older === 'loading') return
    setOlder('loading')
    try {
      const next = await readJson<TimelinePage>(withCursor(url, shown.older))
      setShown((now) => append(now, next))
      setOlder('idle')
    } catch {
      setOlder('failed')
    }
  }
  const fresh = waiting ? newRows(shown, waiting).length : 0
  // A page of nothing but new rows does not say how many there are.
  const news = fresh > 0 && fresh === waiting?.rows.length ? `More than ${fresh}` : fresh > 0 ? String(fresh) : null
  return { shown, news, show, more, older, live: !poll.isError && poll.fetchStatus !== 'paused' }
}
