import type { TickPart } from '@/lib/server/tick'
import { type Reconciling, sweep } from './jobs'

/**
 * Reconciles once in the life of a process, at its first tick: an installation gets what it is to have, and what was lost
 * or orphaned while nothing ran is found. Not at boot itself, which must not wait for it; a process that could not reach
 * everything tries again at its next tick.
 */
export function firstSweep(of: Reconciling): TickPart {
  let isSwept = false
  return {
    name: 'reconcile',
    share: 2,
    plan: async () => ({ due: isSwept ? 0 : 1 }),
    // A look ahead may be another process, which says nothing about those that tick.
    tell: async () => ({ due: 0, lines: [] }),
    async run(ctx, { due }) {
      if (due === 0) return { due, done: 0, failed: 0, left: 0 }
      const { failed } = await sweep(ctx, of)
      isSwept = failed === 0
      return { due, done: isSwept ? 1 : 0, failed: isSwept ? 0 : 1, left: isSwept ? 0 : 1 }
    },
  }
}
