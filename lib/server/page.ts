import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { currentUser } from '@/lib/access/loaders'
import { can, type Permission } from '@/lib/access/rules'
import { newId } from '@/lib/platform/ids'
import { type ActionContext, contextOf } from '@/lib/server/action'

/**
 * Who looks at a page and the context to load it with. Nobody signed in: to the sign-in page, and back afterwards
 * (`x-path` is set by the proxy and only decides where the way back leads). Not covered by the role: 404, as for a
 * page that does not exist. Where a `loading.tsx` begins the answer first, a layout above it asks too, for the status.
 */
export async function requirePage(permission: Permission): Promise<ActionContext> {
  const user = await currentUser()
  if (!user) {
    const from = (await headers()).get('x-path')
    redirect(from && from !== '/' ? `/sign-in?from=${encodeURIComponent(from)}` : '/sign-in')
  }
  if (!can(user.role, permission)) notFound()
  return contextOf(user, newId())
}
