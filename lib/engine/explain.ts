import type { Context } from '@/lib/platform/context'
import { type FirstOutcome, findCommand } from './audit'
import { decide } from './decide'
import type { AnyMachine } from './machine'
import { type Moved, type Outcome, type Refused, refused } from './outcome'
import type { Answer, Order } from './sql'

/** A statement's answer about one subject as the outcome that its caller gets. */
export async function explain(
  ctx: Context,
  machine: AnyMachine,
  edge: string,
  one: Order,
  row: Answer | undefined,
): Promise<Outcome> {
  if (!row || (row.state === null && row.version === null)) return refused('unknown', 'not_found')
  if (row.event_id !== null && row.new_version !== null)
    return {
      ok: true,
      kind: 'moved',
      from: row.state,
      to: row.new_state ?? '',
      version: row.new_version,
      eventId: String(row.event_id),
    }
  return (await repeatOf(ctx, machine, one, row)) ?? whyNot(machine, edge, one, row)
}

/** The first outcome of a command, as its repeat gets it. */
export const again = (
  first: Pick<FirstOutcome, 'dup_from' | 'dup_to' | 'dup_version'> & { dup_id: bigint },
): Moved<never> => ({
  ok: true,
  kind: 'repeat',
  from: first.dup_from,
  to: first.dup_to ?? '',
  version: first.dup_version ?? 0,
  eventId: String(first.dup_id),
})

/**
 * The first outcome of a command that came again. A racing duplicate does not see its twin in its own, older
 * snapshot, so a command that moved nothing is looked up once more.
 */
export async function repeatOf(
  ctx: Context,
  machine: AnyMachine,
  one: Order,
  row: Answer,
): Promise<Moved<never> | null> {
  if (row.dup_id !== null) return again({ ...row, dup_id: row.dup_id })
  const first = await findCommand(ctx, machine.name, one.id, one.commandId)
  return first && again(first)
}

/** A refusal in the words of the rule that the statement held. */
export function whyNot(machine: AnyMachine, edge: string, one: Order, row: Answer): Refused {
  const seen = { state: row.state, version: row.version ?? 0 }
  const lease = row.acting_kind && row.acting_until ? { kind: row.acting_kind, until: row.acting_until } : null
  const decision = decide(machine, edge, { ...seen, lease }, row.door_at ?? new Date(0), one.version)
  if (!decision.ok) return refused(decision.kind, decision.reason, seen)
  if (!row.gate_open) return refused('gate', 'gate_closed', seen)
  if (row.refused) return refused('guard', row.refused, seen)
  return refused('lost', 'changed_since', seen)
}
