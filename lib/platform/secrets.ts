import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/**
 * Whether two secrets are the same, in a time that tells nothing about either: both are hashed first, so that lengths
 * do not matter. Nothing equals an empty secret: a comparison with one that is not configured is closed.
 */
export function sameSecret(a: string, b: string): boolean {
  const same = timingSafeEqual(digest(a), digest(b))
  return same && a !== ''
}

/**
 * A token that can be made again from what it stands for: HMAC-SHA256 in base64url, 43 characters. The first part names
 * the purpose. Parts are joined as a JSON array, so ('a', 'bc') and ('ab', 'c') give different tokens. Throws when the
 * secret is empty: such tokens could be made by anyone.
 */
export function deriveToken(secret: string, ...parts: [purpose: string, ...rest: string[]]): string {
  if (secret === '') throw new Error('A token cannot be derived from an empty secret.')
  return createHmac('sha256', secret)
    .update(JSON.stringify(['daybook', ...parts]))
    .digest('base64url')
}
