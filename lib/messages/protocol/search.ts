import { keyOf, startOf, stepsFrom, type Variant, type World } from './model'

/** What the search of every reachable world found. */
export type Verdict = {
  states: number
  /** Worlds in which the person has more than one mail. */
  doubles: number
  /** Worlds from which the row can no longer be sent or reach a person. Meaningless where mails double. */
  stuck: number
  /** Final worlds in which the row waits for a person. */
  endsUnknown: number
  /** Worlds that call the row sent though no mail went out. */
  sentWithoutMail: number
  /** The shortest way to a second mail, step by step. */
  trace: string[] | null
}

/** Worlds in the order they were found, with the one each was found from and how; steps as pairs of indices. */
type Graph = { worlds: World[]; parents: number[]; said: string[]; from: number[]; to: number[] }

/** Breadth first over all interleavings. A third mail is not followed: the second has already condemned. */
export function search(variant: Variant, workers = 2): Verdict {
  const start = startOf(workers)
  const graph: Graph = { worlds: [start], parents: [-1], said: [''], from: [], to: [] }
  const seen = new Map([[keyOf(start), 0]])
  const verdict: Verdict = { states: 0, doubles: 0, stuck: 0, endsUnknown: 0, sentWithoutMail: 0, trace: null }

  for (let at = 0; at < graph.worlds.length; at++) {
    const world = graph.worlds[at] as World
    const steps = stepsFrom(world, variant)
    if (world.row === 'D' && world.mails === 0) verdict.sentWithoutMail++
    if (world.row === 'U' && steps.length === 0) verdict.endsUnknown++
    if (world.mails > 1) {
      verdict.doubles++
      verdict.trace ??= traceTo(graph, at)
    }
    for (const { who, say, to } of steps) {
      if (to.mails > 2) continue
      const key = keyOf(to)
      let index = seen.get(key)
      if (index === undefined) {
        index = graph.worlds.push(to) - 1
        seen.set(key, index)
        graph.parents.push(at)
        graph.said.push(who === null ? say : `w${who} ${say}`)
      }
      graph.from.push(at)
      graph.to.push(index)
    }
  }
  verdict.states = graph.worlds.length
  verdict.stuck = verdict.states - hopeful(graph)
  return verdict
}

function traceTo({ parents, said }: Graph, end: number): string[] {
  const trace: string[] = []
  for (let at = end; at > 0; at = parents[at] ?? 0) trace.unshift(said[at] ?? '')
  return trace
}

/** How many worlds can still end well: sent with a mail, or parked where a person sees it. Walks the steps backwards. */
function hopeful({ worlds, from, to }: Graph): number {
  const first = new Int32Array(worlds.length + 1)
  for (const index of to) first[index + 1] = (first[index + 1] ?? 0) + 1
  for (let i = 0; i < worlds.length; i++) first[i + 1] = (first[i + 1] ?? 0) + (first[i] ?? 0)
  const fill = first.slice()
  const before = new Int32Array(from.length)
  for (const [edge, index] of to.entries()) {
    before[fill[index] ?? 0] = from[edge] ?? 0
    fill[index] = (fill[index] ?? 0) + 1
  }
  const fine = new Uint8Array(worlds.length)
  const open: number[] = []
  const reach = (index: number) => {
    if (fine[index]) return
    fine[index] = 1
    open.push(index)
  }
  for (const [index, { row, mails }] of worlds.entries()) if (row === 'U' || (row === 'D' && mails > 0)) reach(index)
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (let edge = first[at] ?? 0; edge < (first[at + 1] ?? 0); edge++) reach(before[edge] ?? 0)
  return fine.reduce((sum, one) => sum + one, 0)
}
