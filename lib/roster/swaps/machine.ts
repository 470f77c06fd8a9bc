import { z } from 'zod'
import { defineMachine } from '@/lib/engine/machine'

export type SwapState = 'asked' | 'offered' | 'confirmed' | 'withdrawn' | 'refused'
export type SwapEdge = 'offer' | 'retract' | 'confirm' | 'withdraw' | 'refuse'

/** What a swap's buttons are judged by. */
export type SwapSubject = { startsAt: Date }

const begun = { reason: 'shift_begun', when: ({ startsAt }: SwapSubject, now: Date) => startsAt <= now }
const person = z.uuid()

/** A seat of a sent week that changes hands. The week itself stands as it was sent. */
export const swap = defineMachine<SwapState, SwapEdge, SwapSubject>({
  name: 'swap',
  table: 'swap',
  column: 'state',
  states: {
    asked: 'Whoever holds the seat wants to give it away. Left by an offer, or by withdrawing or refusing it.',
    offered: 'Somebody would take it. Left by confirming, by the offer being taken back, by withdrawing or refusing.',
    confirmed: 'The seat has a new holder, and both were told. Never left: to give it on is another swap.',
    withdrawn: 'Taken back before it was confirmed, or its shift began. Never left.',
    refused: 'The operator said no, with a reason. Never left.',
  },
  birth: {
    states: ['asked', 'offered'],
    event: 'swap.begun',
    data: z.strictObject({ shift: z.uuid(), seat: person, from: person, to: person.nullable() }),
  },
  terminal: ['confirmed', 'withdrawn', 'refused'],
  edges: {
    offer: {
      from: ['asked'],
      to: 'offered',
      kind: 'pure',
      event: 'swap.offered',
      data: z.strictObject({ to: person }),
      writes: ['to_tender_id', 'offered_at'],
      refuses: [begun],
    },
    retract: {
      from: ['offered'],
      to: 'asked',
      kind: 'pure',
      event: 'swap.retracted',
      data: z.strictObject({ to: person }),
      writes: ['to_tender_id', 'offered_at'],
      refuses: [begun],
    },
    confirm: {
      from: ['offered'],
      to: 'confirmed',
      kind: 'pure',
      event: 'swap.confirmed',
      data: z.strictObject({ from: person, to: person }),
      writes: ['ended_at'],
      refuses: [begun],
    },
    withdraw: {
      from: ['asked', 'offered'],
      to: 'withdrawn',
      kind: 'pure',
      event: 'swap.withdrawn',
      data: z.strictObject({ because: z.enum(['giver', 'operator', 'began']) }),
      writes: ['ended_at'],
      refuses: [begun],
    },
    refuse: {
      from: ['asked', 'offered'],
      to: 'refused',
      kind: 'pure',
      event: 'swap.refused',
      data: z.strictObject({ to: person.nullable() }),
      writes: ['ended_at'],
      refuses: [begun],
    },
  },
  leases: {},
  columns: {
    run_id: 'uuid',
    shift_id: 'uuid',
    seat_tender_id: 'uuid',
    from_tender_id: 'uuid',
    to_tender_id: 'uuid',
    note: 'text',
    asked_at: 'timestamptz',
    offered_at: 'timestamptz',
    ended_at: 'timestamptz',
  },
  indexes: { swap_one_open: 'already_open' },
})
