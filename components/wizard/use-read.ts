'use client'

import { useQuery } from '@tanstack/react-query'

/** Something that the page asks for when it is wanted: a reason, a list of changes. `key` null asks for nothing. */
export function useRead<T>(key: readonly unknown[] | null, url: string) {
  return useQuery({
    queryKey: key ?? ['nothing'],
    queryFn: async (): Promise<T> => {
      const response = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-store' })
      const body = await response.json()
      if (!response.ok) throw new Error(body.message ?? 'No answer came back.')
      return body
    },
    enabled: key !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
