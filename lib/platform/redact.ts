/**
 * What no log line may hold: secrets, tokens, cookies, passwords. Two nets: values under a telling name are dropped
 * whole (`redact`), and every finished line is searched for what looks like a secret or is one of ours (`scrub`).
 */

const GONE = '[redacted]'

const TELLING =
  /pass(?:word|wd|phrase)?$|secret|token|cookie|authori[sz]ation|api-?_?key|private-?_?key|encryption_?key|credential|session_?id|csrf|webhook_?url|database_?url|owner_?url|smtp_?url|connection_?string/i
/** A token's hash, or how many there are, says something useful and gives nothing away. */
const HARMLESS = /hash$|count$/i

const isTelling = (name: string) => TELLING.test(name) && !HARMLESS.test(name)

const MAX_DEPTH = 8

type Plain = string | number | boolean | null | undefined | Plain[] | { [name: string]: Plain }

function pairs(entries: Iterable<readonly [unknown, unknown]>, depth: number, seen: readonly object[]): Plain {
  const out: Record<string, Plain> = {}
  for (const [name, value] of entries) {
    const key = String(name)
    Object.defineProperty(out, key, {
      value: isTelling(key) && value !== undefined && value !== null ? GONE : plain(value, depth + 1, seen),
      enumerable: true,
    })
  }
  return out
}

function fromObject(value: object, depth: number, seen: readonly object[]): Plain {
  if (depth > MAX_DEPTH) return '[deeper]'
  if (seen.includes(value)) return '[circular]'
  const path = [...seen, value]
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof URL) return value.href
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.map((each) => plain(each, depth + 1, path))
  if (value instanceof Error) {
    const { name, message, stack, cause } = value
    return pairs(Object.entries({ ...value, name, message, stack, cause }), depth, path)
  }
  if (
    value instanceof Map ||
    value instanceof Headers ||
    value instanceof URLSearchParams ||
    value instanceof FormData
  ) {
    return pairs(value.entries() as Iterable<[unknown, unknown]>, depth, path)
  }
  if (value instanceof Set) return [...value].map((each) => plain(each, depth + 1, path))
  return pairs(Object.entries(value), depth, path)
}

function plain(value: unknown, depth: number, seen: readonly object[]): Plain {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value as Plain
  try {
    return fromObject(value, depth, seen)
  } catch {
    // A getter that throws must not turn a log line into a failure of what it reports.
    return '[unreadable]'
  }
}

/** A plain copy of what is to be logged, without the values whose names tell that they are secret. */
export function redact(value: Record<string, unknown>): Record<string, unknown> {
  const out = plain(value, 0, [])
  return typeof out === 'object' && out !== null && !Array.isArray(out) ? out : { value: out }
}

/**
 * Shapes of secrets in running text. They run over a finished JSON line, so none may eat a quote or a backslash: `S`
 * stands for a character of a secret.
 */
const S = String.raw`[^\s"'\\&;,<>]`
const SHAPES: [RegExp, string][] = [
  // user:password@ in a connection string; the password itself may hold an @.
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'\\/:@]*:)[^\s"'\\/]+@/gi, `$1${GONE}@`],
  // A stricter sibling for passwords with a raw slash in them.
  [/((?:postgres(?:ql)?|smtps?):\/\/[^\s"'\\/:@]*:)[^\s"'\\]{1,300}@/gi, `$1${GONE}@`],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, `$1 ${GONE}`],
  // Personal links: whoever has the path may answer in someone's name.
  [/(\/(?:availability|unsubscribe|calendar)\/|(?<!\/roster)\/shifts\/)(?!\[)[^\s"'\\/?#<>]+/gi, `$1${GONE}`],
  [
    new RegExp(String.raw`([?&;](?:[\w.-]*(?:token|secret|password|signature|key)|code|state|sig|email)=)${S}+`, 'gi'),
    `$1${GONE}`,
  ],
  [new RegExp(String.raw`\b((?:__Secure-|__Host-)?(?:next-auth|daybook)\.[\w.-]+=)${S}+`, 'gi'), `$1${GONE}`],
  [
    new RegExp(String.raw`((?:password|passwd|pwd|secret|token|api_?key)\s{0,3}[=:]\s{0,3})(?!\[)${S}+`, 'gi'),
    `$1${GONE}`,
  ],
  [/\bre_[A-Za-z0-9_]{16,}/g, GONE],
]

/** What would break a line or move a terminal's cursor: JSON escapes CR, LF and ESC by itself, but none of these. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Makes the last net, for finished JSON lines.
 *
 * @param secrets  values that are never written, wherever they turn up; each also as JSON and URLs spell it
 */
export function scrubber(secrets: readonly string[]): (line: string) => string {
  const spellings = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ])
  // The longest first, or a secret that begins another would leave the other's end standing.
  const sorted = [...new Set(spellings)].sort((a, b) => b.length - a.length)
  const ours = sorted.length > 0 ? new RegExp(sorted.map(literally).join('|'), 'g') : null
  return (line) => {
    let out = ours ? line.replace(ours, GONE) : line
    for (const [shape, instead] of SHAPES) out = out.replace(shape, instead)
    return out.replace(UNSEEN, escaped)
  }
}
