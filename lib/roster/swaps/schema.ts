import { z } from 'zod'
import type { SwapState } from './machine'

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
  /** 'Fri 18, 20:00 – 00:30', and what is done. */
  when: string
  role: string
  from: Person
  to: Person | null
  note: string
  /** When it was asked, or when it ended. */
  at: { iso: string; label: string }
  /** What to know before confirming. */
  warnings: string[]
  /** Why its buttons are locked, or null. */
  locked: string | null
}

export type HandOverShift = { id: string; when: string; holders: Person[] }
/** Who may take which shift from whom: `why` says why not. */
export type TakerView = Person & { why: Record<string, string>; warnings: Record<string, string[]> }

/** The swaps of a sent week. */
export type SwapsView = {
  open: SwapView[]
  done: SwapView[]
  /** Shifts that have not begun, with who has them. */
  coming: HandOverShift[]
  takers: TakerView[]
}
