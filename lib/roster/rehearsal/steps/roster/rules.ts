import { type Answer, counts, sortAnswers } from '../../../answers/rules'
import { hashRoster } from '../../../picker/hash'
import { CHANGED_NOTE, LATE_NOTE } from '../../answers/rules'
import { of, seatsText } from '../labels'
import type { Facts, Found, Move } from '../schema'

const SAME = 'the same'
const sameOr = (ok: boolean, other = 'another one') => ({ expected: SAME, found: ok ? SAME : other, ok })

/** The last move that made a roster, or the one before it. */
const madeBy = ({ moves }: Facts, back = 1): Move | undefined =>
  moves.filter(({ data }) => typeof data.inputHash === 'string').at(-back)
const hashOf = (move: Move | undefined): string | null => (move ? String(move.data.hash) : null)
const figure = (move: Move | undefined, name: string): number => Number(move?.data[name] ?? 0)

/** Whoever was to answer by now has an answer that counts. */
export function judgeAnswers({ due, answers, week }: Facts): Found | null {
  if (due.length === 0) return null
  const { used } = sortAnswers(answers, week.answersUntil)
  const come = due.filter((id) => used.has(id)).length
  const text = due.length === 1 ? '1 answer in time' : `${due.length} answers in time`
  return { text, expected: of(due.length, due.length), found: of(come, due.length), ok: come === due.length }
}

/** Closing counted whoever had answered until then. One that came while it counted may or may not have been seen. */
export function judgeCounted({ answers, moves, tenders, beganAt }: Facts): Found {
  const closed = moves.find(({ edge }) => edge === 'close')
  const active = new Set(tenders.filter((tender) => tender.active).map(({ id }) => id))
  const timely = answers.filter(({ inTime, tenderId }) => inTime && active.has(tenderId))
  const most = new Set(timely.map(({ tenderId }) => tenderId)).size
  const least = new Set(timely.filter(({ answeredAt }) => answeredAt < beganAt).map(({ tenderId }) => tenderId)).size
  const found = figure(closed, 'answered')
  const ok = closed !== undefined && least <= found && found <= most
  return { text: 'every answer is counted', expected: of(most, most), found: of(found, most), ok }
}

const withNote = (answers: readonly Answer[], note: string) => answers.find((answer) => answer.note === note)

/** The answer that came after closing is kept, as late, beside the one that counts. */
export function judgeLate({ answers, week }: Facts): Found {
  const late = withNote(answers, LATE_NOTE)
  const counting = late && sortAnswers(answers, week.answersUntil).used.get(late.tenderId)
  const ok = late !== undefined && !counts(late, week.answersUntil) && counting !== undefined && counting.id !== late.id
  const found = ok ? 'kept' : late ? 'counted as in time' : 'none was kept'
  return { text: 'form refuses, a late answer is kept', expected: 'kept', found, ok }
}

/** Opening again lets the late answer in. */
export function judgeLateCounts({ answers, week }: Facts): Found {
  const late = withNote(answers, LATE_NOTE)
  const ok = late !== undefined && counts(late, week.answersUntil)
  return { text: 'the late answer counts now', expected: 'counts', found: ok ? 'counts' : 'still late', ok }
}

/** What stands in the table is what the picker made, and what the event and the week say of it. */
export function judgeRoster(facts: Facts): Found {
  const hash = hashOf(madeBy(facts))
  const ok = hash !== null && hash === hashRoster(facts.seats) && hash === facts.week.pick?.hash
  return { text: 'the roster kept is the one picked', ...sameOr(ok) }
}

/** So many seats as the picker says it filled, and at least one: an empty roster rehearses nothing. */
export function judgeSeats(facts: Facts): Found {
  const made = madeBy(facts)
  const [filled, total] = [figure(made, 'filled'), figure(made, 'seats')]
  const there = facts.seats.length
  const ok = made !== undefined && there === filled && there > 0
  return { text: 'seats filled', expected: filled > 0 ? of(filled, total) : '1 or more', found: of(there, total), ok }
}

/** Nobody works who did not offer to. */
export function judgePairs({ seats, answers, week }: Facts): Found {
  const { used } = sortAnswers(answers, week.answersUntil)
  const offered = seats.filter(({ shiftId, tenderId }) => {
    const choice = used.get(tenderId)?.choices[shiftId]
    return choice === 'yes' || choice === 'if_needed'
  }).length
  const text = 'whoever is picked has offered it'
  return {
    text,
    expected: of(seats.length, seats.length),
    found: of(offered, seats.length),
    ok: offered === seats.length,
  }
}

/** The form is open again, and the roster of the last generate stands. */
export const judgeKept = (facts: Facts): Found => ({
  text: 'the roster stays',
  ...sameOr(hashOf(madeBy(facts)) === hashRoster(facts.seats)),
})

/** The seat that somebody said no to: what differs between that answer and their one before. */
export function changedSeat(answers: readonly Answer[]): { tenderId: string; shiftId: string } | null {
  const changed = withNote(answers, CHANGED_NOTE)
  if (!changed) return null
  const before = answers
    .filter(
      ({ tenderId, answeredAt, id }) =>
        tenderId === changed.tenderId && id !== changed.id && answeredAt <= changed.answeredAt,
    )
    .at(-1)
  const shiftId = Object.keys(changed.choices).find(
    (shift) => changed.choices[shift] === 'no' && before?.choices[shift] !== 'no',
  )
  return shiftId ? { tenderId: changed.tenderId, shiftId } : null
}

/** The roster made after the change differs, and the one who said no is out of that shift. */
export function judgeChanged(facts: Facts): Found {
  const seat = changedSeat(facts.answers)
  const made = facts.moves.filter(({ edge }) => edge === 'generate').at(-1)
  const changes = figure(made, 'added') + figure(made, 'removed')
  const isOut =
    seat !== null &&
    !facts.seats.some(({ tenderId, shiftId }) => tenderId === seat.tenderId && shiftId === seat.shiftId)
  const ok = isOut && figure(made, 'removed') > 0
  return {
    text: 'the changed answer changed the roster',
    expected: '1 seat or more',
    found: seat === null ? 'no answer was changed' : isOut ? seatsText(changes) : 'the seat is still theirs',
    ok,
  }
}

/** Nothing was changed between the last two: not one seat differs. */
export function judgeSame(facts: Facts): Found {
  const [last, before] = [madeBy(facts), madeBy(facts, 2)]
  const changes = figure(last, 'added') + figure(last, 'removed')
  const ok = last?.edge === 'regenerate' && changes === 0 && hashOf(last) === hashOf(before)
  return { text: 'same input, same roster', expected: seatsText(0), found: seatsText(changes), ok }
}

/** What is approved, and later sent, is the roster that was generated last and shown. */
export function judgeBound(facts: Facts): Found {
  const hash = hashOf(madeBy(facts))
  const bound = facts.moves.filter(({ edge }) => edge === 'approve' || edge === 'queue')
  const ok =
    hash !== null &&
    bound.length > 0 &&
    bound.every((move) => hashOf(move) === hash) &&
    facts.week.approvedHash === hash &&
    hashRoster(facts.seats) === hash
  return { text: 'bound to the roster that was shown', ...sameOr(ok) }
}
