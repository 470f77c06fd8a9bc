import type { Context } from '@/lib/platform/context'
import { isTransaction } from '@/lib/platform/database'
import { failpoint } from '@/lib/platform/failpoint'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { isLive } from './decide'
import { movedBy, repeatOf, ruleBroken, whyNot } from './explain'
import type { AnyMachine } from './machine'
import { ActRefused, type Outcome, refused } from './outcome'
import { repeating } from './repeat'
import { type LeasedOptions, order, type Settled } from './request'
import type { Answer, Order } from './sql'
import { claimStatement, findLease, moveStatement, releaseStatement, renewStatement } from './store'

const CRASHED = 'The server could not finish this. Nothing was changed; try it again.'

/**
 * Claim, act, finalize or release. The process may die at any point: before the claim nothing happened, after it
 * the lease runs out and the same kind of action takes over, and a finalize whose lease was taken changes nothing.
 */
export async function leased<T>(
  ctx: Context,
  machine: AnyMachine,
  id: string,
  edge: string,
  options: LeasedOptions<T>,
): Promise<Outcome<T>> {
  const spec = machine.edges[edge]
  if (spec?.kind !== 'leased') throw new Error(`${machine.name}.${edge} is no leased edge`)
  // Its claim would hold nothing until the commit, and the row would stay locked while it acts.
  if (isTransaction(ctx.db)) throw new Error(`${machine.name}.${edge} is leased: it cannot run inside a transaction`)
  const token = newId()
  const one = { ...order({ parse: () => ({}) }, id, options), set: options.claim ?? {} }
  await failpoint(`${machine.name}.${edge}.before-claim`)
  const claimed = await repeating(() =>
    claimStatement(ctx, machine, {
      edge,
      lease: spec.lease,
      token,
      order: one,
      guards: options.guards ?? [],
      ...(options.gate ? { gate: options.gate } : {}),
    }),
  )
  const turned = await turnedAway(ctx, machine, edge, one, claimed, token)
  if (turned) return turned as Outcome<T>
  await failpoint(`${machine.name}.${edge}.after-claim`)

  let settled: Settled<T>
  try {
    settled = await options.act({
      token,
      version: options.version,
      renew: () => renew(ctx, machine, id, token, spec.lease),
    })
  } catch (error) {
    return release<T>(ctx, machine, one, token, error)
  }
  await failpoint(`${machine.name}.${edge}.before-finalize`)
  try {
    const outcome = await finalize(ctx, machine, edge, one, options, token, settled)
    await failpoint(`${machine.name}.${edge}.after-commit`)
    return outcome
  } catch (error) {
    return release<T>(ctx, machine, one, token, error)
  }
}

async function turnedAway(
  ctx: Context,
  machine: AnyMachine,
  edge: string,
  one: Order,
  row: Answer | undefined,
  token: string,
): Promise<Outcome | null> {
  if (!row) return refused('unknown', 'not_found')
  if (row.new_version !== null || row.acting_token === token) return null
  const first = await repeatOf(ctx, machine, one)
  if (first) return first
  const live =
    row.acting_kind && row.acting_until && isLive({ kind: row.acting_kind, until: row.acting_until }, row.door_at)
  const holder = live && row.acting_token ? await findLease(ctx, row.acting_token) : null
  if (holder?.commandId === one.commandId) return refused('in_progress', 'in_progress', row)
  return whyNot(machine, edge, one, row)
}

async function renew(ctx: Context, machine: AnyMachine, id: string, token: string, lease: string): Promise<void> {
  if (!(await repeating(() => renewStatement(ctx, machine, id, token, lease))))
    throw new ActRefused('lease_lost', 'This took so long that somebody else took over. What they did stands.')
}

async function release<T>(
  ctx: Context,
  machine: AnyMachine,
  one: Order,
  token: string,
  error: unknown,
): Promise<Outcome<T>> {
  const known = error instanceof ActRefused
  const rule = ruleBroken(machine, error)
  if (!known && !rule)
    log.error({ err: error, machine: machine.name, id: one.id, requestId: ctx.requestId }, 'an action failed')
  const detail = known ? error.detail : rule ? null : CRASHED
  const given = await repeating(() => releaseStatement(ctx, machine, one.id, token, detail))
  // Nothing to give back: the finalize whose answer was lost for good may have happened after all.
  const first = given ? null : await repeatOf(ctx, machine, one)
  if (first) return first
  if (rule) return { ...rule, version: one.version }
  return { ...refused('failed', known ? error.reason : 'crashed'), version: one.version, detail: detail ?? CRASHED }
}

async function finalize<T>(
  ctx: Context,
  machine: AnyMachine,
  from: string,
  one: Order,
  options: LeasedOptions<T>,
  token: string,
  settled: Settled<T>,
): Promise<Outcome<T>> {
  const edge = settled.edge ?? from
  const spec = machine.edges[edge]
  const claimed = machine.edges[from]
  if (spec?.kind !== 'leased' || claimed?.kind !== 'leased' || spec.lease !== claimed.lease)
    throw new Error(`${machine.name}.${edge} does not finalize the lease of ${from}`)
  const reason = settled.reason ?? options.reason
  const end = order(spec.data, one.id, {
    version: one.version,
    commandId: one.commandId,
    ...(reason === undefined ? {} : { reason }),
    ...(options.attempt === undefined ? {} : { attempt: options.attempt }),
    data: settled.data ?? options.data ?? {},
    set: settled.set ?? {},
  })
  const [row] = await repeating(() =>
    moveStatement(ctx, machine, { edge, orders: [end], guards: [], also: settled.also ?? [], token }),
  )
  if (!row) return refused('unknown', 'not_found')
  const moved = movedBy(row)
  if (moved) return { ...moved, value: settled.value }
  // The ledger knows a finalize of ours whose answer was lost; a twin's, under another token, is only repeated.
  const first = await repeatOf(ctx, machine, end)
  if (first && (await findLease(ctx, token))?.outcome === 'finalized')
    return { ...first, kind: 'moved', value: settled.value }
  return first ?? refused('lost', 'lease_lost', row)
}
