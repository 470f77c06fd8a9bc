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

type Node = { world: World; parent: number; say: string }

/** Breadth first over all interleavings. A third mail is not followed: the second has already condemned. */
export function search(variant: Variant, workers = 2): Verdict {
  const start = startOf(workers)
  const nodes: Node[] = [{ world: start, parent: -1, say: '' }]
  const seen = new Map([[keyOf(start), 0]])
  const into: number[][] = [[]]
  const verdict: Verdict = { states: 0, doubles: 0, stuck: 0, endsUnknown: 0, sentWithoutMail: 0, trace: null }

  for (let at = 0; at < nodes.length; at++) {
    const { world } = nodes[at] as Node
    const steps = stepsFrom(world, variant)
    if (world.row === 'D' && world.mails === 0) verdict.sentWithoutMail++
    if (world.row === 'U' && steps.length === 0) verdict.endsUnknown++
    if (world.mails > 1) {
      verdict.doubles++
      verdict.trace ??= traceTo(nodes, at)
    }
    for (const { say, to } of steps) {
      if (to.mails > 2) continue
      const key = keyOf(to)
      let index = seen.get(key)
      if (index === undefined) {
        index = nodes.length
        seen.set(key, index)
        nodes.push({ world: to, parent: at, say })
        into.push([])
      }
      into[index]?.push(at)
    }
  }
  verdict.states = nodes.length
  verdict.stuck = nodes.length - hopeful(nodes, into)
  return verdict
}

function traceTo(nodes: Node[], at: number): string[] {
  const trace: string[] = []
  for (let node = nodes[at]; node && node.parent >= 0; node = nodes[node.parent]) trace.unshift(node.say)
  return trace
}

/** How many worlds can still end well: sent with a mail, or parked where a person sees it. */
function hopeful(nodes: Node[], into: number[][]): number {
  const fine = new Set<number>()
  nodes.forEach(({ world }, i) => {
    if ((world.row === 'D' && world.mails > 0) || world.row === 'U') fine.add(i)
  })
  const open = [...fine]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const before of into[at] ?? [])
      if (!fine.has(before)) {
        fine.add(before)
        open.push(before)
      }
  return fine.size
}
