'use client'

import { useQuery } from '@tanstack/react-query'
import { readJson } from '@/components/ui/read-json'

/** Something that the page asks for when it is wanted: a reason, a list of changes. `key` null asks for nothing. */
export function useRead<T>(key: readonly unknown[] | null, url: string) {
  return useQuery({
    queryKey: key ?? ['nothing'],
    queryFn: () => readJson<T>(url),
    enabled: key !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
