import type { ReactNode } from 'react'
import { type Crumb, Crumbs } from '@/components/shell/crumbs'
import { PrintFoot } from '@/components/shell/print-foot'
import { StatusStrip } from '@/components/shell/status-strip'

/** A page inside the shell: where I am, then the work. Its first child is a `PageHead`. `foot` says on paper what this is. */
export function Page({ crumbs, foot, children }: { crumbs: Crumb[]; foot?: string; children: ReactNode }) {
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-6 text-sm max-md:px-4 print:hidden">
        <Crumbs crumbs={crumbs} />
        <StatusStrip />
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-6 py-6 outline-none max-md:px-4 max-md:py-5">
        {children}
      </main>
      <PrintFoot {...(foot ? { about: foot } : {})} />
    </>
  )
}
