import { isZone, ZoneError } from '@/lib/platform/zones'
import { CronError } from './cron/fields'
import { firstFire, next } from './cron/fires'
import { type Cron, parseCron } from './cron/parse'
import { LATE } from './due/expand'
import type { Terms } from './due/stand'
import type { CalendarSpec, Change, Policy, Spec, SpecFault, SpecField } from './schema'

/** Seven days: what is older than that when the clock comes back is recorded and not done. DESIGN 6. */
export const STANDARD: Policy = { catchUp: 'all', window: 7 * 86_400, overlap: 'skip' }

/** The seed's convention, as PostgreSQL holds it too (`schedule_key`). */
const ID = /^[a-z][a-z0-9-]*:[^\s:\p{Cc}\p{Cs}]+$/u
const LONGEST_ID = 200
const LONGEST_NAME = 100
/** A schedule that repeats itself yearly shows in so many fires; a daily one its year. */
const FIRES_LOOKED_AT = 366
const LONGEST_NOTE = 500
const LARGEST_ARGS = 64 * 1024

/** '{feature}' of '{feature}:{entity id}'. */
export const featureOf = (id: string): string => id.slice(0, id.indexOf(':'))

const fault = (field: SpecField, sentence: string): SpecFault => ({ field, sentence })

/** @returns the fault of an id, or null */
export function checkId(id: string): SpecFault | null {
  if (id.length > LONGEST_ID) return fault('id', `The id has ${id.length} characters. Write ${LONGEST_ID} at most.`)
  if (ID.test(id)) return null
  const said = JSON.stringify(id.slice(0, 60))
  return fault('id', `${said} is no schedule id. Write feature:entity, such as plant-register-auto-docket:8f0c97c5.`)
}

/** @returns the cron, or the fault of the cron or the zone; a cron that fires no more is one. */
export function readCalendar({ cron, zone }: Pick<CalendarSpec, 'cron' | 'zone'>, now: Date): Cron | SpecFault {
  try {
    const parsed = parseCron(cron)
    if (!isZone(zone)) return fault('zone', new ZoneError(zone).message)
    firstFire(parsed, zone, now)
    return parsed
  } catch (error) {
    if (!(error instanceof CronError)) throw error
    return { ...fault('cron', error.message), ...(error.field ? { cronField: error.field } : {}) }
  }
}

export const isFault = (value: object): value is SpecFault => 'sentence' in value

/** @returns seconds between the two nearest of the next fires; Infinity where only one is left */
function shortestGap(cron: Cron, { zone, repeats = 'first' }: CalendarSpec, now: Date): number {
  let shortest = Number.POSITIVE_INFINITY
  let before: Date | null = null
  let at = next(cron, zone, now, { overlap: repeats })
  for (let looked = 0; at && looked < FIRES_LOOKED_AT; looked += 1) {
    if (before) shortest = Math.min(shortest, (at.getTime() - before.getTime()) / 1_000)
    before = at
    at = next(cron, zone, at, { overlap: repeats })
  }
  return shortest
}

const inSeconds = (seconds: number): string =>
  seconds % 3_600 === 0 ? `${seconds / 3_600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`

function checkJitter(cron: Cron, calendar: CalendarSpec, now: Date): SpecFault | null {
  const { jitter = 0 } = calendar
  if (!Number.isInteger(jitter) || jitter < 0)
    return fault('jitter', 'The jitter is no whole number of seconds. Write 0 or more, such as 120.')
  if (jitter === 0) return null
  const shortest = shortestGap(cron, calendar, now)
  if (jitter < shortest) return null
  return fault(
    'jitter',
    `A jitter of ${inSeconds(jitter)} reaches the next fire: two of them are ${inSeconds(shortest)} apart. Write less than that.`,
  )
}

/** @returns the first fault of when it is to fire, or the cron */
export function checkCalendar(calendar: CalendarSpec, now: Date): Cron | SpecFault {
  const cron = readCalendar(calendar, now)
  return isFault(cron) ? cron : (checkJitter(cron, calendar, now) ?? cron)
}

/** What no column of the database takes: NUL, and half of a character. */
const UNKEPT = /[\0\p{Cs}]/u
/** The same as `JSON.stringify` writes it: an escape whose backslash is not escaped itself. */
const UNKEPT_JSON = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/
const UNKEPT_WORDS = 'has a character that cannot be kept. Write text without control characters.'

/** Text for people: present, within its length, on one line of its own. */
export function checkText(field: 'note' | 'reason', text: string): SpecFault | null {
  const what = field === 'note' ? 'The note' : 'The reason'
  if (text.trim() === '') return fault(field, `${what} is empty. Write what ${field === 'note' ? 'it is for' : 'for'}.`)
  if (text.length > LONGEST_NOTE)
    return fault(field, `${what} has ${text.length} characters. Write ${LONGEST_NOTE} at most.`)
  return UNKEPT.test(text) ? fault(field, `${what} ${UNKEPT_WORDS}`) : null
}

const checkName = (field: 'taskQueue' | 'workflowType', value: string): SpecFault | null =>
  /^[^\s\p{Cc}\p{Cs}]+$/u.test(value) && value.length <= LONGEST_NAME
    ? null
    : fault(field, `The ${field} is no name. Write one word of ${LONGEST_NAME} characters at most.`)

function checkArgs(args: unknown): SpecFault | null {
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    return fault('args', 'The arguments are no object. Write one JSON object.')
  const json = JSON.stringify(args)
  if (json.length > LARGEST_ARGS)
    return fault(
      'args',
      `The arguments have ${json.length} characters as JSON. Write ${LARGEST_ARGS} at most, such as an id.`,
    )
  return UNKEPT_JSON.test(json) ? fault('args', `The arguments ${UNKEPT_WORDS.replace('has', 'have')}`) : null
}

function checkPolicy({ window = STANDARD.window }: Partial<Policy>): SpecFault | null {
  if (Number.isInteger(window) && window >= LATE) return null
  return fault(
    'window',
    `The catch-up window is no whole number of seconds from ${LATE} on. Write one, such as 604800.`,
  )
}

/**
 * Everything about a spec that can be known without asking anybody, in the order of its fields.
 * @param types the workflow types that have a handler
 * @returns the first fault, or the cron
 */
export function checkSpec(spec: Spec, types: ReadonlySet<string>, now: Date): Cron | SpecFault {
  const named =
    checkId(spec.id) ?? checkName('taskQueue', spec.taskQueue) ?? checkName('workflowType', spec.workflowType)
  if (named) return named
  if (!types.has(spec.workflowType))
    return fault('workflowType', `Nothing handles ${spec.workflowType}. Write one of: ${[...types].join(', ')}.`)
  return (
    checkArgs(spec.args) ??
    checkText('note', spec.note) ??
    checkPolicy(spec.policy ?? {}) ??
    checkCalendar(spec.calendar, now)
  )
}

/** What of a change is not for `update`: DESIGN 6 and the seed's anti-patterns. */
export function checkChange(change: Change): SpecFault | null {
  for (const field of ['taskQueue', 'workflowType', 'args'] as const)
    if (change[field] !== undefined)
      return fault(
        field,
        `An update changes cron, zone and jitter alone. For another ${field}: unregister, then register.`,
      )
  return null
}

/** The terms of a schedule as the pure questions take them. */
export const termsOf = (
  key: string,
  cron: Cron,
  { zone, jitter = 0, repeats = 'first' }: CalendarSpec,
  { catchUp, window }: Pick<Policy, 'catchUp' | 'window'>,
  paused = false,
): Terms => ({ key, cron, zone, repeats, jitter, catchUp, window, paused })
