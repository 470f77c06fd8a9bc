import type { ReactNode } from 'react'
import { requirePage } from '@/lib/server/page'

/**
 * Whoever may not read the Outbox: 404 from here, because below it `loading.tsx` has begun the answer, with 200, before a
 * page can look. No lock: each page asks for itself who looks.
 */
export default async function OutboxLayout({ children }: { children: ReactNode }) {
  await requirePage('outbox.read')
  return children
}
