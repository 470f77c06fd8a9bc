import type { CutoverState } from '../cutover/machine'

/** v2 moves a week by its own state column, `old` by the stamps. */
export type EngineName = 'v2' | 'old'

/** The flag as it stands, and whether this process has v2 switched off (`PUB_SCHEDULER_V2=off`). */
export type Charge = { flag: CutoverState; killed: boolean }

/** Which engine moves real weeks (roster-rules 1, Engines). */
export const engineOf = ({ flag, killed }: Charge): EngineName => (flag === 'LIVE' && !killed ? 'v2' : 'old')

/**
 * A week that v2 has begun and not ended while v2 may not act: neither engine goes on with it, until v2 is back or a
 * person lets the old one finish it.
 */
export const isHalfDone = (week: { kind: string; v2State: string | null }, engine: EngineName): boolean =>
  week.kind === 'week' &&
  engine === 'old' &&
  week.v2State !== null &&
  week.v2State !== 'DRAFT' &&
  week.v2State !== 'SENT'
