import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { hasWeek } from '@/lib/roster/week/loaders'
import { weekIdInput } from '@/lib/roster/week/schema'
import { requirePage } from '@/lib/server/page'

type Props = { children: ReactNode; params: Promise<{ runId: string }> }

/** 404 for one that there is not: below it `loading.tsx` has begun the answer, with 200, before a page can look. */
export default async function WeekLayout({ children, params }: Props) {
  const ctx = await requirePage('roster.read')
  const read = weekIdInput.safeParse(await params)
  if (!read.success || !(await hasWeek(ctx, read.data.runId))) notFound()
  return children
}
