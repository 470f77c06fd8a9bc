import { z } from 'zod'
import type { MailView } from '@/lib/messages/outbox/schema'
import type { Mark } from '@/lib/timeline/labels'

/** A week's mails, and whose is being read. */
export const mailsInput = z.strictObject({ runId: z.uuid(), to: z.uuid().optional() })

/** What is wrong with writing to somebody: why, how it is mended, and whether their mail is lost by it. */
export type Trouble = { why: string; mend: string; lost: boolean }

export type RecipientView = {
  id: string
  name: string
  address: string | null
  /** Shifts of the week that are theirs. */
  shifts: number
  trouble: Trouble | null
}

/** A mail that is written and frozen. */
export type WrittenView = { id: string; name: string; address: string; mark: Mark; why: string | null }

type Base = {
  runId: string
  rosterId: string
  rosterName: string
  title: string
  stamp: string
}

/** The mails of a week: not to be read yet, as they would be sent now, or as they are written in the Outbox. */
export type MailsView = Base &
  (
    | { stage: 'early' }
    | {
        stage: 'preview'
        /** Those with a problem first, then by name. */
        recipients: RecipientView[]
        /** The person whose mail is shown, and the mail; null where none can go to them. */
        chosen: { id: string; mail: MailView | null } | null
      }
    | { stage: 'written'; written: WrittenView[] }
  )

/** Which roster of a week this is: another one once the week has moved, or a swap was confirmed. */
export type WeekStamp = { stamp: string }
