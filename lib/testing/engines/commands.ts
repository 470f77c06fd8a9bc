import type { Choice } from '@/lib/roster/schema'
import type { Halt } from '../halts'
import type { Take } from './mailbox'

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
