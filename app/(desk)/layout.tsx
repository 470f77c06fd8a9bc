import type { ReactNode } from 'react'
import { signOut } from '@/app/(auth)/sign-in/actions'
import { innerPagesFor, placesFor, settingsPlace } from '@/app/(desk)/places'
import { Shell } from '@/components/shell/shell'
import { ROLE_NAME } from '@/lib/access/labels'
import { can } from '@/lib/access/rules'
import { toldTo } from '@/lib/registry'
import { loadFrame } from '@/lib/server/frame'
import { requirePage } from '@/lib/server/page'

/** The frame of every signed-in page. No lock: each page asks for itself who looks. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const ctx = await requirePage('account.own')
  const { role, name } = ctx.user
  const { company, sample, status } = await loadFrame(ctx, toldTo(role))
  return (
    <Shell
      nav={placesFor(role)}
      inner={innerPagesFor(role)}
      settings={settingsPlace}
      person={{ name, role: ROLE_NAME[role], place: company }}
      signOut={signOut}
      status={status}
      statusUrl="/api/status"
      {...(can(role, 'roster.read') ? { findUrl: '/api/find' } : {})}
      sample={sample}
    >
      {children}
    </Shell>
  )
}
