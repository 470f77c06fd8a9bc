'use client'

import { useQuery } from '@tanstack/react-query'
import { readJson } from '@/components/ui/read-json'

const FAST_MS = 2_000
const SLOW_MS = 15_000

/**
 * The newest of what the page brought and what its poll found: every 2 s while `isMoving`, else every 15 s. Not kept
 * when the page is left, since what the server brings on the way back is newer.
 *
 * @param url whose first part names the query for whoever makes it stale: `['outbox']` for `/outbox/live`
 */
export function useLive<T extends { at: string }>(url: string, brought: T, isMoving?: (view: T) => boolean): T {
  const poll = useQuery({
    queryKey: [url.split('/')[1], url],
    queryFn: () => readJson<T>(url),
    initialData: brought,
    staleTime: FAST_MS,
    gcTime: 0,
    refetchInterval: ({ state }) => (isMoving?.(state.data ?? brought) || isMoving?.(brought) ? FAST_MS : SLOW_MS),
  })
  return poll.data && poll.data.at > brought.at ? poll.data : brought
}
