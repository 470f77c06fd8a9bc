import type { Week } from './week'

/** Keeps Σ (debt + 60 × load)² of any week below 2⁵³. */
const MOST_DEBT = 100_000

const whole = (value: number, least: number, most = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && value >= least && value <= most

function twice(keys: Iterable<string>): string | null {
  const seen = new Set<string>()
  for (const key of keys) {
    if (seen.has(key)) return key
    seen.add(key)
  }
  return null
}

function tenderProblem(week: Week): string | null {
  const double = twice(week.tenders.map((tender) => tender.id))
  if (double !== null) return `Tender ${double} is listed twice.`
  for (const { name, most, debt } of week.tenders) {
    if (!whole(most, 0, 1_000)) return `${name}: most shifts must be a whole number from 0 to 1000.`
    if (!whole(debt, -MOST_DEBT, MOST_DEBT)) return `${name}: the ledger balance must be whole sixtieths of a shift.`
  }
  return null
}

function shiftProblem(week: Week): string | null {
  const double = twice(week.shifts.map((shift) => shift.id))
  if (double !== null) return `Shift ${double} is listed twice.`
  for (const { name, startsAt, endsAt, date, min, target, tier, weight } of week.shifts) {
    if (!Number.isSafeInteger(startsAt) || !Number.isSafeInteger(endsAt) || endsAt <= startsAt) {
      return `${name}: the shift must end after it starts.`
    }
    if (date === '') return `${name}: the shift needs its local date.`
    if (!whole(min, 0) || !whole(target, 1, 1_000) || min > target) {
      return `${name}: seats must be whole numbers, at least 1 wanted and no more needed than wanted.`
    }
    if (tier !== undefined && !whole(tier, 1, 1_000)) return `${name}: the tier must be a whole number from 1.`
    if (weight !== undefined && !whole(60 * weight, 1, 6_000)) {
      return `${name}: the weight must be whole sixtieths, above 0 and at most 100.`
    }
  }
  return null
}

function sidesProblem({ sides, tenders }: Week): string | null {
  if (sides === undefined) return null
  const known = new Set(tenders.map((tender) => tender.id))
  const named = [...(sides.notTogether ?? []).flat(), ...(sides.trainees ?? []).map((rule) => rule.tenderId)]
  const stranger = named.find((id) => !known.has(id))
  if (stranger !== undefined) return `A rule names tender ${stranger}, who is not in this week.`
  if ((sides.notTogether ?? []).some(([a, b]) => a === b)) return 'A tender cannot be kept apart from themselves.'
  const rest = sides.restMinutes
  if (rest !== undefined && !whole(rest, 0, 100_000)) return 'Rest must be a whole number of minutes, 0 or more.'
  return null
}

/** Two answers of one pair have no order, so neither can be taken. */
function answerProblem(week: Week): string | null {
  const given = new Map<string, Set<string>>()
  for (const { tenderId, shiftId } of week.answers) {
    const shifts = given.get(tenderId) ?? new Set()
    if (shifts.has(shiftId)) return `The answer of ${tenderId} on ${shiftId} is given twice.`
    given.set(tenderId, shifts.add(shiftId))
  }
  return null
}

/** The first thing in a week that makes no sense, as a sentence; null when there is none. */
export function problemOf(week: Week): string | null {
  if (!Number.isSafeInteger(week.seed)) return 'The seed must be a whole number.'
  const wrong = tenderProblem(week) ?? shiftProblem(week) ?? sidesProblem(week)
  if (wrong !== null) return wrong
  if (week.answers.some(({ answer }) => !whole(answer, 0, 3))) return 'An answer must be 0, 1, 2 or 3.'
  const tenders = new Set(week.tenders.map((tender) => tender.id))
  const shifts = new Set(week.shifts.map((shift) => shift.id))
  const lost = week.pins.find((pin) => !tenders.has(pin.tenderId) || !shifts.has(pin.shiftId))
  if (lost !== undefined) return `Pin ${lost.tenderId} on ${lost.shiftId}: that tender or shift is not in this week.`
  return answerProblem(week)
}
