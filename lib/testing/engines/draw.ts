import fc from 'fast-check'
import type { Halt } from '../halts'
import { type Command, PRESSES, type Press, type Setup, STATES, type State } from './commands'
import type { Take } from './mailbox'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const one = fc.constantFrom(0 as const, 1 as const)
const week = fc.nat({ max: 7 })
const at = { op: one, week }
const often = (chance: number) => fc.nat({ max: 99 }).map((n) => n < chance)
const fresh = often(65)

/** So many of a hundred stop half-way: two of three of those come back, the others died. */
const halting = (chance: number): fc.Arbitrary<Halt | null> =>
  fc.oneof(
    { weight: 100 - chance, arbitrary: fc.constant(null) },
    { weight: chance, arbitrary: fc.record({ after: fc.nat({ max: 12 }), dies: often(33) }) },
  )

const what: fc.Arbitrary<Press> = fc.oneof(
  { weight: 45, arbitrary: fc.constant('forward' as const) },
  { weight: 40, arbitrary: fc.constant('sideways' as const) },
  { weight: 15, arbitrary: fc.constantFrom(...PRESSES) },
)

const MISHAPS: Take[] = ['refuse', 'later', 'down', 'lost', 'silent', 'dieAfter', 'dieBefore']
const take: fc.Arbitrary<Take> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('take' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...MISHAPS) },
)

type Drawn = { [Name in Command['do']]: fc.Arbitrary<Extract<Command, { do: Name }>> }

/** Every command, drawn. @param halt where what is done stops */
const drawn = (halt: fc.Arbitrary<Halt | null>): Drawn => ({
  look: fc.record({ do: fc.constant('look'), ...at }),
  press: fc.record({
    ...{ do: fc.constant('press' as const), ...at, what, fresh, halt },
    ...{ choice: fc.nat({ max: 11 }), hours: fc.constantFrom(2, 30, 72) },
  }),
  again: fc.record({ do: fc.constant('again'), op: one, halt }),
  edit: fc.record({ do: fc.constant('edit'), ...at, how: fc.nat({ max: 50 }), fresh, halt }),
  carry: fc.record({ do: fc.constant('carry'), ...at, to: fc.constantFrom(...STATES) }),
  tick: fc.record({ do: fc.constant('tick'), process: one, part: fc.constantFrom('v2', 'old'), halt }),
  deliver: fc.record({
    ...{ do: fc.constant('deliver' as const), process: one, halt },
    week: fc.option(week, { freq: 2, nil: null }),
    takes: fc.array(take, { minLength: 4, maxLength: 4 }),
  }),
  answer: fc.record({
    ...{ do: fc.constant('answer' as const), week, tender: fc.nat({ max: 3 }) },
    choice: fc.constantFrom('yes', 'if_needed', 'no'),
  }),
  decide: fc.record({
    ...{ do: fc.constant('decide' as const), ...at, fresh, halt },
    how: fc.constantFrom('retry', 'sendAgain', 'itArrived', 'letGo'),
  }),
  aside: fc.record({ do: fc.constant('aside'), ...at }),
  flip: fc.record({ do: fc.constant('flip'), op: one, rehearses: often(80), halt }),
  switch: fc.record({ do: fc.constant('switch'), process: one }),
  make: fc.record({ do: fc.constant('make'), op: one, roster: one }),
  resume: fc.record({ do: fc.constant('resume'), which: fc.nat({ max: 4 }) }),
  time: fc.record({
    do: fc.constant('time'),
    // A clock may be set back, too.
    ms: fc.constantFrom(MINUTE, 5 * MINUTE, 5 * MINUTE, HOUR, 8 * HOUR, DAY, 3 * DAY, -20 * MINUTE),
  }),
})

type Weights = Record<Command['do'], number>

/** What people and clocks do, as often as they do it here: most of it about weeks that are under way. */
const USUAL: Weights = {
  ...{ look: 4, press: 26, again: 3, edit: 8, carry: 7, tick: 10, deliver: 11, answer: 5, decide: 7, aside: 1 },
  ...{ flip: 5, switch: 4, make: 1, resume: 8, time: 9 },
}

/** Flips, and what was begun before one and ends after it. */
const FLIPPING: Weights = {
  ...{ look: 2, press: 24, again: 3, edit: 1, carry: 9, tick: 12, deliver: 2, answer: 1, decide: 0, aside: 0 },
  ...{ flip: 24, switch: 3, make: 2, resume: 18, time: 2 },
}

function listOf(weights: Weights, chance: number, least: number, most: number): fc.Arbitrary<Command[]> {
  const each = Object.entries(drawn(halting(chance))) as [Command['do'], fc.Arbitrary<Command>][]
  const weighed = each.map(([name, arbitrary]) => ({ weight: weights[name], arbitrary }))
  return fc.array(fc.oneof(...weighed), { minLength: least, maxLength: most, size: 'max' })
}

/** What happens in a history, one thing after another. */
export const commands = (most: number, least = 0): fc.Arbitrary<Command[]> => listOf(USUAL, 20, least, most)

/** The weeks of a roster: some under way, of which one form is open at most. */
const weeks = (most: number): fc.Arbitrary<State[]> =>
  fc
    .array(fc.constantFrom(...STATES, 'APPROVED', 'QUEUED'), { minLength: 1, maxLength: most })
    .map((states) => states.map((state, n) => (state === 'COLLECTING' && states.indexOf(state) < n ? 'DRAFT' : state)))

const setups = (rosters: fc.Arbitrary<State[][]>): fc.Arbitrary<Setup> =>
  fc.record({
    zone: fc.constantFrom('Europe/London', 'America/New_York'),
    weeks: rosters,
    flag: fc.constantFrom('LIVE', 'DORMANT'),
    killed: fc.constantFrom<[boolean, boolean]>([false, false], [false, true], [true, false], [true, true]),
    autopilot: fc.boolean(),
    keyed: often(25),
    bare: often(30),
    end: fc.constantFrom('lifted', 'killed', 'mixed'),
    comeBack: fc.boolean(),
  })

const underWay = fc.oneof(fc.tuple(weeks(3)), fc.tuple(weeks(2)), fc.tuple(weeks(2), weeks(1)))
/** In the gap, so that a flip is open until somebody opens a form. */
const idle = fc.tuple(fc.array(fc.constantFrom<State>('DRAFT', 'DRAFT', 'SENT'), { minLength: 1, maxLength: 3 }))

export type History = { setup: Setup; steps: Command[] }

/** A history of at most so many steps: one in four is about flips, the others about weeks that are under way. */
export const histories = (most: number): fc.Arbitrary<History> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ setup: setups(underWay), steps: commands(most) }) },
    { weight: 1, arbitrary: fc.record({ setup: setups(idle), steps: listOf(FLIPPING, 40, 0, most) }) },
  )
