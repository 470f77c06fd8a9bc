import type { GatesView } from '@/lib/roster/cutover/schema'
import type { RehearsalView } from '@/lib/roster/rehearsal/schema'

/** A rehearsal beside what it opens the way for. The same `stamp` means that there is nothing new of it. */
export type LiveRehearsal = {
  /** The server's instant, ISO. */
  at: string
  stamp: string
  view: RehearsalView
  gates: GatesView
}

/** What the poll is answered: `view` null where nothing has changed since the stamp that it named. */
export type LiveAnswer = LiveRehearsal | { at: string; view: null }
