import { z } from 'zod'
import type { Facts } from '@/lib/engine/audit'
import type { EventData, Mark, Words } from '@/lib/timeline/labels'
import type { ScheduleState } from './machine'
import type { FireState } from './schema'

/** What happens to a schedule beside its moves. */
export const scheduleFacts = {
  /** Somebody let it fire now. */
  'schedule.triggered': z.strictObject({ at: z.iso.datetime() }),
  /** New zone data moved its next fire. */
  'schedule.moved': z.strictObject({
    from: z.iso.datetime().nullable(),
    to: z.iso.datetime().nullable(),
    dataBefore: z.string(),
    dataNow: z.string(),
  }),
  /** Something woke it at an instant that is none of its fires; the reason says why. */
  'schedule.woken_in_vain': z.strictObject({ at: z.iso.datetime() }),
} satisfies Facts

export const unknownWords = (id: string): string =>
  `There is no schedule ${id}. Look at the list of those that are kept.`

export const changedWords = (id: string): string => `${id} has changed since you looked. Look at it again, then press.`

export const registeredWords = (id: string, other: string): string =>
  `${id} is registered already, with another ${other}. Update it, or unregister it and then register it.`

/** Of a schedule whose claim breaks each time. */
export const UNWRITTEN =
  'What was due of it could not be written down. The log has the cause; it is tried every five minutes.'

export const UNTOLD = 'Its times cannot be told.'

const FATES: Readonly<Record<FireState, (times: string) => string>> = {
  fired: (times) => `fire ${times}`,
  waiting: (times) => `fire ${times}`,
  missed: (times) => `record ${times} as missed`,
  skipped_gap: (times) => `record ${times} as skipped by the clocks`,
  skipped_paused: (times) => `record ${times} as skipped, since it is paused`,
  skipped_overlap: (times) => `record ${times} as skipped`,
  beyond_window: (times) => `record ${times} as too old to catch up`,
}

/** What a tick would make of the times that are due: 'Fire once', 'Fire 60 times; record 540 times as too old to catch up'. */
export function fateWords(counts: ReadonlyMap<FireState, number>): string {
  const words = [...counts].map(([state, n]) => FATES[state](n === 1 ? 'once' : `${n.toLocaleString('en-GB')} times`))
  const text = words.join('; ')
  return text === '' ? 'Look at it again' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export const backlogWords = (id: string): string =>
  `Too much of ${id} is due to be settled at once. The tick is at it: try again in a minute.`

const REFUSALS: Readonly<Record<string, string>> = {
  not_from_PAUSED: 'is paused already. Resume it first.',
  not_from_ACTIVE: 'is not paused.',
  not_from_REMOVED: 'has been taken away. Register it again.',
}
export const scheduleRefusal = (id: string, reason: string): string =>
  `${id} ${REFUSALS[reason] ?? 'cannot be changed now. Try again in a moment.'}`

export const SCHEDULE_STATES: Readonly<Record<ScheduleState, Mark>> = {
  ACTIVE: { tone: 'good', icon: 'check', label: 'on time' },
  PAUSED: { tone: 'quiet', icon: 'pause', label: 'paused' },
  REMOVED: { tone: 'quiet', icon: 'minus', label: 'taken away' },
}
const isState = (state: string): state is ScheduleState => state in SCHEDULE_STATES

const FACTS: Readonly<Record<string, Mark>> = {
  'schedule.updated': { tone: 'moving', icon: 'pencil', label: 'times changed' },
  'schedule.triggered': { tone: 'moving', icon: 'send', label: 'fired by hand' },
  'schedule.moved': { tone: 'act', icon: 'clock-alert', label: 'moved by new zone data' },
  'schedule.woken_in_vain': { tone: 'act', icon: 'info', label: 'woken in vain' },
}

const timesOf = ({ cron, zone }: { cron?: unknown; zone?: unknown }): string => `${cron} in ${zone}`

/** What happens to a schedule, as the timeline says it. */
export const scheduleWords: Words = {
  machine: 'schedule',
  desk: 'schedules',
  state: (state) => (isState(state) ? SCHEDULE_STATES[state] : null),
  event(type: string, data: EventData, reason: string | null) {
    if (type === 'schedule.updated') return `from ${timesOf(data.from ?? {})} to ${timesOf(data.to ?? {})}`
    if (type === 'schedule.moved') return `zone data ${data.dataBefore} to ${data.dataNow}`
    if (type.startsWith('schedule.registered')) return timesOf(data)
    return reason ?? ''
  },
  fact: (type) => FACTS[type] ?? null,
}
