'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LiveAnswer, LiveRehearsal } from '@/components/rehearsal/live-rehearsal'
import { readJson } from '@/components/ui/read-json'

/** A step takes a second or two: its checks are seen as they come. */
const FAST_MS = 700
const SLOW_MS = 10_000

/**
 * The rehearsal as it is, whoever moved it: this tab, another one, or a press that nobody waits for any more. While
 * nothing moves a stamp is read now and then, and the rest only once that has changed.
 *
 * @param brought what the server made the page with
 * @param pressing this tab waits for a step
 */
export function useLiveRehearsal(brought: LiveRehearsal, pressing: boolean) {
  const queries = useQueryClient()
  const queryKey = ['rehearsal', brought.view.id]
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: async (): Promise<LiveRehearsal> => {
      const had = newest(queries.getQueryData<LiveRehearsal>(queryKey), brought)
      const query = new URLSearchParams({ seen: had.stamp })
      const answer = await readJson<LiveAnswer>(`/roster/cutover/rehearsal/${brought.view.id}/live?${query}`)
      return answer.view ? answer : { ...had, at: answer.at }
    },
    initialData: brought,
    staleTime: FAST_MS,
    gcTime: 0,
    refetchInterval: ({ state }) => (pressing || newest(state.data, brought).view.inFlight ? FAST_MS : SLOW_MS),
  })
  return { ...newest(data, brought), refetch }
}

const newest = (polled: LiveRehearsal | undefined, brought: LiveRehearsal): LiveRehearsal =>
  polled && polled.at > brought.at ? polled : brought
