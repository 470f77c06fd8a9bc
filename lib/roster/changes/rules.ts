import { diff } from '../picker/diff'
import type { Pair, Week as PickerWeek } from '../picker/week'
import type { Seat } from '../schema'

/** What the picker was given, kept with what it made, so that the next roster can say what had changed. */
export type Given = {
  /** Id, name, and all that the picker weighs of each shift, in the order of the letters below. */
  shifts: [id: string, name: string, facts: string][]
  /** Id, name, most shifts wanted, and a letter a shift: y yes, i if needed, n no, - silent. */
  people: [id: string, name: string, most: number, keyHolder: boolean, answers: string][]
  /** 'shift/tender' */
  pins: string[]
  bans: string[]
  /** Rules beyond the plain week, as they were. */
  sides: string
}

/** The roster before a generate, and what that one was made from; null before the first. */
export type Before = { seats: Seat[]; given: Given | null }

const LETTERS = ['n', 'i', 'y', 'y'] as const
const key = ({ shiftId, tenderId }: Pair) => `${shiftId}/${tenderId}`

/** A week's input, bounded: one letter a pair. Leaves out the ledger and the draft shown, which nobody edits. */
export function givenOf(input: PickerWeek): Given {
  const answers = new Map(input.answers.map((row) => [key(row), LETTERS[row.answer] ?? '-']))
  return {
    shifts: input.shifts.map(({ id, name, startsAt, endsAt, min, target, keyWanted }) => [
      id,
      name,
      [startsAt, endsAt, min, target, keyWanted].join(),
    ]),
    people: input.tenders.map(({ id: tenderId, name, most, keyHolder }) => [
      tenderId,
      name,
      most,
      keyHolder,
      input.shifts.map(({ id: shiftId }) => answers.get(key({ shiftId, tenderId })) ?? '-').join(''),
    ]),
    pins: input.pins.map(key).sort(),
    bans: input.bans.map(key).sort(),
    sides: JSON.stringify(input.sides ?? null),
  }
}

/** What differs between two inputs, by id: people, shifts, pairs. */
export type InputChanges = {
  answered: string[]
  peopleIn: string[]
  peopleOut: string[]
  keys: string[]
  shiftsIn: string[]
  shiftsOut: string[]
  shiftsChanged: string[]
  pinsSet: Pair[]
  pinsGone: Pair[]
  bansSet: Pair[]
  bansGone: Pair[]
  rules: boolean
}

const pairOf = (text: string): Pair => {
  const [shiftId = '', tenderId = ''] = text.split('/')
  return { shiftId, tenderId }
}
const missing = (from: readonly string[], other: readonly string[]) => {
  const known = new Set(other)
  return from.filter((id) => !known.has(id))
}

export function inputChanges(before: Given, now: Given): InputChanges {
  const [oldShifts, shifts] = [
    new Map(before.shifts.map((one) => [one[0], one])),
    new Map(now.shifts.map((one) => [one[0], one])),
  ]
  const [oldPeople, people] = [
    new Map(before.people.map((one) => [one[0], one])),
    new Map(now.people.map((one) => [one[0], one])),
  ]
  const both = [...people.keys()].filter((id) => oldPeople.has(id))
  const saidBy = (given: Given, id: string) => {
    const person = given.people.find(([one]) => one === id)
    const letters = new Map(given.shifts.map(([shift], at) => [shift, person?.[4][at] ?? '-']))
    // A shift that is only in one of the two says nothing about an answer.
    return `${person?.[2]}:${[...shifts.keys()]
      .filter((shift) => oldShifts.has(shift))
      .map((shift) => letters.get(shift))
      .join('')}`
  }
  return {
    answered: both.filter((id) => saidBy(before, id) !== saidBy(now, id)),
    peopleIn: missing([...people.keys()], [...oldPeople.keys()]),
    peopleOut: missing([...oldPeople.keys()], [...people.keys()]),
    keys: both.filter((id) => oldPeople.get(id)?.[3] !== people.get(id)?.[3]),
    shiftsIn: missing([...shifts.keys()], [...oldShifts.keys()]),
    shiftsOut: missing([...oldShifts.keys()], [...shifts.keys()]),
    shiftsChanged: [...shifts.keys()].filter(
      (id) => oldShifts.has(id) && oldShifts.get(id)?.[2] !== shifts.get(id)?.[2],
    ),
    pinsSet: missing(now.pins, before.pins).map(pairOf),
    pinsGone: missing(before.pins, now.pins).map(pairOf),
    bansSet: missing(now.bans, before.bans).map(pairOf),
    bansGone: missing(before.bans, now.bans).map(pairOf),
    rules: before.sides !== now.sides,
  }
}

export type PersonChange = {
  tenderId: string
  moved: { from: string; to: string }[]
  added: string[]
  removed: string[]
}

/** Who came, who went and who moved between two rosters; a move pairs shifts in the order that `shiftIds` gives. */
export function rosterChanges(
  before: readonly Pair[],
  now: readonly Pair[],
  shiftIds: readonly string[],
): PersonChange[] {
  const at = new Map(shiftIds.map((id, index) => [id, index]))
  const inOrder = (a: string, b: string) => (at.get(a) ?? -1) - (at.get(b) ?? -1)
  return diff(before, now).map(({ tenderId, moved, added, removed }) => {
    const lost = [...removed, ...moved.map(({ from }) => from)].sort(inOrder)
    const gained = [...added, ...moved.map(({ to }) => to)].sort(inOrder)
    const moves = Math.min(lost.length, gained.length)
    return {
      tenderId,
      moved: lost.slice(0, moves).map((from, index) => ({ from, to: gained[index] ?? '' })),
      added: gained.slice(moves),
      removed: lost.slice(moves),
    }
  })
}

/** Each added, removed and moved seat is one change. */
export const changeCount = (changes: readonly PersonChange[]): number =>
  changes.reduce((sum, { moved, added, removed }) => sum + moved.length + added.length + removed.length, 0)
