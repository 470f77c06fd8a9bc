import { instantsOf } from '@/lib/platform/zones'
import { FIELDS, type FieldName, sizeOf } from '../cron/fields'
import type { Cron } from '../cron/parse'
import { type Ahead, localAt, type Terms } from '../due/stand'

const SEVEN: readonly FieldName[] = ['second', 'minute', 'hour', 'day', 'month', 'weekday', 'year']

/** Values as a field lists them: three or more in a row are a range. */
function listed(values: readonly number[]): string {
  const runs: number[][] = []
  for (const value of values) {
    const run = runs.at(-1)
    if (run && value === (run.at(-1) ?? 0) + 1) run.push(value)
    else runs.push([value])
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}-${run.at(-1)}` : run.join(','))).join(',')
}

/**
 * What is sent for a cron: seven fields of numbers from the parsed sets, since the server reads some texts otherwise
 * (weekdays 1-7 as Monday to Saturday, any beginning of a name), with the original as the comment that its users see.
 */
export const canonicalCron = ({ sets, text }: Cron): string => {
  const fields = SEVEN.map((name) => (sets[name].length === sizeOf(FIELDS[name]) ? '*' : listed(sets[name])))
  return `${fields.join(' ')} # ${text}`
}

/** Clocks went back over this time: they show it twice. */
export const isAmbiguous = (zone: string, at: Date): boolean => instantsOf(zone, localAt(zone, at)).length > 1

/**
 * What the server cannot wake for stays with the tick: a time that the clocks skip, one that they show twice (the server
 * takes the second pass, or both), and the times of a paused schedule.
 */
export function needsTick({ zone, paused }: Pick<Terms, 'zone' | 'paused'>, { nextFireAt, dueAt }: Ahead): boolean {
  if (!nextFireAt || !dueAt) return false
  return paused || dueAt < nextFireAt || isAmbiguous(zone, nextFireAt)
}
