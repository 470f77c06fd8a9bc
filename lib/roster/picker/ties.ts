/**
 * Optimal flows differ by cycles of tight arcs, and by nothing else. So the optimum is unique when no tight pair
 * arc lies on such a cycle, and when it is not, the smallest by id is found by walking the pairs in canonical
 * order and taking each one that some cycle still lets in.
 */
import type { Flow } from './flow'

/** A way from `source` to `target` along tight arcs, pairs marked `fixed` left alone; null when there is none. */
function tightPath(flow: Flow, source: number, target: number, fixed: Uint8Array): number[] | null {
  const { net } = flow
  const via = new Int32Array(net.nodes).fill(-1)
  const queue = [source]
  const reached = new Uint8Array(net.nodes)
  reached[source] = 1
  for (let u = queue.shift(); u !== undefined && reached[target] === 0; u = queue.shift()) {
    for (let a = net.first[u] as number; a < (net.first[u + 1] as number); a++) {
      const v = net.to[a] as number
      const pair = net.pairOfArc[a] as number
      if (reached[v] === 1 || (pair >= 0 && fixed[pair] === 1) || !flow.tight(a)) continue
      reached[v] = 1
      via[v] = a
      queue.push(v)
    }
  }
  if (reached[target] === 0) return null
  const path: number[] = []
  for (let v = target; v !== source; v = flow.tail(via[v] as number)) path.push(via[v] as number)
  return path
}

/** Strongly connected parts of the tight arcs (Tarjan, without recursion: the network can be deep). */
function tightParts(flow: Flow): Int32Array {
  const { net } = flow
  const part = new Int32Array(net.nodes).fill(-1)
  const low = new Int32Array(net.nodes)
  const index = new Int32Array(net.nodes)
  const at = Int32Array.from(net.first.subarray(0, net.nodes))
  const open: number[] = []
  let [clock, parts] = [0, 0]
  for (let root = 0; root < net.nodes; root++) {
    if (index[root] !== 0) continue
    const walk = [root]
    index[root] = low[root] = ++clock
    open.push(root)
    while (walk.length > 0) {
      const u = walk[walk.length - 1] as number
      const a = at[u] as number
      if (a < (net.first[u + 1] as number)) {
        at[u] = a + 1
        const v = net.to[a] as number
        if (!flow.tight(a)) continue
        if (index[v] === 0) {
          index[v] = low[v] = ++clock
          open.push(v)
          walk.push(v)
        } else if (part[v] === -1) low[u] = Math.min(low[u] as number, index[v] as number)
        continue
      }
      walk.pop()
      const parent = walk[walk.length - 1]
      if (parent !== undefined) low[parent] = Math.min(low[parent] as number, low[u] as number)
      if (low[u] !== index[u]) continue
      for (let v = open.pop(); v !== undefined; v = open.pop()) {
        part[v] = parts
        if (v === u) break
      }
      parts++
    }
  }
  return part
}

/** True when no other roster has the same seven values. A pair arc has one direction, so its cycle is a real one. */
export function isUnique(flow: Flow): boolean {
  const { net } = flow
  const part = tightParts(flow)
  return net.pairArc.every((arc, pair) => {
    if (part[flow.tail(arc)] !== part[net.to[arc] as number]) return true
    return !flow.tight(flow.has(pair) ? (net.back[arc] as number) : arc)
  })
}

/** Turns the flow into the optimal one whose sorted pairs come first. */
export function takeSmallest(flow: Flow): void {
  const { net } = flow
  const fixed = new Uint8Array(net.pairArc.length)
  for (const [pair, arc] of net.pairArc.entries()) {
    if (!flow.has(pair) && flow.tight(arc)) {
      const back = tightPath(flow, net.to[arc] as number, flow.tail(arc), fixed)
      if (back !== null) flow.turn([arc, ...back])
    }
    fixed[pair] = 1
  }
}
