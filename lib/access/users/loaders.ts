import { browserWords, METHOD_WORDS } from '@/lib/access/labels'
import type { Role } from '@/lib/access/rules'
import { IDLE_MS } from '@/lib/access/sessions/rules'
import { listUsers } from '@/lib/access/users/data'
import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import { type Shown, shownAt } from '@/lib/platform/zone-format'

export type SessionLine = { id: string; browser: string; method: string; lastSeen: Shown; since: Shown; own: boolean }
export type UserLine = {
  id: string
  name: string
  email: string
  role: Role
  disabled: Shown | null
  sessions: SessionLine[]
  own: boolean
  /** Why this account may be neither disabled nor given another role, or null. */
  kept: string | null
}

type Row = Awaited<ReturnType<typeof listUsers>>[number]

const sessionLine =
  (zone: string, ownSession: string) =>
  (row: Row['sessions'][number]): SessionLine => ({
    id: row.id,
    browser: browserWords(row.userAgent),
    method: METHOD_WORDS[row.method] ?? row.method,
    lastSeen: shownAt(zone, row.lastSeenAt),
    since: shownAt(zone, row.createdAt),
    own: row.id === ownSession,
  })

/** The list of the users page. No hash and no secret leaves this module. */
export async function loadUsers(ctx: Context, me: { id: string; sessionId: string }): Promise<UserLine[]> {
  const [zone, rows] = await Promise.all([companyZone(ctx.db), listUsers(ctx.db, ctx.now(), IDLE_MS)])
  const admins = rows.filter((row) => row.role === 'admin' && !row.disabledAt)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role as Role,
    disabled: row.disabledAt ? shownAt(zone, row.disabledAt) : null,
    sessions: row.sessions.map(sessionLine(zone, me.sessionId)),
    own: row.id === me.id,
    kept:
      admins.length === 1 && admins[0]?.id === row.id
        ? 'The last enabled admin. Make somebody else an admin first.'
        : null,
  }))
}

/** One's own live sessions, for the settings page. */
export async function loadOwnSessions(ctx: Context, me: { id: string; sessionId: string }): Promise<SessionLine[]> {
  const [zone, row] = await Promise.all([
    companyZone(ctx.db),
    ctx.db.userSession.findMany({
      where: {
        userId: me.id,
        endedAt: null,
        expiresAt: { gt: ctx.now() },
        lastSeenAt: { gt: new Date(ctx.now().getTime() - IDLE_MS) },
      },
      orderBy: { lastSeenAt: 'desc' },
      take: 50,
    }),
  ])
  return row.map(sessionLine(zone, me.sessionId))
}
