import { z } from 'zod'

export const PAPERS = ['a4', 'letter'] as const
export const TURNS = ['upright', 'sideways'] as const
export type Paper = (typeof PAPERS)[number]
export type Turn = (typeof TURNS)[number]

/** What the address of the sheet may say. Without `turn` the sheet is turned as its rows fit. */
export const wallInput = z.strictObject({
  runId: z.uuid(),
  paper: z.enum(PAPERS).optional(),
  turn: z.enum(TURNS).optional(),
})

export type WallPerson = { id: string; name: string; keyHolder: boolean }
export type WallShift = {
  id: string
  /** '18:00 – 23:00' */
  time: string
  role: string
  people: WallPerson[]
  /** Seats without a person: lines to write on. */
  free: number
  /** Wants a key holder and has none. */
  keyMissing: boolean
}
export type WallDay = { date: string; name: string; shifts: WallShift[] }

/** A week's roster as it hangs on the wall: plain data, every time in words of the roster's zone. */
export type WallView = {
  runId: string
  rosterId: string
  rosterName: string
  /** 'Week of 14 December' */
  title: string
  /** 'Monday 14 December 2026 to Sunday 20 December 2026' */
  span: string
  zone: string
  /** Why it should not hang on the wall yet; null once the roster stands. */
  draft: string | null
  /** Of the roster that is shown: its moves, and the swaps laid over it. */
  version: number
  swaps: number
  stamp: string
  days: WallDay[]
  /** How the rows fit. */
  fits: Turn
}
