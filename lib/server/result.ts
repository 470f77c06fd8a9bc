/** What a server action or a JSON route answers. The list of codes is closed: scripts and tests read it. */
export type ErrorCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'refused'
  | 'conflict'
  | 'limited'
  | 'unavailable'

export type Failure = { ok: false; code: ErrorCode; message: string; fields?: Record<string, string> }

/**
 * `said` is the sentence for the toast; `message` a sentence that says what to change. `tone` is 'act' where the press
 * was taken, and something still needs a person.
 */
export type Result<T = null> = { ok: true; value: T; said: string | null; tone?: 'act' } | Failure

export const done = <T>(value: T, said: string | null = null, tone: 'good' | 'act' = 'good'): Result<T> =>
  tone === 'good' ? { ok: true, value, said } : { ok: true, value, said, tone }

export const refuse = (code: ErrorCode, message: string, fields?: Record<string, string>): Failure =>
  fields ? { ok: false, code, message, fields } : { ok: false, code, message }

/** HTTP status of each code. */
export const STATUS: Record<ErrorCode, number> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  invalid: 400,
  refused: 409,
  conflict: 409,
  limited: 429,
  unavailable: 503,
}

export const NOT_SIGNED_IN = refuse(
  'unauthenticated',
  'You are not signed in any more. Sign in again, then repeat this.',
)
export const NOT_ALLOWED = refuse(
  'forbidden',
  'Your role does not cover this. An admin can change roles under Settings.',
)
export const NOT_OURS = refuse('forbidden', 'This was sent from another site. Open Daybook itself.')
