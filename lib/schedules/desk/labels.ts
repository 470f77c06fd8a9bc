import type { Mark } from '@/lib/timeline/labels'
import type { OverlapPolicy, Policy } from '../schema'
import type { Health } from './rules'

/** The state of a schedule, as its chip says it. */
export const HEALTH: Readonly<Record<Health, Mark>> = {
  onTime: { tone: 'good', icon: 'check', label: 'On time' },
  waiting: { tone: 'quiet', icon: 'clock', label: 'Not yet' },
  working: { tone: 'moving', icon: 'loader', label: 'At work' },
  late: { tone: 'act', icon: 'clock-alert', label: 'Late' },
  silent: { tone: 'bad', icon: 'circle-alert', label: 'Silent' },
  failed: { tone: 'bad', icon: 'circle-x', label: 'Failed' },
  unreadable: { tone: 'bad', icon: 'circle-alert', label: 'Unreadable' },
  paused: { tone: 'quiet', icon: 'pause', label: 'Paused' },
  ended: { tone: 'quiet', icon: 'minus', label: 'Ended' },
  removed: { tone: 'quiet', icon: 'minus', label: 'Taken away' },
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Seconds in the largest unit that divides them: '7 days', '90 minutes'. */
export function spanWords(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, 'second']
  const count = seconds / size
  return `${count.toLocaleString('en-GB')} ${unit}${count === 1 ? '' : 's'}`
}

const OVERLAP: Readonly<Record<OverlapPolicy, string>> = {
  skip: 'A time is skipped while the one before it is at work.',
  buffer_one: 'One time waits while the one before it is at work; further ones are skipped.',
  allow: 'Each time runs, whether or not the one before it has ended.',
}

function catchUpWords({ catchUp, window }: Pick<Policy, 'catchUp' | 'window'>): string {
  if (catchUp === 'none') return 'What passes while nothing ticks is noted and not made up for.'
  const span = spanWords(window)
  if (catchUp === 'latest') return `After a silence the newest time is made up for, if it is not older than ${span}.`
  return `After a silence everything of the last ${span} is made up for, oldest first.`
}

export type TermsOfPage = Policy & { jitter: number; repeats: 'first' | 'both' }

/** The terms of a schedule as sentences under their names. */
export function termWords({ jitter, repeats, overlap, ...catching }: TermsOfPage): { name: string; says: string }[] {
  const spread =
    jitter === 0
      ? 'Each starts at its time.'
      : `Each starts up to ${spanWords(jitter)} after its time, so that not all start at once.`
  const both = { name: 'Repeated hour', says: 'Where the clocks show an hour twice, it fires in both passes.' }
  return [
    { name: 'Jitter', says: spread },
    { name: 'Overlap', says: OVERLAP[overlap] },
    { name: 'Catch-up', says: catchUpWords(catching) },
    ...(repeats === 'both' ? [both] : []),
  ]
}

/** Which zone data are used, and why those. */
export function zoneDataWords({
  source,
  package: carried,
  runtime,
}: {
  source: 'Intl' | 'package'
  package: string
  runtime: string | null
}): string {
  if (source === 'Intl') return `Zone data ${runtime}, this machine’s own: the package has ${carried}.`
  if (runtime === carried) return `Zone data ${carried}, which this machine has too.`
  const why = runtime ? `this machine has ${runtime}` : 'this machine has none'
  return `Zone data ${carried}, taken from the package because ${why}.`
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

/** The sentence of the page. */
export function pageSentence(
  counts: { total: number; paused: number; silent: number },
  backend: 'postgres' | 'temporal',
  data: string,
): string {
  const { total, paused, silent } = counts
  const where = backend === 'temporal' ? 'kept in PostgreSQL and woken by Temporal' : 'kept in PostgreSQL'
  const parts = [
    ...(paused > 0 ? [`${paused.toLocaleString('en-GB')} paused`] : []),
    ...(silent > 0 ? [`${silent.toLocaleString('en-GB')} silent`] : []),
  ]
  return `${counted(total, 'schedule')}, ${where}${parts.length > 0 ? `; ${parts.join(', ')}` : ''}. ${data}`
}

export const LOCKED = {
  role: 'An admin may do this.',
  removed: 'It has been taken away: its owner registers it again.',
  paused: 'It is paused already.',
  active: 'It is not paused.',
} as const

const passedWords = ({ count, most }: { count: number; most: boolean }): string => {
  if (count === 0) return 'None of its times has passed while it was paused.'
  const number = most ? `More than ${count.toLocaleString('en-GB')}` : count.toLocaleString('en-GB')
  return count === 1 && !most
    ? 'One time has passed while it was paused. It is not made up for.'
    : `${number} times have passed while it was paused. They are not made up for.`
}

/** @param next of its zone, or null where none is left */
export const resumeWords = (passed: { count: number; most: boolean }, next: string | null): string =>
  `${passedWords(passed)} ${next ? `It fires next ${next}.` : 'None of its times is left.'}`

export const fireWords = (isPaused: boolean, next: string | null): string =>
  isPaused
    ? 'It does its work once, now, and stays paused.'
    : `It does its work once, now, beside its times.${next ? ` The next one stays: ${next}.` : ''}`

export const PRESSED = {
  paused: 'Paused. Its times are noted and skipped until somebody resumes it.',
  resumed: 'Resumed. It fires at its next time.',
  atWork: 'It is at work.',
  nextTick: 'It is written down, and the next tick does it.',
} as const

/** What firing by hand came to. */
export function firedWords(outcome: string | null, detail: string | null): string {
  if (outcome === null) return PRESSED.atWork
  if (outcome === 'failed') return `It fired and failed. ${detail ?? 'The log has the cause.'}`
  return `It fired. ${detail ?? 'It is done.'}`
}

/** What is wrong with a schedule that is not as it should be, and what to do. */
export const TROUBLE: Readonly<Partial<Record<Health, { title: string; text: string }>>> = {
  silent: {
    title: 'Nothing has come of its last two times',
    text: 'If the tick is silent, start the server. If it ticks, the log says what holds this schedule up. Once it is woken, what passed is caught up by its terms.',
  },
  late: {
    title: 'Its time has passed and nothing has come of it',
    text: 'Look again in a minute. If it stays so, look whether the server ticks.',
  },
  failed: {
    title: 'The last run failed',
    text: 'The log has more of it. Mend the cause, then fire it.',
  },
}

/** 'The tick cannot read it' with its own sentence. */
export const unreadableWords = (why: string | null): { title: string; text: string } => ({
  title: 'Its times cannot be told',
  text: `${why ?? 'Its cron or its zone is not known any more.'} Its owner registers it with another cron or zone.`,
})

export const notKeptWords = (id: string): string =>
  `There is no schedule ${id}. It was never registered here, or its id is spelt otherwise.`

/** New zone data that move next times, before they are taken. */
export const movingTitle = (stale: number, version: string): string =>
  `${counted(stale, 'schedule')} still ${stale === 1 ? 'stands' : 'stand'} on other zone data; the next tick takes ${version}`

export const movingLine = (name: string, from: string | null, to: string | null): string =>
  `${name}: ${from ?? 'no time'} becomes ${to ?? 'none'}`

/** What stands on Today for schedules that need a person. */
export const TODAY = {
  silentOne: (name: string) => `${name} has been silent for two of its times`,
  silentMany: (count: number) => `${count.toLocaleString('en-GB')} schedules have been silent for two of their times`,
  failedOne: (name: string) => `${name} failed`,
  failedMany: (count: number) => `${count.toLocaleString('en-GB')} schedules failed at their last run`,
  many: 'So many at once have one cause: look whether the server ticks, then at the log.',
  look: 'Look at the schedule',
  lookAll: 'Look at the schedules',
} as const

/** What the list can be narrowed to, as a menu says it. */
export const SHOW_WORDS = { active: 'Active', paused: 'Paused', silent: 'Silent', failed: 'Failed' } as const
