import type { Outcome, Refused } from '@/lib/engine/outcome'
import { EDGE_WORDS, reasonWords } from '@/lib/roster/labels'
import type { RunEdge } from '@/lib/roster/machine'
import type { Answer } from '@/lib/roster/people/process'
import { type MoveWords, moveRefusal, moveResult } from '@/lib/server/move-result'
import { done, type Failure, type Result, refuse } from '@/lib/server/result'

const WORDS: MoveWords<RunEdge> = {
  done: (edge) => EDGE_WORDS[edge].done,
  reason: reasonWords,
  fields: { deadline_past: 'local', deadline_after_week: 'local', typed_wrong: 'typed', rhythm: 'rhythm' },
}

/** A refused move of a week in words. */
export const refusal = (edge: RunEdge, refused: Refused): Failure => moveRefusal(WORDS, edge, refused)

/** What a verb of a week answered, in words. */
export const answerOf = (edge: RunEdge, outcome: Outcome, note: string | null = null): Result =>
  moveResult(WORDS, edge, outcome, note)

/** The same for the standing data of a roster. */
export function savedOf(answer: Answer, said: string): Result<string> {
  if (answer.ok) return done(answer.id, said)
  if (answer.gone) return refuse('not_found', answer.reason)
  if (answer.stale) return refuse('conflict', answer.reason)
  return answer.field
    ? refuse('invalid', answer.reason, { [answer.field]: answer.reason })
    : refuse('refused', answer.reason)
}
