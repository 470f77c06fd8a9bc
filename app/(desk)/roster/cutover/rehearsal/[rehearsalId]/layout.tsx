import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { hasRehearsal } from '@/lib/roster/rehearsal/loaders'
import { rehearsalIdSchema } from '@/lib/roster/rehearsal/schema'
import { requirePage } from '@/lib/server/page'

type Props = { children: ReactNode; params: Promise<{ rehearsalId: string }> }

/** 404 for one that there is not: below it `loading.tsx` has begun the answer, with 200, before a page can look. */
export default async function WizardLayout({ children, params }: Props) {
  const ctx = await requirePage('roster.operate')
  const read = rehearsalIdSchema.safeParse(await params)
  if (!read.success || !(await hasRehearsal(ctx, read.data.rehearsalId))) notFound()
  return children
}
