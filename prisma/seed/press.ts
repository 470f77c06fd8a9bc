import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { findWeek, type Week } from '@/lib/roster/week/data'

/** The same person at an instant, with a request of its own: a past week happens at its own times. */
export const at = (ctx: Context, instant: Date): Context => {
  const shift = ctx.shift + instant.getTime() - ctx.now().getTime()
  const started = ctx.now().getTime()
  return { ...ctx, requestId: newId(), shift, now: () => new Date(instant.getTime() + ctx.now().getTime() - started) }
}

export const press = async (ctx: Context, id: string) => ({ version: (await found(ctx, id)).version })

export async function found(ctx: Context, id: string): Promise<Week> {
  const week = await findWeek(ctx, id)
  if (!week) throw new Error(`The week ${id} was made and is not there.`)
  return week
}

export async function must(what: string, outcome: Promise<{ ok: boolean }>): Promise<void> {
  const done = await outcome
  if (!done.ok) throw new Error(`The sample could not ${what}: ${JSON.stringify(done)}`)
}
