import { type AnyMachine, type Edge, type Machine, targets } from './machine'

/** What a statement saw of its subject, after it held the row. */
export type Seen = {
  /** NULL is the empty state of a machine that has one. */
  state: string | null
  version: number
  lease: { kind: string; until: Date } | null
}

/** Why a move did not happen. `reason` is a code; a desk's labels turn it into a sentence. */
export type RefusalKind = 'unknown' | 'lease' | 'lost' | 'illegal' | 'guard' | 'gate' | 'in_progress' | 'failed'

/** `to`: where the move may lead. */
export type Decision = { ok: true; to: readonly string[] } | { ok: false; kind: RefusalKind; reason: string }

export const isLive = (lease: Seen['lease'], now: Date): boolean => lease !== null && lease.until > now

/**
 * The one rule of a move, without the database: what may happen to what was seen. The statements hold the same
 * rule in SQL; this explains their refusals and tells a page which buttons to lock.
 * @param at the version that the caller saw; leave it out to ask about the subject as it is
 * @param now the database's clock, read after the row was held
 */
export function decide(machine: AnyMachine, name: string, seen: Seen, now: Date, at = seen.version): Decision {
  const edge = machine.edges[name]
  if (!edge) return { ok: false, kind: 'illegal', reason: 'no_such_edge' }
  if (seen.lease && isLive(seen.lease, now)) return { ok: false, kind: 'lease', reason: `lease_${seen.lease.kind}` }
  if (seen.lease && edge.kind === 'leased' && seen.lease.kind !== edge.lease)
    return { ok: false, kind: 'lease', reason: `lease_${seen.lease.kind}` }
  if (seen.version !== at) return { ok: false, kind: 'lost', reason: 'changed_since' }
  if (!edge.from.includes(seen.state ?? ''))
    return { ok: false, kind: 'illegal', reason: `not_from_${seen.state ?? 'nothing'}` }
  return { ok: true, to: targets(edge, seen.state ?? '') }
}

export type Allowed<E extends string> = { edge: E; allowed: boolean; kind: RefusalKind | null; reason: string | null }

/** Every edge of the machine, allowed or refused with its reason: what a page's buttons are drawn from. */
export function allowedEdges<S extends string, E extends string, Subject>(
  machine: Machine<S, E, Subject>,
  seen: Seen,
  subject: Subject,
  now: Date,
): Record<E, Allowed<E>> {
  const entries = Object.entries<Edge<S, Subject>>(machine.edges).map(([name, edge]) => {
    const decision = decide(machine, name, seen, now)
    const guard = decision.ok ? edge.refuses?.find(({ when }) => when(subject, now)) : undefined
    const refused = decision.ok ? (guard ? { kind: 'guard' as const, reason: guard.reason } : null) : decision
    return [
      name,
      { edge: name, allowed: refused === null, kind: refused?.kind ?? null, reason: refused?.reason ?? null },
    ]
  })
  return Object.fromEntries(entries) as Record<E, Allowed<E>>
}
