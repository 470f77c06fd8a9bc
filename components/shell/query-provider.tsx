'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { Ready } from '@/components/ui/ready'
import { ToastRegion } from '@/components/ui/toast'

/** What every page has, signed in or not: queries, the router for react-aria's links, dates as they are written here. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, retry: 1, refetchOnWindowFocus: true } } }),
  )
  return (
    <QueryClientProvider client={client}>
      <RouterProvider navigate={(path) => router.push(path)}>
        <I18nProvider locale="en-GB">
          {children}
          <ToastRegion />
          <Ready />
        </I18nProvider>
      </RouterProvider>
    </QueryClientProvider>
  )
}
