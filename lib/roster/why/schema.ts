import { z } from 'zod'

/** The cell that is asked about. */
export const whyInput = z.strictObject({ runId: z.uuid(), tenderId: z.uuid(), shiftId: z.uuid() })

/** Why somebody stands on a shift or not, in words. */
export type WhyView = {
  /** 'Why not Hugo on Fri 18 20:00?' */
  title: string
  /** The reason, as sentences. */
  text: string
  /** How they and those who have the seats stand in the ledger; null where nothing was weighed. */
  ledger: string | null
  /** Where the roster as it stands is not what the picker would make of it now. */
  note: string | null
}
