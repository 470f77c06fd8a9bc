import fc from 'fast-check'
import type { Choice } from '@/lib/roster/schema'
import type { Halt } from '../halts'
import type { Take } from './mailbox'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How far a week has come; between APPROVED and SENT its mails are written. */
export const STATES = ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED', 'QUEUED', 'SENT'] as const
export type State = (typeof STATES)[number]

/** How a company stands when a history of it begins, and how it ends. */
export type Setup = {
  zone: string
  /** By roster, the weeks that there are at the start, and how far each has come. */
  weeks: State[][]
  flag: 'DORMANT' | 'LIVE'
  /** Which of the two processes run with v2 switched off. */
  killed: [boolean, boolean]
  autopilot: boolean
  /** The mail provider deduplicates by key. */
  keyed: boolean
  /** Weeks of the old engine come as they did before there were columns for their times and for what was approved. */
  bare: boolean
  /** In the end the switch is lifted everywhere, on everywhere, or on in the second process alone. */
  end: 'lifted' | 'killed' | 'mixed'
  /** Whether workers that stand still in the end come back, or are dead. */
  comeBack: boolean
}

/** `forward` is the button that the page shows as the next step, `sideways` another that its state has. */
export const PRESSES = [
  ...([
    'forward',
    'sideways',
    'open',
    'extend',
    'close',
    'reopen',
    'reopenAssigned',
    'generate',
    'regenerate',
  ] as const),
  ...(['approve', 'unapprove', 'queue', 'settle', 'takeLate', 'lateAndGenerate', 'settings', 'finish'] as const),
]
export type Press = (typeof PRESSES)[number]

/** One of the two operators, each at one of the two processes; and which week, counted over those that it is about. */
type At = { op: 0 | 1; week: number }
type Halting = { halt: Halt | null }

export type Command =
  | ({ do: 'look' } & At)
  /** `fresh`: the page was loaded just now, else it is what they saw last. `hours`: to the deadline, for what opens. */
  | ({ do: 'press'; what: Press; choice: number; fresh: boolean; hours: number } & At & Halting)
  /** The last button of an operator, pressed again: the same command. */
  | ({ do: 'again'; op: 0 | 1 } & Halting)
  | ({ do: 'edit'; how: number; fresh: boolean } & At & Halting)
  /** Brings a week as far as a state, by its buttons, each pressed on a fresh page. */
  | ({ do: 'carry'; to: State } & At)
  | ({ do: 'tick'; process: 0 | 1; part: 'v2' | 'old' } & Halting)
  | ({ do: 'deliver'; process: 0 | 1; week: number | null; takes: Take[] } & Halting)
  | { do: 'answer'; week: number; tender: number; choice: Choice }
  | ({ do: 'decide'; how: 'retry' | 'sendAgain' | 'itArrived' | 'letGo'; fresh: boolean } & At & Halting)
  | ({ do: 'aside' } & At)
  | ({ do: 'flip'; op: 0 | 1; rehearses: boolean } & Halting)
  | { do: 'switch'; process: 0 | 1 }
  | { do: 'make'; op: 0 | 1; roster: number }
  | { do: 'resume'; which: number }
  | { do: 'time'; ms: number }

const one = fc.constantFrom(0 as const, 1 as const)
const week = fc.nat({ max: 7 })
const at = { op: one, week }
const often = (chance: number) => fc.nat({ max: 99 }).map((n) => n < chance)

/** One in five stops half-way: two of three of those come back, the others died. */
const halt: fc.Arbitrary<Halt | null> = fc.oneof(
  { weight: 16, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: fc.record({ after: fc.nat({ max: 12 }), dies: often(33) }) },
)

const what: fc.Arbitrary<Press> = fc.oneof(
  { weight: 45, arbitrary: fc.constant('forward' as const) },
  { weight: 40, arbitrary: fc.constant('sideways' as const) },
  { weight: 15, arbitrary: fc.constantFrom(...PRESSES) },
)

const take: fc.Arbitrary<Take> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('take' as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...(['refuse', 'later', 'down', 'lost', 'silent', 'dieAfter', 'dieBefore'] satisfies Take[]),
    ),
  },
)

const weighed: readonly (readonly [number, fc.Arbitrary<Command>])[] = [
  [4, fc.record({ do: fc.constant('look' as const), ...at })],
  [
    26,
    fc.record({
      do: fc.constant('press' as const),
      ...at,
      what,
      choice: fc.nat({ max: 11 }),
      fresh: often(65),
      hours: fc.constantFrom(2, 30, 72),
      halt,
    }),
  ],
  [3, fc.record({ do: fc.constant('again' as const), op: one, halt })],
  [8, fc.record({ do: fc.constant('edit' as const), ...at, how: fc.nat({ max: 50 }), fresh: often(65), halt })],
  [
    7,
    fc.record({
      do: fc.constant('carry' as const),
      ...at,
      to: fc.constantFrom(...STATES),
    }),
  ],
  [
    10,
    fc.record({ do: fc.constant('tick' as const), process: one, part: fc.constantFrom('v2' as const, 'old'), halt }),
  ],
  [
    11,
    fc.record({
      do: fc.constant('deliver' as const),
      process: one,
      week: fc.option(week, { freq: 2, nil: null }),
      takes: fc.array(take, { minLength: 4, maxLength: 4 }),
      halt,
    }),
  ],
  [
    5,
    fc.record({
      do: fc.constant('answer' as const),
      week,
      tender: fc.nat({ max: 3 }),
      choice: fc.constantFrom('yes' as const, 'if_needed', 'no'),
    }),
  ],
  [
    7,
    fc.record({
      do: fc.constant('decide' as const),
      ...at,
      how: fc.constantFrom('retry' as const, 'sendAgain', 'itArrived', 'letGo'),
      fresh: often(65),
      halt,
    }),
  ],
  [1, fc.record({ do: fc.constant('aside' as const), ...at })],
  [5, fc.record({ do: fc.constant('flip' as const), op: one, rehearses: often(80), halt })],
  [4, fc.record({ do: fc.constant('switch' as const), process: one })],
  [1, fc.record({ do: fc.constant('make' as const), op: one, roster: one })],
  [8, fc.record({ do: fc.constant('resume' as const), which: fc.nat({ max: 4 }) })],
  [
    9,
    fc.record({
      do: fc.constant('time' as const),
      // A clock may be set back, too.
      ms: fc.constantFrom(MINUTE, 5 * MINUTE, 5 * MINUTE, HOUR, 8 * HOUR, DAY, 3 * DAY, -20 * MINUTE),
    }),
  ],
]

/** What happens in a history, one thing after another. */
export const commands = (most: number, least = 0): fc.Arbitrary<Command[]> =>
  fc.array(fc.oneof(...weighed.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
    minLength: least,
    maxLength: most,
    size: 'max',
  })

/** The weeks of a roster: one that has come as far as it may, the others before or after their time. */
const row = (most: number): fc.Arbitrary<State[]> =>
  fc
    .array(fc.constantFrom(...STATES, 'APPROVED' as const, 'QUEUED' as const), { minLength: 1, maxLength: most })
    .map((states) => states.map((state, n) => (state === 'COLLECTING' && states.indexOf(state) < n ? 'DRAFT' : state)))

export const setups: fc.Arbitrary<Setup> = fc.record({
  zone: fc.constantFrom('Europe/London', 'America/New_York'),
  weeks: fc.oneof(fc.tuple(row(3)), fc.tuple(row(2)), fc.tuple(row(2), row(1))),
  flag: fc.constantFrom('LIVE' as const, 'DORMANT'),
  killed: fc.constantFrom<[boolean, boolean]>([false, false], [false, true], [true, false], [true, true]),
  autopilot: fc.boolean(),
  keyed: often(25),
  bare: often(30),
  end: fc.constantFrom('lifted' as const, 'killed', 'mixed'),
  comeBack: fc.boolean(),
})
