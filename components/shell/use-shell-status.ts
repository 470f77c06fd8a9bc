'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ShellStatus } from '@/components/shell/shell-types'

/** Twenty seconds: a tick a minute is seen in time, and an idle page costs three small reads a minute. */
const POLL_MS = 20_000

export type Connection = 'fine' | 'offline' | 'unanswered' | 'signed_out'

class StatusError extends Error {
  constructor(readonly signedOut: boolean) {
    super('The status was not answered.')
  }
}

async function read(url: string): Promise<ShellStatus> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-store' })
  if (!response.ok) throw new StatusError(response.status === 401)
  return response.json()
}

function useOffline(): boolean {
  const [offline, setOffline] = useState(false)
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine)
    look()
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    return () => {
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
    }
  }, [])
  return offline
}

/** The newest of what the page brought and what the poll found, and whether the server still answers. */
export function useShellStatus(brought: ShellStatus, url: string | undefined) {
  const offline = useOffline()
  const poll = useQuery({
    queryKey: ['shell-status'],
    queryFn: () => read(url ?? ''),
    enabled: url !== undefined && !offline,
    refetchInterval: POLL_MS,
    retry: 1,
    initialData: brought,
    staleTime: POLL_MS,
  })
  const status = poll.data.now > brought.now ? poll.data : brought
  return { status, connection: connectionOf(offline, poll.error) }
}

function connectionOf(offline: boolean, error: Error | null): Connection {
  if (offline) return 'offline'
  if (error instanceof StatusError && error.signedOut) return 'signed_out'
  return error ? 'unanswered' : 'fine'
}
