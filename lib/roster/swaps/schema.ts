import { z } from 'zod'
import type { Shown } from '@/lib/platform/zone-format'
import type { SwapState } from './machine'
import type { SwapBoard } from './rules'

const press = { commandId: z.uuid() }
const move = { ...press, swapId: z.uuid(), version: z.int32().nonnegative() }

/** What a person says of why; one text, short enough to read on a phone. */
export const NOTE_MAX = 300
const note = z.string().trim().max(NOTE_MAX, `At most ${NOTE_MAX} characters.`)

/** The operator's buttons about a swap. */
export const swapMoveInput = z.strictObject(move)
export const refuseSwapInput = z.strictObject({
  ...move,
  reason: z
    .string()
    .trim()
    .min(3, 'Say why, in at least three letters.')
    .max(NOTE_MAX, `At most ${NOTE_MAX} characters.`),
})
/** `toTenderId` null asks the others first. */
export const handOverInput = z.strictObject({
  ...press,
  shiftId: z.uuid(),
  fromTenderId: z.uuid(),
  toTenderId: z.uuid().nullable(),
  note,
})

type Person = { id: string; name: string }

/** A swap as the operator sees it. */
export type SwapView = {
  id: string
  version: number
  state: SwapState
  when: string
  role: string
  from: Person
  to: Person | null
  note: string
  /** When it was asked, or when it ended. */
  at: Shown
  /** What to know before confirming. */
  warnings: string[]
  /** Why it cannot be confirmed now, or null. */
  locked: string | null
  /** Why nothing of it can be decided any more: its shift has begun. Null while it can. */
  begun: string | null
}

/** The swaps of a sent week. */
export type SwapsView = {
  /** When it was read, by the database's clock. */
  at: string
  open: SwapView[]
  done: SwapView[]
  /** Seats of shifts that have not begun, with who has each. */
  seats: { shiftId: string; tenderId: string; label: string }[]
  /** What a hand-over is judged by before it is pressed. */
  board: SwapBoard
}
