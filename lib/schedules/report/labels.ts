import type { Mark } from '@/lib/timeline/labels'

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

export const RECONCILE = {
  orphan: { tone: 'act', icon: 'minus', label: 'To take away' },
  taken: { tone: 'good', icon: 'check', label: 'Taken away' },
  missing: { tone: 'act', icon: 'plus', label: 'To bring back' },
  healed: { tone: 'good', icon: 'check', label: 'Brought back' },
  differing: { tone: 'act', icon: 'pencil', label: 'Differs' },
  righted: { tone: 'good', icon: 'check', label: 'Put right' },
  elsewhere: { tone: 'quiet', icon: 'pause', label: 'Paused there' },
  failed: { tone: 'bad', icon: 'circle-x', label: 'Not done' },
} as const satisfies Record<string, Mark>

export const RECONCILE_SAYS = {
  orphan: 'It is kept, and nobody expects it any more.',
  missing: 'It is expected, and not kept.',
  differing: 'What wakes it has another cron or zone than the ledger.',
} as const

export function reconcileSentence({
  todo,
  failed,
  dryRun,
  features,
}: {
  todo: number
  failed: number
  dryRun: boolean
  features: number
}): string {
  if (features === 0) return 'No feature has schedules to hold against.'
  if (todo === 0 && failed === 0) return 'What is kept is what is expected. There is nothing to do.'
  if (dryRun) return `${counted(todo, 'schedule is', 'schedules are')} not as expected. Nothing was changed yet.`
  const rest = failed > 0 ? ` ${counted(failed, 'is', 'are')} not done: see why below.` : ''
  return `${counted(todo, 'schedule was', 'schedules were')} put right.${rest}`
}

/** Somebody paused it where it is woken: that is seen, and left as it is. */
export const elsewhereWords = (note: string): string =>
  `It was paused in Temporal itself${note ? `: ${note}` : ''}. Resume it there; here nothing is overridden.`
