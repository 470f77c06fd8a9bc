import type { Choice } from '../../schema'
import type { Opening } from '../rules'

/** What somebody says in the rehearsal. */
export type Said = { choices: Record<string, Choice>; most: number | null }

type Copied = { id: string; of: string }
type PastAnswer = { choices: Readonly<Record<string, Choice>>; most: number | null }
export type Past = {
  /** Of the original, by the shift of the pattern that each shift was made from. */
  shifts: readonly { id: string; templateId: string }[]
  /** Tenders of the original who were asked. */
  asked: ReadonlySet<string>
  answers: ReadonlyMap<string, PastAnswer>
}
/** A shift of the scratch week, and the original's shift of the pattern that it stands for. */
export type Planned = { id: string; templateId: string | null }

/**
 * What each person says: what they said in the last sent week, shift of the pattern by shift of the pattern, and yes to
 * one that week did not have. Who was silent then is silent; who was not asked then says yes. Where there is no such
 * week, or nobody would offer a shift, everybody says yes to everything: an empty roster rehearses nothing.
 */
export function scriptOf(people: readonly Copied[], shifts: readonly Planned[], past: Past | null): Map<string, Said> {
  const all = (): Said => ({ choices: Object.fromEntries(shifts.map(({ id }) => [id, 'yes'])), most: null })
  const everybody = () => new Map(people.map(({ id }) => [id, all()]))
  if (!past) return everybody()
  const then = new Map(past.shifts.map(({ id, templateId }) => [templateId, id]))
  const script = new Map(
    people.flatMap(({ id, of }): [string, Said][] => {
      const answer = past.answers.get(of)
      if (!answer) return past.asked.has(of) ? [] : [[id, all()]]
      const said = shifts.map(({ id: shift, templateId }): [string, Choice] => [
        shift,
        answer.choices[then.get(templateId ?? '') ?? ''] ?? 'yes',
      ])
      return [[id, { choices: Object.fromEntries(said), most: answer.most }]]
    }),
  )
  const offers = ({ choices, most }: Said) => most !== 0 && Object.values(choices).some((choice) => choice !== 'no')
  return [...script.values()].some(offers) ? script : everybody()
}

/** Who answers in a step: the first half once the form is open, the others once it is extended. */
export function turnOf<T>(step: Extract<Opening, 'open' | 'extend'>, people: readonly T[]): T[] {
  const half = Math.floor(people.length / 2)
  return step === 'open' ? people.slice(0, half) : people.slice(half)
}

/** How the answers that the rehearsal gives out of turn are told from others, by whoever reads the week too. */
export const LATE_NOTE = 'The rehearsal gave this after the form was closed.'
export const CHANGED_NOTE = 'The rehearsal changed one shift to no.'
