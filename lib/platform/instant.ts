import { isDate } from './plain-date'

/** A text that names no instant. The message is a sentence for whoever typed it. */
export class InstantError extends Error {
  override name = 'InstantError'
}

const WRITE = 'Write YYYY-MM-DDTHH:MM and the zone, such as 2026-10-25T01:30Z or 2026-10-25T02:30+01:00.'
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?/
/** No zone is further from UTC. */
const OFFSET = /^(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)$/

/**
 * The instant of YYYY-MM-DDTHH:MM[:SS[.sss]] with Z or an offset: a time without one would be another instant in each
 * place that reads it. Years 2000 to 2199. Throws InstantError.
 */
export function parseInstant(text: string): Date {
  const shown = JSON.stringify(text.slice(0, 60))
  const [local, date] = DAY_AND_TIME.exec(text) ?? []
  if (local === undefined || date === undefined || !isDate(date))
    throw new InstantError(`${shown} is no instant. ${WRITE}`)
  const zone = text.slice(local.length)
  if (zone === '')
    throw new InstantError(`${shown} has no zone: add Z for UTC, as in ${local}Z, or an offset, as in ${local}+01:00.`)
  if (/^ \d{2}:\d{2}$/.test(zone)) throw new InstantError(`${shown} has lost its +: in an address it is written %2B.`)
  if (!OFFSET.test(zone)) throw new InstantError(`${shown} ends in no zone that is known here. ${WRITE}`)
  const instant = new Date(text)
  const year = instant.getUTCFullYear()
  if (!(year >= 2000 && year <= 2199)) throw new InstantError(`${shown} lies outside the years 2000 to 2199.`)
  return instant
}
