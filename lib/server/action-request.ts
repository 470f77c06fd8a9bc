import { MAX_BYTES } from '@/lib/server/body'

const MAX_DEPTH = 64
const MAX_VALUES = 20_000

/**
 * React writes what JSON cannot say as texts that begin with `$`. These it can always read back; all others point to
 * parts of a message that plain data does not have, and end in an error that no action of ours is asked about.
 */
const SELF_CONTAINED = /^\$(?:\$|undefined$|-?Infinity$|NaN$|-0$|D|T$)/

export type ActionFault = { status: 400 | 413 | 415; message: string }

const UNREADABLE: ActionFault = { status: 400, message: 'This cannot be read. Load the page again, then repeat it.' }
const TOO_LONG: ActionFault = { status: 413, message: `At most ${MAX_BYTES / 1024} KiB can be sent at once.` }

function isSelfContained(value: unknown): boolean {
  let values = 0
  const walk = (item: unknown, depth: number): boolean => {
    values += 1
    if (values > MAX_VALUES || depth > MAX_DEPTH) return false
    if (typeof item === 'string') return !item.startsWith('$') || SELF_CONTAINED.test(item)
    if (typeof item !== 'object' || item === null) return true
    return Object.values(item).every((inner) => walk(inner, depth + 1))
  }
  return walk(value, 0)
}

function areArguments(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && isSelfContained(value)
  } catch {
    return false
  }
}

/**
 * What keeps the call of a server action from being read at all, or null. Next answers such a call with a 500 before
 * any action is asked; here it gets a sentence. Not a lock: what is let through, `action()` judges.
 *
 * @param request a copy may be read to its end
 */
export async function actionFault(request: Request): Promise<ActionFault | null> {
  if (request.method !== 'POST' || !request.headers.has('next-action')) return null
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'text/plain') return { status: 415, message: 'Only plain data is taken here. Load the page again.' }
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) return TOO_LONG
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > MAX_BYTES) return TOO_LONG
  return areArguments(new TextDecoder().decode(bytes)) ? null : UNREADABLE
}
