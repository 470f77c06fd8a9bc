import { isIP } from 'node:net'

/** Tries count in fixed windows of 15 minutes. */
export const WINDOW_MS = 15 * 60_000
/** For one account, from browsers that it has not been signed in from before. */
export const ACCOUNT_TRIES = 10
/** From one address: an office behind one address has several people who mistype. */
export const ADDRESS_TRIES = 50
/** For one account, from a browser that it knows. Counted apart, so that a stranger's tries never lock it out. */
export const DEVICE_TRIES = 10
/** Links sent to one account, and asked for from one address. */
export const LINK_TRIES = 5

/** The eight groups of an IPv6 address, or null where it is none. */
function groupsOf(address: string): number[] | null {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const text = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : address
  const [head = '', tail] = text.split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [left, right] = [parse(head), parse(tail ?? '')]
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => 0)
  const groups = [...left, ...(tail === undefined ? [] : zeros), ...right]
  return groups.length === 8 ? groups : null
}

/**
 * What of an address stands for one caller: an IPv4 address whole, of IPv6 the first 64 bits, because a provider gives
 * each customer at least that many to choose from. IPv4 written as IPv6 is IPv4. Anything else is one common key.
 */
export function addressKey(address: string): string {
  const bare = address
    .trim()
    .replace(/^\[(.*)\].*$/, '$1')
    .replace(/%.*$/, '')
  const kind = isIP(bare)
  if (kind === 4) return bare
  const groups = kind === 6 ? groupsOf(bare) : null
  if (!groups) return 'unknown'
  const [a = 0, b = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/**
 * The caller's address from `X-Forwarded-For`. Each hop appends the address that it was called from, so only the last
 * entries are worth anything: with no proxy in front the last one, which our own server wrote; with one the last but
 * one; and so on. What a caller writes into the header itself stands to the left of those and is never read.
 */
export function clientAddress(forwardedFor: string | null, trustedProxies: number): string {
  const hops = (forwardedFor ?? '').split(',').map((part) => part.trim())
  return hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? ''
}
