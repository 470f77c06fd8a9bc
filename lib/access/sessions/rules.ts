/**
 * A session ends 8 hours after its last use, a working day, and 7 days after sign-in whatever its use (ASVS 5.0 7.3.1
 * and 7.3.2 leave the figures to the product).
 */
export const IDLE_MS = 8 * 60 * 60_000
export const ABSOLUTE_MS = 7 * 24 * 60 * 60_000
/** The use of a session is written down at most once a minute, so that reading a page is no write. */
export const TOUCH_MS = 60_000

export type SessionRow = {
  lastSeenAt: Date
  expiresAt: Date
  endedAt: Date | null
  user: { disabledAt: Date | null }
}

/** Whether a session still counts: not ended, neither limit passed, its person not disabled. */
export const isLive = (row: SessionRow, now: Date): boolean =>
  row.endedAt === null &&
  row.user.disabledAt === null &&
  now < row.expiresAt &&
  now.getTime() - row.lastSeenAt.getTime() < IDLE_MS

export const needsTouch = (row: SessionRow, now: Date): boolean => now.getTime() - row.lastSeenAt.getTime() >= TOUCH_MS

/**
 * Names and flags of our cookies. Over https they carry `__Host-`, which the browser grants only to a Secure cookie
 * of this very host with path `/`, so no sibling host can plant one.
 *
 * @param publicUrl the configured address (NEXTAUTH_URL)
 */
export function cookiesFor(publicUrl: string | undefined) {
  const secure = publicUrl?.startsWith('https://') ?? false
  const prefix = secure ? '__Host-' : ''
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  return {
    secure,
    options,
    session: `${prefix}daybook.session`,
    device: `${prefix}daybook.device`,
    link: `${prefix}daybook.link`,
    csrf: `${prefix}daybook.csrf`,
    callback: `${prefix}daybook.callback`,
    state: `${prefix}daybook.state`,
    pkce: `${prefix}daybook.pkce`,
    nonce: `${prefix}daybook.nonce`,
  }
}
