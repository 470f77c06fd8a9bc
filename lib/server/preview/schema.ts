import { z } from 'zod'
import { InstantError, parseInstant } from '@/lib/platform/instant'
import type { Shown } from '@/lib/platform/zone-format'

/** A line of a plan as it goes out: `at` an ISO instant, `local` the same on the clocks of the line's zone, else of the company's. */
export type ShownLine = {
  what: string
  why: string
  at: string | null
  local: string | null
  href: string | null
  subject?: string
  count: number
}

/** `more` are due beyond what the lines tell of. `error` is there when the part could not say: nothing else of it counts. */
export type PartPreview = {
  name: string
  due: number
  more: number
  lines: ShownLine[]
  note?: string
  error?: string
}

export type TickPreview = { id: string; at: string; local: string; parts: PartPreview[] }

/** A preview for a page. Where the company's clocks show that time twice: which one is meant, and the other one. */
export type LookAhead = TickPreview & { twice: { note: string; other: Shown } | null }

/** An instant with its zone, as `parseInstant` reads it, refused in its sentence. */
export const instantInput = z.string().transform((text, { addIssue }) => {
  try {
    return parseInstant(text)
  } catch (error) {
    if (!(error instanceof InstantError)) throw error
    addIssue({ code: 'custom', message: error.message })
    return z.NEVER
  }
})

export const PRESETS = ['now', 'hour', 'tomorrow', 'change'] as const

/** Exactly one of: a moment by its name, a local time in the company's zone, an instant. */
export const lookInput = z
  .strictObject({
    preset: z.enum(PRESETS).optional(),
    local: z.string().max(16).optional(),
    at: instantInput.optional(),
  })
  .refine((asked) => Object.values(asked).filter((value) => value !== undefined).length === 1, {
    error: 'Ask for one moment: by preset, local or at.',
  })
export type LookInput = z.output<typeof lookInput>
