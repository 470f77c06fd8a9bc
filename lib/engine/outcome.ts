import type { RefusalKind } from './decide'

/** The subject moved, or had been moved by this very command before. */
export type Moved<T = undefined> = {
  ok: true
  kind: 'moved' | 'repeat'
  from: string | null
  to: string
  version: number
  eventId: string
  /** What `act` returned; absent on a repeat. */
  value?: T
}

/** Nothing happened. `reason` is a code for the desk's labels; `detail` an authored sentence, where act gave one. */
export type Refused = {
  ok: false
  kind: RefusalKind
  reason: string
  state: string | null
  version: number | null
  detail?: string
}

export type Outcome<T = undefined> = Moved<T> | Refused

export const refused = (
  kind: RefusalKind,
  reason: string,
  seen?: { state: string | null; version: number | null },
): Refused => ({
  ok: false,
  kind,
  reason,
  state: seen?.state ?? null,
  version: seen?.version ?? null,
})

/**
 * Thrown by `act` when it cannot go on for a reason that a person can mend. The lease is given back, the sentence
 * is kept on the subject, and the verb answers `failed` with it.
 */
export class ActRefused extends Error {
  constructor(
    readonly reason: string,
    readonly detail: string,
  ) {
    super(detail)
    this.name = 'ActRefused'
  }
}
