import type { Mark } from '@/lib/timeline/labels'
import type { FireState } from '../schema'

/** What became of a time that did not fire: its chip, and why. */
export const PASSED: Readonly<Record<Exclude<FireState, 'fired'>, Mark & { says: string }>> = {
  waiting: { tone: 'moving', icon: 'clock', label: 'Waits', says: 'It waits for the one before it to end.' },
  missed: {
    tone: 'act',
    icon: 'clock-alert',
    label: 'Missed',
    says: 'It passed in a silence, and its terms do not make up for it.',
  },
  skipped_gap: {
    tone: 'quiet',
    icon: 'minus',
    label: 'Skipped',
    says: 'The clocks went forward over it: it did not exist.',
  },
  skipped_paused: { tone: 'quiet', icon: 'pause', label: 'Skipped', says: 'The schedule was paused.' },
  skipped_overlap: { tone: 'act', icon: 'minus', label: 'Skipped', says: 'The one before it had not ended.' },
  beyond_window: {
    tone: 'act',
    icon: 'calendar-off',
    label: 'Too old',
    says: 'It was older than what its terms make up for.',
  },
}

/** What a handler answered. A word of its own stands as it is. */
export function outcomeMark(outcome: string | null, attempt: number): Mark {
  if (outcome === null)
    return attempt > 1
      ? { tone: 'act', icon: 'refresh-cw', label: `Attempt ${attempt}` }
      : { tone: 'moving', icon: 'loader', label: 'At work' }
  if (outcome === 'failed') return { tone: 'bad', icon: 'circle-x', label: 'Failed' }
  if (outcome.startsWith('skipped')) return { tone: 'quiet', icon: 'minus', label: 'Nothing to do' }
  const word = outcome.replaceAll('_', ' ')
  return { tone: 'good', icon: 'check', label: `${word.charAt(0).toUpperCase()}${word.slice(1)}` }
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Seconds from the named time to the fire. */
export function lateWords(seconds: number): string {
  if (seconds < 2) return 'at its time'
  if (seconds < 120) return `${seconds} s late`
  return `${spanWordsRounded(seconds)} late`
}

/** A long span in one unit, rounded down. */
export function spanWordsRounded(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds >= size * (size === 60 ? 1 : 2)) ?? [1, 'second']
  const count = Math.floor(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How long a run took, in ms. */
export function tookWords(ms: number): string {
  if (ms < 1_000) return 'under 1 s'
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return spanWordsRounded(Math.round(ms / 1_000))
}
