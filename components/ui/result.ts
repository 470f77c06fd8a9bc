export type ErrorCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'refused'
  | 'conflict'
  | 'limited'
  | 'unavailable'

/** What an action hands back: `said` is the sentence for the toast, `message` says what to change. `tone` 'act': taken, and a person is needed still. */
export type Result<T = null> =
  | { ok: true; value: T; said: string | null; tone?: 'act' }
  | { ok: false; code: ErrorCode; message: string; fields?: Record<string, string> }
