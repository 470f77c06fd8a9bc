'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PaletteItem } from '@/components/ui/palette-store'

/** So long after the last letter the server is asked. */
const PAUSE_MS = 150

/** What the server finds for what was typed; nothing without an address. What it last found stays until it answers. */
export function useFound(url: string | undefined, typed: string): readonly PaletteItem[] {
  const [asked, setAsked] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({
    queryKey: ['find', url, asked],
    queryFn: async (): Promise<PaletteItem[]> => {
      const response = await fetch(`${url}?${new URLSearchParams({ typed: asked })}`, { cache: 'no-store' })
      if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
      return response.json()
    },
    enabled: url !== undefined,
    retry: false,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  return (url !== undefined && data) || []
}
