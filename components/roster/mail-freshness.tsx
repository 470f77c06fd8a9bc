'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { readJson } from '@/components/ui/read-json'
import type { WeekStamp } from '@/lib/roster/sending/schema'

const POLL_MS = 10_000

type Props = {
  runId: string
  stamp: string
  /** What is in sight, from before. */
  text: string
  children: ReactNode
}

/** Says when what is being read of a week is no longer how it stands; nothing changes under the reader. */
export function MailFreshness({ runId, stamp, text, children }: Props) {
  const router = useRouter()
  const poll = useQuery({
    queryKey: ['week stamp', runId, stamp],
    queryFn: () => readJson<WeekStamp>(`/roster/${runId}/mails/live`),
    initialData: { stamp },
    staleTime: POLL_MS,
    gcTime: 0,
    refetchInterval: POLL_MS,
  })
  return (
    <>
      {poll.data.stamp !== stamp && (
        <div className="mb-5 print:hidden">
          <Notice
            tone="act"
            icon="refresh-cw"
            title="The week changed since you looked"
            text={text}
            actions={<Button onPress={() => router.refresh()}>Show it as it is</Button>}
            live
          />
        </div>
      )}
      {children}
    </>
  )
}
