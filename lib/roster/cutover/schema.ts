import { z } from 'zod'
import type { RunState } from '../machine'
import type { CutoverState } from './machine'

/** A flip names the press and the version of the flag that its page showed. */
export const flipSchema = z.strictObject({ commandId: z.uuid(), version: z.int32().nonnegative() })

/** A real week that is not in the gap: its form has been opened, and its schedule is not out. */
export type BusyWeek = {
  id: string
  rosterName: string
  zone: string
  weekOf: string
  state: RunState
  halfDone: boolean
}

export type SignedRehearsal = { id: string; build: string; beganAt: Date; signedAt: Date; signedName: string }

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
  /** The latest one that was signed. */
  signed: SignedRehearsal | null
  /** The one that is going on. */
  openRehearsal: string | null
  /** Live leases of real weeks, and schedule mails whose fate is unknown: for comfort, no gates. */
  leases: number
  unknown: number
}

export type GateName = 'gap' | 'rehearsal' | 'killSwitch'
/** A gate: open, or closed for a reason as a sentence that says what to do. */
export type Gate = { name: GateName; open: boolean; text: string }
