'use server'

import { machines } from '@/lib/registry'
import { action } from '@/lib/server/action'
import { done, refuse } from '@/lib/server/result'
import { verifyRecord as verify } from '@/lib/timeline/process'
import { verifyInput } from '@/lib/timeline/schema'

/** Computes every seal again and folds the events into the present states. Changes nothing but what it found last. */
export const verifyRecord = action(
  { name: 'verifyRecord', permission: 'timeline.read', input: verifyInput },
  async (ctx) => {
    const { found, events, subjects } = await verify(ctx, machines)
    if (found === 0) return done(null, `${events} events and ${subjects} subjects add up. Nothing was altered.`)
    const places = found === 1 ? 'one place' : `${found} places`
    return refuse('refused', `The record does not add up in ${places}. They are listed under Settings, Record.`)
  },
)
