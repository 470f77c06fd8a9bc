import { z } from 'zod'
import { defineMachine } from '@/lib/engine/machine'

export type CutoverState = 'DORMANT' | 'LIVE'
export type CutoverEdge = 'goLive' | 'rollBack'

/** The one flag of an installation: a fixed id, so that whoever moves it needs not look for it. */
export const FLAG_ID = '00000000-0000-4000-8000-00000000000f'

/** Which engine moves real weeks. Rehearsals pass the new one either way. */
export const cutover = defineMachine<CutoverState, CutoverEdge>({
  name: 'cutover',
  table: 'cutover',
  column: 'state',
  states: {
    DORMANT: 'The old engine moves real weeks. Left by going live, in the idle gap and after a signed rehearsal.',
    LIVE: 'The new engine moves real weeks, and the old clock stands down. Left by rolling back, in the idle gap.',
  },
  birth: {
    // An installation that the new engine already ran for when the flag came to it is born live.
    states: ['DORMANT', 'LIVE'],
    event: 'cutover.made',
    data: z.strictObject({}),
  },
  terminal: [],
  edges: {
    goLive: {
      from: ['DORMANT'],
      to: 'LIVE',
      kind: 'pure',
      event: 'cutover.went_live',
      data: z.strictObject({ rehearsal: z.uuid(), build: z.string() }),
      writes: ['changed_at'],
    },
    rollBack: {
      from: ['LIVE'],
      to: 'DORMANT',
      kind: 'pure',
      event: 'cutover.rolled_back',
      data: z.strictObject({}),
      writes: ['changed_at'],
    },
  },
  leases: {},
  columns: { changed_at: 'timestamptz' },
})
