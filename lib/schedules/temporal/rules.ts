import { instantsOf } from '@/lib/platform/zones'
import { FIELDS, type FieldName, sizeOf } from '../cron/fields'
import type { Cron } from '../cron/parse'
import { type Ahead, localAt, type Terms } from '../due/stand'

const SEVEN: readonly FieldName[] = ['second', 'minute', 'hour', 'day', 'month', 'weekday', 'year']

/**
 * What is sent for a cron: seven fields of numbers from the parsed sets, since the server reads some texts otherwise
 * (weekdays 1-7 as Monday to Saturday, any beginning of a name), with the original as the comment that its users see.
 */
export const canonicalCron = ({ sets, text }: Cron): string => {
  const fields = SEVEN.map((name) => (sets[name].length === sizeOf(FIELDS[name]) ? '*' : sets[name].join(',')))
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

/** The workflow of a fire by hand; the command makes it one, however often it is asked for. */
export const manualId = (id: string, commandId: string): string => `${id}-manual-${commandId}`

/** What a workflow's id says that it was started for; null where it is none of ours. */
export type StartedFor = { key: string; commandId: string } | { key: string; at: string }

/** The server names the workflow of a scheduled action by the action's id and the nominal time, to the second. */
export function startedFor(workflowId: string): StartedFor | null {
  const manual = /^(.+)-manual-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(workflowId)
  if (manual?.[1] && manual[2]) return { key: manual[1], commandId: manual[2] }
  const slot = /^(.+)-(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)$/.exec(workflowId)
  return slot?.[1] && slot[2] ? { key: slot[1], at: slot[2] } : null
}
