'use client'

import { useQuery } from '@tanstack/react-query'
import { MailParts } from '@/components/outbox/mail-card'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { readJson } from '@/components/ui/read-json'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import type { MailView } from '@/lib/messages/outbox/schema'
import type { InboxRow } from '@/lib/roster/rehearsal/schema'

type Props = { rehearsalId: string; row: InboxRow; onClose: () => void }

/** One mail of the rehearsal, as it left: what never changes is read once. */
export function MailDialog({ rehearsalId, row, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['rehearsal mail', row.id],
    queryFn: () => readJson<{ mail: MailView | null }>(`/roster/cutover/rehearsal/${rehearsalId}/mails/${row.id}`),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Dialog title={row.subject} isOpen wide onClose={onClose} actions={<Button onPress={onClose}>Close</Button>}>
      <p className="mb-3 text-muted">
        {data?.mail ? `From ${data.mail.from} to ${data.mail.to}.` : `Written for ${row.to}.`} {row.state.label},{' '}
        {row.at.label}.
      </p>
      {data?.mail ? (
        <MailParts mail={data.mail} />
      ) : data ? (
        <Notice
          tone="quiet"
          icon="mail-x"
          title="There was nothing to send"
          text="This person cannot be written to. The message stands here so that nobody is forgotten."
        />
      ) : error ? (
        <Notice
          live
          tone="bad"
          icon="circle-alert"
          title="The mail could not be read"
          text={error.message}
          actions={<Button onPress={() => void refetch()}>Read it again</Button>}
        />
      ) : (
        <Loading label="The mail is being read">
          <Skeleton className="h-80 w-full" />
        </Loading>
      )}
    </Dialog>
  )
}
