import type { Context } from '@/lib/platform/context'
import { failpoint } from '@/lib/platform/failpoint'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { findCommand } from './audit'
import { again, repeatOf, whyNot } from './explain'
import type { AnyMachine } from './machine'
import { ActRefused, type Outcome, refused } from './outcome'
import { repeating } from './repeat'
import { type LeasedOptions, order, type Settled } from './request'
import type { Answer, Order } from './sql'
import { claimStatement, moveStatement, releaseStatement, renewStatement } from './store'

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
  const token = newId()
  const one = { ...order({ parse: () => ({}) }, id, options), set: options.claim ?? {} }
  await failpoint(`${machine.name}.${edge}:before-claim`)
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
  await failpoint(`${machine.name}.${edge}:after-claim`)

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
  await failpoint(`${machine.name}.${edge}:before-finalize`)
  try {
    const outcome = await finalize(ctx, machine, settled.edge ?? edge, one, options, token, settled)
    await failpoint(`${machine.name}.${edge}:after-commit`)
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
) {
  if (!row || row.version === null) return refused('unknown', 'not_found')
  if (row.new_version !== null || row.acting_token === token) return null
  if (row.lease_outcome === 'in_progress')
    return refused('in_progress', 'in_progress', { state: row.state, version: row.version })
  return (await repeatOf(ctx, machine, one, row)) ?? whyNot(machine, edge, one, row)
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
  if (!known) log.error({ err: error, machine: machine.name, id: one.id, requestId: ctx.requestId }, 'an action failed')
  const detail = known ? error.detail : CRASHED
  const given = await repeating(() => releaseStatement(ctx, machine, one.id, token, detail))
  // Nothing to give back: the finalize whose answer was lost for good may have happened after all.
  const first = given ? null : await findCommand(ctx, machine.name, one.id, one.commandId)
  if (first) return again(first)
  return { ...refused('failed', known ? error.reason : 'crashed'), version: one.version, detail }
}

async function finalize<T>(
  ctx: Context,
  machine: AnyMachine,
  edge: string,
  one: Order,
  options: LeasedOptions<T>,
  token: string,
  settled: Settled<T>,
): Promise<Outcome<T>> {
  const spec = machine.edges[edge]
  if (!spec) throw new Error(`${machine.name} has no edge ${edge}`)
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
  if (!row || row.version === null) return refused('unknown', 'not_found')
  const value = { value: settled.value }
  if (row.event_id !== null && row.new_version !== null)
    return {
      ok: true,
      kind: 'moved',
      from: row.state,
      to: row.new_state ?? '',
      version: row.new_version,
      eventId: String(row.event_id),
      ...value,
    }
  // A repeat of our own lost answer finds its event by the command, and is the first outcome, not a second one.
  const own = row.lease_outcome === 'finalized' ? await repeatOf(ctx, machine, end, row) : null
  if (own) return { ...own, kind: 'moved', ...value }
  return refused('lost', 'lease_lost', { state: row.state, version: row.version })
}
