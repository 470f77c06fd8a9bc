import { newId } from '@/lib/platform/ids'
import { findPressed } from '@/lib/schedules/desk/data'
import { firedWords, PRESSED } from '@/lib/schedules/desk/labels'
import { checkId } from '@/lib/schedules/rules'
import type { Told } from '@/lib/schedules/schema'
import { type Schedules, withSchedules } from './company'
import { AskedError, type Flags, type Io, needed, neededId, readFlags } from './flags'

/** An id is looked at before anything is opened. Throws AskedError. */
function idOf(flags: Flags): string {
  const id = neededId(flags)
  const fault = checkId(id)
  if (fault) throw new AskedError(fault.sentence)
  return id
}

/** Says what was done, or why not. */
async function say(io: Io, verb: (schedules: Schedules) => Promise<Told<{ says: string }>>): Promise<boolean> {
  const told = await withSchedules(verb)
  if (told.ok) io.out(told.says)
  else io.fault(told.sentence)
  return told.ok
}

const saying = (told: Told, says: string): Told<{ says: string }> => (told.ok ? { ok: true, says } : told)

/** `pause` of the command line. */
export function runPause(args: readonly string[], io: Io): Promise<boolean> {
  const flags = readFlags(args, { values: ['reason'], switches: [], id: true })
  const [id, reason] = [idOf(flags), needed(flags, 'reason')]
  return say(io, async ({ client }) => saying(await client.pause(id, reason), PRESSED.paused))
}

/** `unpause` of the command line. */
export function runUnpause(args: readonly string[], io: Io): Promise<boolean> {
  const id = idOf(readFlags(args, { values: [], switches: [], id: true }))
  return say(io, async ({ client }) => saying(await client.unpause(id), PRESSED.resumed))
}

/** `trigger` of the command line. What calls outside is the server's, which knows how: its next tick does it. */
export function runTrigger(args: readonly string[], io: Io): Promise<boolean> {
  const id = idOf(readFlags(args, { values: [], switches: [], id: true }))
  return say(io, async ({ ctx, client }) => {
    const commandId = newId()
    const told = await client.trigger(id, commandId)
    if (!told.ok) return told
    const fire = await findPressed(ctx.db, commandId)
    if (!fire?.outcome) return { ok: true, says: PRESSED.nextTick }
    const says = firedWords(fire.outcome, fire.detail)
    return fire.outcome === 'failed' ? { ok: false, code: 'refused', sentence: says } : { ok: true, says }
  })
}
