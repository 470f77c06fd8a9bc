import type { Mark, Words } from '@/lib/timeline/labels'
import type { CutoverEdge, CutoverState } from './machine'

/** The flag as a person reads it. */
export const CUTOVER_STATES = {
  DORMANT: { label: 'Old engine', tone: 'quiet', icon: 'pause' },
  LIVE: { label: 'New engine', tone: 'good', icon: 'play' },
} as const satisfies Record<CutoverState, Mark>

/** A flip as its button says it, and as the toast says it once it is done. */
export const CUTOVER_EDGES: Record<CutoverEdge, { button: string; done: string }> = {
  goLive: { button: 'Go live', done: 'The new engine moves every week from now on. The old clock stands down.' },
  rollBack: { button: 'Roll back', done: 'The old engine moves every week from now on, and its clock runs.' },
}

const isState = (text: string): text is CutoverState => text in CUTOVER_STATES

/** What happens to the flag, as the timeline says it. */
export const cutoverWords: Words = {
  machine: 'cutover',
  desk: 'roster',
  noun: 'cut-over',
  state: (state) => (isState(state) ? CUTOVER_STATES[state] : null),
  event: (_type, _data, reason) => reason ?? '',
}
