import type { Choice } from '../schema'

export type Answer = {
  id: string
  tenderId: string
  answeredAt: Date
  inTime: boolean
  choices: Readonly<Record<string, Choice>>
  most: number | null
  note: string
}

/** An answer counts if it came in time, or not after the instant up to which late ones were let in. */
export const counts = (answer: Pick<Answer, 'inTime' | 'answeredAt'>, answersUntil: Date | null): boolean =>
  answer.inTime || (answersUntil !== null && answer.answeredAt <= answersUntil)

const later = (a: Answer, b: Answer) => a.answeredAt.getTime() - b.answeredAt.getTime() || (a.id < b.id ? -1 : 1)

/** Of each tender the latest answer that counts, and the latest late one where it is newer than that. */
export function sortAnswers(
  answers: readonly Answer[],
  answersUntil: Date | null,
): { used: Map<string, Answer>; late: Map<string, Answer> } {
  const used = new Map<string, Answer>()
  const late = new Map<string, Answer>()
  for (const answer of [...answers].sort(later)) {
    if (counts(answer, answersUntil)) {
      used.set(answer.tenderId, answer)
      late.delete(answer.tenderId)
    } else late.set(answer.tenderId, answer)
  }
  return { used, late }
}

/** What the picker understands: 0 no, 1 if needed, 2 yes. */
export const WEIGHT: Record<Choice, 0 | 1 | 2> = { no: 0, if_needed: 1, yes: 2 }

/** Whether an answer was given before the day or times of the shift changed: it is used, and to be confirmed (case A6). */
export const isToConfirm = (
  answer: Pick<Answer, 'answeredAt' | 'choices'>,
  shift: { id: string; movedAt: Date | null },
): boolean => shift.movedAt !== null && answer.answeredAt <= shift.movedAt && answer.choices[shift.id] !== undefined

/** How often each was said, of these shifts alone. */
export function tallyOf(choices: Answer['choices'], shifts: readonly { id: string }[]) {
  const said = (choice: Choice) => shifts.filter((shift) => choices[shift.id] === choice).length
  return { yes: said('yes'), ifNeeded: said('if_needed'), no: said('no') }
}
