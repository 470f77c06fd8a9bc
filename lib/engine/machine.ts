import type { z } from 'zod'

/** PostgreSQL types that a move may write; values travel as JSON and are cast to these. */
export type ColumnType = 'text' | 'int' | 'boolean' | 'uuid' | 'date' | 'timestamptz' | 'jsonb'

/** A rule that the page can judge from the subject alone. The verb holds it again, in the statement. */
export type Refusal<Subject> = { reason: string; when: (subject: Subject, now: Date) => boolean }

export type Edge<S extends string, Subject> = {
  from: readonly S[]
  /** `same` is a self-edge: it steps `version` and leaves the state. Of several targets each move names its own. */
  to: S | 'same' | readonly S[]
  /** The audit event's type, in the past tense. */
  event: string
  /** What the event carries; strict, so that a typo is not a fact. */
  data: z.ZodObject
  /** Columns that this edge may write beside the state. */
  writes?: readonly string[]
  refuses?: readonly Refusal<Subject>[]
} & ({ kind: 'pure' } | { kind: 'leased'; lease: string })

export type Machine<S extends string = string, E extends string = string, Subject = unknown> = {
  name: string
  table: string
  /** The state column: no other code writes it. */
  column: string
  /** Each state with one line on how it is entered and left. '' is the empty one, NULL in the column. */
  states: Readonly<Record<S, string>>
  birth: { states: readonly S[]; event: string; data: z.ZodObject }
  terminal: readonly S[]
  edges: Readonly<Record<E, Edge<S, Subject>>>
  /** Seconds that a claim holds; the columns that it may set. */
  leases: Readonly<Record<string, { seconds: number; writes?: readonly string[] }>>
  /** Columns that births, claims and edges may write, with their types. */
  columns: Readonly<Record<string, ColumnType>>
  /** Column for the sentence of the last failed action; cleared by every move. */
  errorColumn?: string
  /** Unique indexes that are rules: a race that only the index saw is answered with the same reason. */
  indexes?: Readonly<Record<string, string>>
}

/** Any machine, for code that walks all of them. */
// biome-ignore lint/suspicious/noExplicitAny: a machine's guards take its own subject, which walkers never call
export type AnyMachine = Machine<string, string, any>

/** A machine with its edges' names, so that the compiler refuses a move along one that it does not have. */
export type EdgesOf<E extends string> = AnyMachine & { edges: Readonly<Record<E, unknown>> }

export type EdgeRow = {
  machine: string
  from_state: string
  edge: string
  to_state: string
  kind: 'birth' | 'pure' | 'leased'
  lease: string | null
}

/** @returns where an edge may lead from a state. */
export const targets = (edge: Pick<Edge<string, never>, 'to'>, from: string): readonly string[] => {
  if (typeof edge.to !== 'string') return edge.to
  return [edge.to === 'same' ? from : edge.to]
}

/** A machine's legal moves as rows of `machine_edge`, births among them; an empty state is "not born yet". */
export function machineEdges(machine: AnyMachine): EdgeRow[] {
  const births = machine.birth.states.map(
    (to): EdgeRow => ({
      machine: machine.name,
      from_state: '',
      edge: 'birth',
      to_state: to,
      kind: 'birth',
      lease: null,
    }),
  )
  const moves = Object.entries(machine.edges).flatMap(([edge, spec]) =>
    spec.from.flatMap((from) =>
      targets(spec, from).map(
        (to): EdgeRow => ({
          machine: machine.name,
          from_state: from,
          edge,
          to_state: to,
          kind: spec.kind,
          lease: spec.kind === 'leased' ? spec.lease : null,
        }),
      ),
    ),
  )
  return [...births, ...moves]
}

/**
 * Declares a machine and validates it at load.
 * @throws when a state cannot be reached, a terminal one can be left, another one cannot, or a lease has no edge.
 */
export function defineMachine<S extends string, E extends string, Subject = unknown>(
  machine: Machine<S, E, Subject>,
): Machine<S, E, Subject> {
  const faults = findFaults(machine)
  if (faults.length > 0) throw new Error(`Machine ${machine.name}: ${faults.join('; ')}.`)
  return machine
}

function findFaults(machine: AnyMachine): string[] {
  const states = Object.keys(machine.states)
  const edges = Object.entries(machine.edges)
  const named = [machine.table, machine.column, ...Object.keys(machine.columns)]
  if (machine.errorColumn) named.push(machine.errorColumn)
  const faults = named.filter((name) => !/^[a-z][a-z0-9_]*$/.test(name)).map((name) => `${name} is not a column name`)
  for (const state of [...machine.birth.states, ...machine.terminal])
    if (!states.includes(state)) faults.push(`${state} is no state`)
  if (machine.birth.states.length === 0) faults.push('nothing can be born')

  const reached = new Set(machine.birth.states)
  for (let before = -1; before !== reached.size; ) {
    before = reached.size
    for (const [, edge] of edges)
      for (const from of edge.from) if (reached.has(from)) for (const to of targets(edge, from)) reached.add(to)
  }
  for (const state of states) {
    const out = edges.some(([, edge]) => edge.from.includes(state))
    if (!reached.has(state)) faults.push(`${state} is never reached`)
    if (machine.terminal.includes(state) === out)
      faults.push(out ? `${state} is terminal and has a way out` : `${state} has no way out`)
  }
  for (const [name, edge] of edges) {
    if (name === 'birth') faults.push('birth is the name of the first event')
    if (edge.from.length === 0) faults.push(`${name} starts nowhere`)
    for (const state of [...edge.from, ...targets(edge, edge.from[0] ?? '')])
      if (!states.includes(state)) faults.push(`${name} names ${state}, which is no state`)
    if (edge.kind === 'leased' && typeof edge.to !== 'string') faults.push(`${name} is leased and has several targets`)
    if (edge.kind === 'leased' && !machine.leases[edge.lease])
      faults.push(`${name} takes lease ${edge.lease}, which has no length`)
    for (const column of edge.writes ?? [])
      if (!machine.columns[column]) faults.push(`${name} writes ${column}, which has no type`)
  }
  for (const [kind, lease] of Object.entries(machine.leases)) {
    if (!edges.some(([, edge]) => edge.kind === 'leased' && edge.lease === kind))
      faults.push(`lease ${kind} has no edge`)
    if (!(lease.seconds > 0)) faults.push(`lease ${kind} has no length`)
    for (const column of lease.writes ?? [])
      if (!machine.columns[column]) faults.push(`lease ${kind} writes ${column}, which has no type`)
  }
  return faults
}
