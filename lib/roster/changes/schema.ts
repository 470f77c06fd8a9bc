/** One seat that came, went or moved, and why. */
export type ChangeLine = { kind: 'in' | 'out' | 'moved'; words: string; why: string | null }

/** How the roster differs from the one before the last generate, person by person. */
export type ChangesView = {
  summary: string
  people: { id: string; name: string; lines: ChangeLine[] }[]
  /** What the picker was given anew, a sentence each. */
  input: string[]
}
