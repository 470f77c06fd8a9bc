import type { Context } from '@/lib/platform/context'
import { brokenIndex, sqlState } from '@/lib/platform/sqlstate'
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
  if (!row) return refused('unknown', 'not_found')
  return movedBy(row) ?? (await repeatOf(ctx, machine, one)) ?? whyNot(machine, edge, one, row)
}

/** The move that a statement made, or null when it made none. */
export const movedBy = (row: Answer): Moved<never> | null =>
  row.event_id !== null && row.new_version !== null
    ? {
        ok: true,
        kind: 'moved',
        from: row.state,
        to: row.new_state ?? '',
        version: row.new_version,
        eventId: row.event_id,
      }
    : null

/** The first outcome of a command, as its repeat gets it. */
export const again = (first: FirstOutcome): Moved<never> => ({
  ok: true,
  kind: 'repeat',
  from: first.from,
  to: first.to ?? '',
  version: first.version ?? 0,
  eventId: first.id,
})

/**
 * The first outcome of a command that came again. A racing duplicate does not see its twin in its own, older
 * snapshot, so whatever moved nothing is looked up in a statement of its own before it is called refused.
 */
export async function repeatOf(ctx: Context, machine: AnyMachine, one: Order): Promise<Moved<never> | null> {
  const first = await findCommand(ctx, machine.name, one.id, one.commandId)
  return first && again(first)
}

/** A refusal in the words of the rule that the statement held. */
export function whyNot(machine: AnyMachine, edge: string, one: Order, row: Answer): Refused {
  const seen = { state: row.state, version: row.version }
  const lease = row.acting_kind && row.acting_until ? { kind: row.acting_kind, until: row.acting_until } : null
  const decision = decide(machine, edge, { ...seen, lease }, row.door_at, one.version)
  if (!decision.ok) return refused(decision.kind, decision.reason, seen)
  if (!row.gate_open) return refused('gate', 'gate_closed', seen)
  if (row.refused) return refused('guard', row.refused, seen)
  return refused('lost', 'changed_since', seen)
}

/** The refusal of a rule that only its unique index saw broken; null when the failure is something else. */
export function ruleBroken(machine: AnyMachine, error: unknown): Refused | null {
  const reason = sqlState(error) === '23505' ? machine.indexes?.[brokenIndex(error) ?? ''] : undefined
  return reason ? refused('guard', reason) : null
}
