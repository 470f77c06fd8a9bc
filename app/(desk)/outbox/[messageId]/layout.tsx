import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { hasMessage } from '@/lib/messages/outbox/loaders'
import { messageIdInput } from '@/lib/messages/outbox/schema'
import { requirePage } from '@/lib/server/page'

type Props = { children: ReactNode; params: Promise<{ messageId: string }> }

/** 404 for one that there is not: below it `loading.tsx` has begun the answer, with 200, before a page can look. */
export default async function MessageLayout({ children, params }: Props) {
  const ctx = await requirePage('outbox.read')
  const read = messageIdInput.safeParse(await params)
  if (!read.success || !(await hasMessage(ctx, read.data.messageId))) notFound()
  return children
}
