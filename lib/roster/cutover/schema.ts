import { z } from 'zod'
import type { Shown } from '@/lib/platform/zone-format'
import type { Mark } from '@/lib/timeline/labels'
import type { RunState } from '../machine'
import type { RehearsalLine } from '../rehearsal/schema'
import type { CutoverEdge, CutoverState } from './machine'

/** A flip names the press and the version of the flag that its page showed. */
export const flipSchema = z.strictObject({ commandId: z.uuid(), version: z.int32().nonnegative() })

/** A real week that is not in the gap: its form has been opened, and its schedule is not out. */
export type BusyWeek = {
  id: string
  rosterName: string
  zone: string
  weekOf: string
  state: RunState
  version: number
  /** It belongs to v2. */
  v2: boolean
  /** The action that holds it, as its lease is called. */
  acting: string | null
  /** It has ended: nothing of it can be sent any more. */
  over: boolean
  /** Its schedule mails are written. */
  queued: boolean
}

export type SignedRehearsal = { id: string; build: string; beganAt: Date; signedAt: Date; signedName: string }

/** A week that is only made, with the time of its form ahead. */
export type Ahead = {
  id: string
  rosterName: string
  zone: string
  weekOf: string
  opensAt: Date
  autopilot: boolean
  /** It belongs to v2. */
  v2: boolean
}

/** Everything that the gates are judged by, read at once. */
export type GateFacts = {
  flag: CutoverState
  version: number
  /** When the flag was last flipped, or made. */
  changedAt: Date
  killed: boolean
  /** Of this process's code. */
  build: string
  busy: BusyWeek[]
  /** Weeks that are made and whose form has its time ahead, the earliest first: until then the gap lasts. */
  ahead: Ahead[]
  /** The latest one that was signed on this build; where there is none, on any. */
  signed: SignedRehearsal | null
  /** The one that is going on. */
  openRehearsal: { id: string; build: string; beganAt: Date; passed: number } | null
  /** Live leases of real weeks, and schedule mails whose fate is unknown: for comfort, no gates. */
  leases: number
  unknown: number
}

export type GateName = 'gap' | 'rehearsal' | 'killSwitch'
/**
 * A gate: open, or closed for a reason as a sentence that says what to do. `waits`: what opens it is going on.
 */
export type Gate = { name: GateName; open: boolean; waits?: 'rehearsing' | 'signing'; text: string }

/** A gate as a page draws it; `leases` and `unknown` stand beside the gates and lock nothing. */
export type GateView = {
  name: GateName | 'leases' | 'unknown'
  state: 'open' | 'closed' | 'waits'
  title: string
  /** Its fact, or its reason. */
  text: string | null
  /** Where what closes it is mended. */
  link: { href: string; label: string } | null
}

/** The flip that is next, as its button draws it: free, or locked with the first closed gate's reason. */
export type FlipView = {
  edge: CutoverEdge
  allowed: boolean
  reason: string | null
  /** Of the flag: the press names it. */
  version: number
}

export type GatesView = { gates: GateView[]; flip: FlipView }

/** Which engine moves real weeks, as this server's process knows it. */
export type EngineView = {
  flag: CutoverState
  killed: boolean
  mark: Mark
  title: string
  text: string
  /** When the flag was last flipped, or made. */
  since: Shown
  /** Who flipped it; null where the installation was made so. */
  by: string | null
}

/** A week that v2 began and may not go on with: its way out. */
export type HalfDoneView = {
  id: string
  href: string
  title: string
  version: number
  mark: Mark
  /** Why it cannot be finished with the old engine at this moment. */
  lockedReason: string | null
}

/** A week that opens by a press alone while the new engine moves the weeks. */
export type UnclockedView = { id: string; href: string; title: string; opens: Shown }

export type CutoverView = GatesView & {
  /** When it was read, by the database's clock. */
  at: string
  engine: EngineView
  halfDone: HalfDoneView[]
  /** Weeks whose form the old clock would open, and nobody does now. */
  unclocked: UnclockedView[]
  rehearsals: RehearsalLine[]
  /** How many a rehearsal has. */
  steps: number
  /** The rehearsal that is going on. */
  goOn: string | null
  /** Something moves by itself: look again soon. */
  inFlight: boolean
}
