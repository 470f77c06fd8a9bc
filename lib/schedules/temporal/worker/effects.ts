import type { Context } from '@/lib/platform/context'
import type { Waking } from '../../effects'
import { triggerRow } from '../../trigger/process'
import { type Woken, wake } from '../wake/process'

export type Activities = ReturnType<typeof activitiesOf>

/** What the workflow may call. Each is the same claim that a tick would make, and the same twice is once. */
export const activitiesOf = (ctx: () => Context, waking: Waking) => ({
  /** @param at the nominal time, ISO 8601 in UTC */
  wake: ({ key, at }: { key: string; at: string }): Promise<Woken> => wake(ctx(), key, new Date(at), waking),

  /** A fire by hand: done already, unless the process died between the server's answer and its own commit. */
  async press({ key, commandId }: { key: string; commandId: string }): Promise<Woken> {
    const told = await triggerRow(ctx(), key, waking, commandId)
    return told.ok ? { answer: 'claimed' } : { answer: 'unknown', detail: told.sentence }
  },
})
