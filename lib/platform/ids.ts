import { createHash, randomBytes } from 'node:crypto'

const COUNTER_BITS = 12
let lastMs = 0
let counter = 0

/**
 * A UUIDv7 (RFC 9562, section 6.2, method 1), lower case: 48 bits of milliseconds, a 12-bit counter, 62 random bits.
 * Ids of one process ascend, also when its clock is set back; those of several processes do so by the millisecond.
 */
export function newId(): string {
  const ms = Date.now()
  if (ms > lastMs) {
    lastMs = ms
    // Half the counter is left free, so that 2,048 ids fit into one millisecond before time is borrowed.
    counter = randomBytes(2).readUInt16BE() & 0x7ff
  } else {
    counter += 1
    if (counter >> COUNTER_BITS) {
      lastMs += 1
      counter = 0
    }
  }
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  randomBytes(8).copy(bytes, 8)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** 256 random bits in base64url, 43 characters: what a link or a session carries. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in hex, 64 characters. Enough without salt, because a token holds 256 random bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token, 'utf8').digest('hex')

/** A UUID (RFC 9562 version 8) made from the parts: the identity of something that may happen once, ever. */
export function deriveId(...parts: [purpose: string, ...rest: string[]]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
