import { parseCron } from '../../cron/parse'
import type { Spec } from '../../schema'
import { canonicalCron } from '../rules'
import { zoneFile } from '../zone-file/rules'

/** A schedule as the server has it. */
export type There = {
  /** Our cron as it was typed: the calendar's comment. */
  cron: string
  zone: string
  /** Seconds. */
  jitter: number
  zoneData: Uint8Array
  paused: boolean
  note: string
  createdAt: Date
}

/** What decides when it wakes, as it is sent. Jitter in seconds. */
export const calendarOf = ({ calendar: { cron, zone, jitter = 0 } }: Pick<Spec, 'calendar'>) => ({
  cronString: [canonicalCron(parseCron(cron))],
  timezoneName: zone,
  timezoneData: zoneFile(zone),
  jitter,
})

/** Whether the server wakes for these terms, and by our zone data. */
export function isSame(there: There, { calendar: { cron, zone, jitter = 0 } }: Pick<Spec, 'calendar'>): boolean {
  return (
    there.cron === parseCron(cron).text &&
    there.zone === zone &&
    there.jitter === jitter &&
    sameBytes(there.zoneData, zoneFile(zone))
  )
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
