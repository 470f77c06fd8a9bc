import { z } from 'zod'
import type { Facts } from '@/lib/engine/audit'

/** What a file is of. */
const of = z.enum(['tenders', 'shifts'])
export type ImportOf = z.infer<typeof of>

/** Characters of a file at most; the action's own limit is beyond it, so that this sentence is the one that is read. */
const MOST_TEXT = 400_000
const text = z.string().max(MOST_TEXT, 'At most 400,000 characters go at once. Make two files of it.')
export const MOST_INPUT = 600_000

const file = { commandId: z.uuid(), rosterId: z.uuid(), of, text }
export const checkInput = z.strictObject(file)
/** `digest` names the plan that was shown. */
export const importInput = z.strictObject({ ...file, digest: z.string().length(64) })
export type ImportInput = z.infer<typeof importInput>
export const exportInput = z.strictObject({ roster: z.uuid() })

export type Verdict = 'added' | 'changed' | 'unchanged' | 'refused'
export type Line = { line: number; verdict: Verdict; name: string; says: string }
/** What an import will do, row by row. */
export type Report = {
  digest: string
  counts: Record<Verdict, number>
  lines: Line[]
  /** Columns of the file that nothing is done with. */
  unknown: string[]
  /** The refused rows as a file, each with its reason. */
  mending: string | null
}

/** What is recorded of an import beside the facts of each row, on the roster. */
export const importFacts = {
  'roster.imported': z.strictObject({
    of,
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
  }),
} satisfies Facts
