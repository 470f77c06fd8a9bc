import type { ReactNode } from 'react'
import { requirePage } from '@/lib/server/page'

/**
 * Whoever may not read schedules: 404 from here, because below it `loading.tsx` has begun the answer, with 200, before a
 * page can look. No lock: each page asks for itself who looks.
 */
export default async function SchedulesLayout({ children }: { children: ReactNode }) {
  await requirePage('schedules.read')
  return children
}
