import { whole } from '@/lib/engine/whole'
import type { Context } from '@/lib/platform/context'
import { failpoint } from '@/lib/platform/failpoint'
import type { Registered, Waking } from '../../effects'
import { lockKey, lockOne } from '../../ledger/data'
import { settleRows } from '../../ledger/process'
import type { Row } from '../../ledger/schema'
import { invalid, registerRow, unregisterRow } from '../../rows/process'
import { specOf } from '../../rows/rules'
import { checkId, checkSpec, isFault } from '../../rules'
import type { Refusal, Spec, Told } from '../../schema'
import { ask, type Place, ServerError, type Service } from '../data'
import * as kept from '../kept/data'

// Each verb is one transaction that holds the schedule's row until the server has answered. What the server refuses turns
// the row back; where the process dies in between, the server has more or less than the ledger, and reconcile heals it.

/** Asks the server; that it does not answer is a refusal, and its sentence says so. */
export async function reach<T>(
  place: Place,
  work: (service: Service) => Promise<T>,
): Promise<{ ok: true; value: T } | Refusal> {
  try {
    return { ok: true, value: await ask(place, work) }
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    return { ok: false, code: 'unavailable', sentence: error.message }
  }
}

/** The row's half of a verb, then the server's, then the commit: a wake that comes in between waits for the row. */
export async function inBoth<T>(
  ctx: Context,
  id: string,
  inLedger: (tx: Context) => Promise<Told<T>>,
  place: Place,
  there: (service: Service, row: Row) => Promise<unknown>,
): Promise<Told<T>> {
  return wholeTold(ctx, async (tx) => {
    const told = await inLedger(tx)
    const row = told.ok ? await lockOne(tx, id) : null
    if (!row) return told
    const reached = await reach(place, (service) => there(service, row))
    await failpoint('schedules.before-commit')
    return reached.ok ? told : reached
  })
}

/** A verb in one transaction, which its refusal turns back. */
export async function wholeTold<T>(ctx: Context, work: (tx: Context) => Promise<Told<T>>): Promise<Told<T>> {
  // `whole` hands back what `work` answered, whose refusals are sentences already.
  return (await whole<Told<T>>(ctx, work)) as Told<T>
}

/** Makes the server keep what the ledger keeps. */
export async function put(service: Service, place: Place, row: Row): Promise<void> {
  const spec = specOf(row)
  const pause = row.state === 'PAUSED' ? { reason: row.pauseReason ?? row.note } : null
  if (!(await kept.create(service, place, spec, pause))) await kept.change(service, place, spec.id, spec)
}

/**
 * The server first, then the row: a schedule in the ledger that nothing wakes for would be silent, one on the server
 * alone is woken in vain until reconcile takes it, or registers it again. Its times count from the server's own instant
 * of creation, once it has said that it counts them.
 */
export async function register(ctx: Context, spec: Spec, waking: Waking, place: Place): Promise<Told<Registered>> {
  const cron = checkSpec(spec, new Set(Object.keys(waking.handlers)), ctx.now())
  if (isFault(cron)) return invalid(cron)
  return wholeTold<Registered>(ctx, async (tx) => {
    await lockKey(tx, spec.id)
    const row = await lockOne(tx, spec.id)
    if (row && row.state !== 'REMOVED') return registerAgain(tx, row, spec, waking, place)
    const reached = await reach(place, async (service) => {
      const isNew = await kept.create(service, place, spec, null)
      // What a registration left there that did not come to its end.
      if (!isNew) {
        await kept.change(service, place, spec.id, spec)
        await kept.setPaused(service, place, spec.id, { unpause: spec.note })
      }
      const there = await kept.describe(service, place, spec.id)
      return isNew && there ? new Date(there.createdAt.getTime() + tx.shift) : undefined
    })
    await failpoint('schedules.before-row')
    return reached.ok ? registerRow(tx, spec, waking, reached.value) : reached
  })
}

/** It is kept already: the same once more, and the server is given it where it has lost it. */
async function registerAgain(
  tx: Context,
  row: Row,
  spec: Spec,
  waking: Waking,
  place: Place,
): Promise<Told<Registered>> {
  const told = await registerRow(tx, spec, waking)
  if (!told.ok) return told
  const reached = await reach(place, async (service) => {
    if (await kept.describe(service, place, spec.id)) return
    await put(service, place, row)
    // Nothing woke for what has passed: it is settled by the policy, and the server wakes from here on.
    await settleRows(tx, [row], waking)
  })
  return reached.ok ? told : reached
}

/** The server first: what it wakes for until the row is gone still finds it. */
export async function unregister(ctx: Context, id: string, waking: Waking, place: Place): Promise<Told> {
  const fault = checkId(id)
  if (fault) return invalid(fault)
  return wholeTold(ctx, async (tx) => {
    await lockOne(tx, id)
    const reached = await reach(place, (service) => kept.remove(service, place, id))
    await failpoint('schedules.before-row')
    return reached.ok ? unregisterRow(tx, id, waking) : reached
  })
}
