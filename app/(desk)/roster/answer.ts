import type { Outcome, Refused } from '@/lib/engine/outcome'
import { EDGE_WORDS, reasonWords } from '@/lib/roster/labels'
import type { RunEdge } from '@/lib/roster/machine'
import type { Answer } from '@/lib/roster/people/process'
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

/** Which field of a dialog a refusal is about. */
const FIELDS: Record<string, string> = {
  deadline_past: 'local',
  deadline_after_week: 'local',
  typed_wrong: 'typed',
}

/** A refused move in words. */
export function refusal(edge: RunEdge, { kind, reason, detail }: Refused): Failure {
  const words = detail ?? reasonWords(edge, reason)
  const field = FIELDS[reason]
  return field ? refuse('invalid', words, { [field]: words }) : refuse(CODES[kind], words)
}

/** What a verb of a week answered, in words. A repeat of the same press counts as done. */
export function answerOf(edge: RunEdge, outcome: Outcome, note: string | null = null): Result {
  if (!outcome.ok) return refusal(edge, outcome)
  const said = EDGE_WORDS[edge].done
  return done(null, note ? `${said} ${note}` : said)
}

/** The same for the standing data of a roster. */
export function savedOf(answer: Answer, said: string): Result<string> {
  if (answer.ok) return done(answer.id, said)
  if (answer.gone) return refuse('not_found', answer.reason)
  if (answer.stale) return refuse('conflict', answer.reason)
  return answer.field
    ? refuse('invalid', answer.reason, { [answer.field]: answer.reason })
    : refuse('refused', answer.reason)
}
