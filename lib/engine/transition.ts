import type { Context } from '@/lib/platform/context'
import { isTransaction } from '@/lib/platform/database'
import type { Prisma } from '@/lib/platform/prisma/client'
import { explain, ruleBroken } from './explain'
import { leased } from './lease'
import type { AnyMachine, EdgesOf } from './machine'
import { type Outcome, type Refused, refused } from './outcome'
import { repeating } from './repeat'
import { type LeasedOptions, type MoveOptions, order, type SetMember } from './request'
import type { Values } from './sql'
import { birthStatement, moveStatement } from './store'

/** Anything else names no subject, and PostgreSQL would answer it with an error. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The one door: the only code that writes a state column, for every machine. A pure edge is one statement. A leased
 * edge claims, acts, and finalizes or releases.
 * @returns what happened, or why not, as data; it throws only on a broken database
 */
export async function transition<E extends string, T = undefined>(
  ctx: Context,
  machine: EdgesOf<E>,
  id: string,
  edge: NoInfer<E>,
  options: MoveOptions | LeasedOptions<T>,
): Promise<Outcome<T>> {
  if (!machine.edges[edge]) return refused('illegal', 'no_such_edge')
  if (!UUID.test(id)) return refused('unknown', 'not_found')
  if ('act' in options) return leased(ctx, machine, id, edge, options)
  const [outcome] = await transitionAll(ctx, machine, edge, [{ id, ...options }], options)
  return (outcome ?? refused('unknown', 'not_found')) as Outcome<T>
}

/** A set through the door: each member moves or is refused by itself, all in one statement, one event each. */
export async function transitionAll<E extends string>(
  ctx: Context,
  machine: EdgesOf<E>,
  edge: NoInfer<E>,
  members: readonly SetMember[],
  shared: Pick<MoveOptions, 'guards' | 'gate' | 'also' | 'to'> = {},
): Promise<Outcome[]> {
  const spec = machine.edges[edge]
  if (spec?.kind !== 'pure') throw new Error(`${machine.name}.${edge} is no pure edge`)
  if (members.length === 0) return []
  assertAlike(machine, members)
  const list = members.map((member) => order(spec.data, member.id, member))
  const guards = shared.guards ?? []
  const run = () =>
    moveStatement(ctx, machine, {
      edge,
      orders: list,
      guards,
      also: shared.also ?? [],
      ...(shared.gate ? { gate: shared.gate } : {}),
      ...(shared.to === undefined ? {} : { to: shared.to }),
    })
  const answers = await guarded(ctx, machine, run)
  if (!Array.isArray(answers)) return members.map(() => answers)
  return Promise.all(
    list.map((one) =>
      explain(
        ctx,
        machine,
        edge,
        one,
        answers.find((row) => row.id === one.id.toLowerCase()),
      ),
    ),
  )
}

/** The statement takes its columns from the first and one row a subject: anything else would be lost without a word. */
function assertAlike(machine: AnyMachine, members: readonly { id: string; set?: Values }[]): void {
  const columns = (set: Values = {}) => Object.keys(set).sort().join()
  if (members.some((member) => columns(member.set) !== columns(members[0]?.set)))
    throw new Error(`A set of ${machine.name} writes the same columns of each member.`)
  if (new Set(members.map(({ id }) => id.toLowerCase())).size < members.length)
    throw new Error(`A set of ${machine.name} names each subject once.`)
}

export type Birth = { id: string; values: Values; data: object; reason?: string; commandId?: string }

/** Bears subjects in a start state, each with its event, all in one statement. A broken rule index is a refusal. */
export async function bear(
  ctx: Context,
  machine: AnyMachine,
  state: string,
  births: readonly Birth[],
  also: readonly Prisma.Sql[] = [],
): Promise<{ ok: true; eventIds: string[] } | Refused> {
  if (births.length === 0) return { ok: true, eventIds: [] }
  assertAlike(
    machine,
    births.map(({ id, values }) => ({ id, set: values })),
  )
  const list = births.map((birth) => order(machine.birth.data, birth.id, { ...birth, version: 0, set: birth.values }))
  const born = await guarded(ctx, machine, () => birthStatement(ctx, machine, state, list, also))
  return Array.isArray(born) ? { ok: true, eventIds: born.map((row) => row.event_id) } : born
}

/** Inside a caller's transaction a lost answer is the caller's to repeat: the transaction is gone. */
async function guarded<R>(ctx: Context, machine: AnyMachine, statement: () => Promise<R>): Promise<R | Refused> {
  try {
    return isTransaction(ctx.db) ? await statement() : await repeating(statement)
  } catch (error) {
    const rule = ruleBroken(machine, error)
    if (!rule) throw error
    return rule
  }
}
