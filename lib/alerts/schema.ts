import type { Shown } from '@/lib/platform/zone-format'
import type { StateIcon, Tone } from '@/lib/timeline/labels'

/** What can be pressed on Today without leaving it. The page hands an action down for each. */
export type MoveName =
  | 'closeForm'
  | 'generateRoster'
  | 'putAside'
  | 'finishWithOld'
  | 'retryMessages'
  | 'markArrived'
  | 'sendAgain'
  | 'letMessagesGo'
  | 'confirmSwap'
  | 'refuseSwap'

/** Asked before a move goes. `field` is a line that must be typed, and goes with the input under its name. */
export type Asking = {
  title: string
  text: string
  confirmLabel: string
  danger?: boolean
  field?: { name: string; label: string; hint: string }
}

export type TodayButton =
  | { kind: 'link'; label: string; href: string; primary?: boolean }
  | {
      kind: 'move'
      label: string
      action: MoveName
      /** Without its `commandId`, with the versions that were seen. */
      input: Readonly<Record<string, unknown>>
      primary?: boolean
      confirm?: Asking
    }

/** 1 went wrong, 2 waits for a person's decision, 3 is worth a look: only 1 and 2 are counted beside Today. */
export type Urgency = 1 | 2 | 3

/** One thing that needs a person, derived from the rows as it is read, and gone once they say otherwise. */
export type TodayEntry = {
  /** The same for the same thing at each reading: `run:<id>:close`. */
  key: string
  urgency: Urgency
  tone: Tone
  icon: StateIcon
  title: string
  /** When it began, or null. */
  at: Shown | null
  text: string
  /** What it is about. */
  href: string
  /** At most two. */
  actions: readonly TodayButton[]
}

/** Today as its page shows it, most urgent first. */
export type TodayView = {
  /** When it was read, by the database's clock. */
  at: string
  /** 'Monday 7 December', in the company's zone. */
  date: string
  entries: TodayEntry[]
  /** How many need a person. */
  need: number
  /** Some desk has something to say to this role; otherwise the page is empty whatever happens. */
  covered: boolean
}
