/** ASVS 5.0 6.5.5: a link by e-mail lives ten minutes. */
export const LINK_MS = 10 * 60_000
/** A browser is known for half a year after its last sign-in. */
export const DEVICE_MS = 180 * 24 * 60 * 60_000
const MAX_USERS = 5

/** What a browser's long-lived cookie says: a number of its own and who has signed in from it. */
export type Device = { nonce: string; users: readonly string[] }

/** The device after `userId` signed in: the latest five people, so that a shared computer knows its regulars. */
export const remember = (device: Device | null, userId: string, fresh: string): Device => ({
  nonce: device?.nonce ?? fresh,
  users: [userId, ...(device?.users ?? []).filter((id) => id !== userId)].slice(0, MAX_USERS),
})

/**
 * A path of our own from what a caller wants to be led to, else `fallback`. Browsers read `//host`, `/\host`, and both
 * after removing tabs and line breaks, as another site; `/.//host` becomes `//host` when it is resolved.
 */
export function safePath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== 'string' || wanted.length > 2_000 || !/^\/(?![/\\])/.test(wanted)) return fallback
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\\\u0000-\u0020\u007f-\u009f]/.test(wanted)) return fallback
  const here = 'http://daybook.invalid'
  if (!URL.canParse(wanted, here)) return fallback
  const url = new URL(wanted, here)
  if (url.origin !== here || url.pathname.startsWith('//')) return fallback
  const path = `${url.pathname}${url.search}${url.hash}`
  // Back to a page that only leads here again, or to a route that is no page.
  return /^\/(sign-in|setup|api)(\/|$|\?|#)/.test(path) ? fallback : path
}
