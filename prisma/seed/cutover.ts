import { newTransport } from '@/lib/messages/transport/configured'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { FLAG_ID } from '@/lib/roster/cutover/machine'
import { goLive } from '@/lib/roster/cutover/process'
import { beginRehearsal, signRehearsal, takeStep } from '@/lib/roster/rehearsal/process'
import { STEPS } from '@/lib/roster/rehearsal/schema'
import { momentOf } from '@/lib/roster/rules'
import type { Moment } from '@/lib/roster/schema'
import { at, must } from './press'
import type { Happening } from './weeks'

const MINUTE_MS = 60_000

/** The form of the first week of the new engine opens so late that the cut-over has a gap to fit in. */
export const HELD_BACK: Moment = { daysBefore: 10, time: '17:00' }

/**
 * The cut-over as it was lived: a rehearsal is played and signed in the morning, and the new engine goes live in the
 * afternoon, an hour before the form that was held back opens.
 * @param firstNew the first week of the new engine
 */
export function takeOver(rosterId: string, zone: string, firstNew: string): Happening[] {
  const on = (time: string) => momentOf(zone, firstNew, { ...HELD_BACK, time })
  return [
    { at: on('10:05'), run: (ctx) => rehearse(ctx, rosterId) },
    { at: on('16:00'), run: turnOn },
  ]
}

/** Plays a rehearsal through its eight steps, one every three minutes, and signs it. Its mails are captured. */
export async function rehearse(ctx: Context, rosterId: string): Promise<void> {
  if (newTransport().name !== 'capture')
    throw new Error('A company is loaded without a mail server: its mails are captured, those of its rehearsal too.')
  const began = await beginRehearsal(ctx, { rosterId, commandId: newId() })
  if (!began.ok) throw new Error(`The sample could not begin a rehearsal: ${began.text}`)
  const start = ctx.now().getTime()
  for (const [index, step] of STEPS.entries()) {
    const then = at(ctx, new Date(start + (index + 1) * 3 * MINUTE_MS))
    for (let state = 'running'; state !== 'done'; ) {
      const taken = await takeStep(then, began.id, { step })
      if (!taken.ok || taken.state === 'failed')
        throw new Error(`The sample’s rehearsal ended at ${step}: ${taken.text}`)
      state = taken.state
    }
  }
  const signing = at(ctx, new Date(start + 40 * MINUTE_MS))
  await must('sign', signRehearsal(signing, began.id, { name: ctx.actor.name, commandId: newId() }))
}

/** The new engine goes live. */
export async function turnOn(ctx: Context): Promise<void> {
  const { version } = await ctx.db.cutover.findUniqueOrThrow({ where: { id: FLAG_ID } })
  await must('go live', goLive(ctx, { version }))
}
