import type { Outcome, Refused } from '@/lib/engine/outcome'
import { done, type ErrorCode, type Failure, type Result, refuse } from '@/lib/server/result'

const CODES: Record<Refused['kind'], ErrorCode> = {
  unknown: 'not_found',
  lease: 'conflict',
  lost: 'conflict',
  in_progress: 'conflict',
  illegal: 'refused',
  guard: 'refused',
  gate: 'refused',
  failed: 'unavailable',
}

/** How a desk tells its moves: what a button's toast says, and why a press was refused. */
export type MoveWords<E extends string> = {
  done(edge: E): string
  reason(edge: E, reason: string): string
  /** Which field of a dialog a reason is about. */
  fields?: Readonly<Record<string, string>>
}

/** A refused move as an action answers it. */
export function moveRefusal<E extends string>(
  words: MoveWords<E>,
  edge: E,
  { kind, reason, detail }: Refused,
): Failure {
  const message = detail ?? words.reason(edge, reason)
  const field = words.fields?.[reason]
  return field ? refuse('invalid', message, { [field]: message }) : refuse(CODES[kind], message)
}

/** What a verb answered, as an action answers it. A repeat of the same press counts as done. */
export const moveResult = <E extends string>(
  words: MoveWords<E>,
  edge: E,
  outcome: Outcome,
  note: string | null = null,
): Result =>
  outcome.ok ? done(null, [words.done(edge), note].filter(Boolean).join(' ')) : moveRefusal(words, edge, outcome)
