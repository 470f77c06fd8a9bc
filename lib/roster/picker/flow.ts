/**
 * Successive shortest paths with potentials over lexicographic costs. Every seat is routed once, by Dijkstra from
 * the pool to the nearest shift that still wants one, and only nodes settled before it are given a new potential.
 * Reduced costs stay at or above zero on every residual arc, which is the proof of optimality.
 */
import { Heap } from './heap'
import type { Network } from './network'

export class Flow {
  readonly potHi: Float64Array
  readonly potLo: Float64Array
  private readonly distHi: Float64Array
  private readonly distLo: Float64Array
  /** Arc by which a node was reached, the search that reached it, and the nodes that search settled. */
  private readonly via: Int32Array
  private readonly seen: Int32Array
  private readonly done: Int32Array
  private readonly settled: Int32Array
  private settledCount = 0
  /** Nodes that end a search. */
  private readonly goal: Uint8Array
  private round = 0
  private readonly heap = new Heap()

  constructor(readonly net: Network) {
    const { nodes } = net
    this.potHi = new Float64Array(nodes)
    this.potLo = new Float64Array(nodes)
    this.distHi = new Float64Array(nodes)
    this.distLo = new Float64Array(nodes)
    this.via = new Int32Array(nodes)
    this.seen = new Int32Array(nodes)
    this.done = new Int32Array(nodes)
    this.settled = new Int32Array(nodes)
    this.goal = new Uint8Array(nodes)
    this.startPotentials()
  }

  /** Shortest distances from the pool while nothing flows: nodes are numbered in topological order. */
  private startPotentials() {
    const { nodes, first, room, to, hi, lo } = this.net
    const { potHi, potLo } = this
    potHi.fill(Number.POSITIVE_INFINITY, 1)
    for (let u = 0; u < nodes; u++) {
      const base = potHi[u] as number
      if (base === Number.POSITIVE_INFINITY) {
        // A tender without an open pair: nothing leads here, so no search ever will.
        potHi[u] = 0
        continue
      }
      for (let a = first[u] as number; a < (first[u + 1] as number); a++) {
        if (room[a] === 0) continue
        const v = to[a] as number
        const high = base + (hi[a] as number)
        const low = (potLo[u] as number) + (lo[a] as number)
        if (high < (potHi[v] as number) || (high === potHi[v] && low < (potLo[v] as number))) {
          potHi[v] = high
          potLo[v] = low
        }
      }
    }
  }

  /** Dijkstra on reduced costs: the nearest goal, or -1. Nodes no nearer than the goal are not settled. */
  private search(source: number): number {
    const { first, room, to, hi, lo } = this.net
    const { potHi, potLo, distHi, distLo, via, seen, done, settled, heap, goal } = this
    const round = ++this.round
    this.settledCount = 0
    heap.size = 0
    seen[source] = round
    distHi[source] = distLo[source] = 0
    heap.push(0, 0, source)
    let best = -1
    let bestHi = Number.POSITIVE_INFINITY
    let bestLo = Number.POSITIVE_INFINITY
    while (heap.pop()) {
      const [atHi, atLo, u] = [heap.topHi, heap.topLo, heap.topNode]
      if (atHi > bestHi || (atHi === bestHi && atLo >= bestLo)) break
      if (done[u] === round) continue
      done[u] = round
      settled[this.settledCount++] = u
      const baseHi = atHi + (potHi[u] as number)
      const baseLo = atLo + (potLo[u] as number)
      for (let a = first[u] as number, end = first[u + 1] as number; a < end; a++) {
        if (room[a] === 0) continue
        const v = to[a] as number
        if (done[v] === round) continue
        const high = baseHi + (hi[a] as number) - (potHi[v] as number)
        if (high > bestHi) continue
        const low = baseLo + (lo[a] as number) - (potLo[v] as number)
        if (high === bestHi && low >= bestLo) continue
        if (
          seen[v] === round &&
          (high > (distHi[v] as number) || (high === distHi[v] && low >= (distLo[v] as number)))
        ) {
          continue
        }
        seen[v] = round
        distHi[v] = high
        distLo[v] = low
        via[v] = a
        if (goal[v] === 1) {
          best = v
          bestHi = high
          bestLo = low
        } else heap.push(high, low, v)
      }
    }
    return best
  }

  tail(arc: number): number {
    return this.net.to[this.net.back[arc] as number] as number
  }

  /** Arcs of the path last found, from the target back to the source. */
  private path(source: number, target: number): number[] {
    const found: number[] = []
    for (let v = target; v !== source; ) {
      const a = this.via[v] as number
      found.push(a)
      v = this.tail(a)
    }
    return found
  }

  private push(path: readonly number[]) {
    const { room, back } = this.net
    for (const a of path) {
      const b = back[a] as number
      room[a] = (room[a] as number) - 1
      room[b] = (room[b] as number) + 1
    }
  }

  private lowerPotentials(target: number) {
    const { potHi, potLo, distHi, distLo, settled } = this
    const [endHi, endLo] = [distHi[target] as number, distLo[target] as number]
    for (let i = 0; i < this.settledCount; i++) {
      const v = settled[i] as number
      potHi[v] = (potHi[v] as number) + (distHi[v] as number) - endHi
      potLo[v] = (potLo[v] as number) + (distLo[v] as number) - endLo
    }
  }

  /** Routes every seat. Each always finds a way: it may stay empty. */
  solve(): void {
    const { pool, shift, seats } = this.net
    const wanted = seats.slice()
    for (const [s, count] of wanted.entries()) this.goal[shift + s] = count > 0 ? 1 : 0
    for (let end = this.search(pool); end >= 0; end = this.search(pool)) {
      this.lowerPotentials(end)
      this.push(this.path(pool, end))
      const left = (wanted[end - shift] as number) - 1
      wanted[end - shift] = left
      if (left === 0) this.goal[end] = 0
    }
  }

  /** True when the pair at this place is chosen. */
  has(pair: number): boolean {
    return this.net.room[this.net.pairArc[pair] as number] === 0
  }

  chosen(): number[] {
    return Array.from(this.net.pairArc.keys()).filter((pair) => this.has(pair))
  }

  /**
   * The best flow in which one pair is the other way round: one unit more or less on its arc, and the cheapest
   * way back for it, which is one search. Returns the places of the pairs that change, that pair among them;
   * null when it cannot be. The flow itself is left as it is.
   */
  flipped(pair: number): number[] | null {
    const { to, pairArc, pairOfArc } = this.net
    const arc = pairArc[pair] as number
    const [tail, head] = [this.tail(arc), to[arc] as number]
    const [source, target] = this.has(pair) ? [tail, head] : [head, tail]
    this.goal[target] = 1
    const end = this.search(source)
    this.goal[target] = 0
    if (end < 0) return null
    const changed = [pair]
    for (const a of this.path(source, target)) {
      const other = pairOfArc[a] as number
      if (other >= 0) changed.push(other)
    }
    return changed
  }

  /** True when the arc has room and costs nothing more: the arcs along which optimal flows differ. */
  tight(a: number): boolean {
    const { room, to, hi, lo } = this.net
    if (room[a] === 0) return false
    const [u, v] = [this.tail(a), to[a] as number]
    return (
      (hi[a] as number) + (this.potHi[u] as number) === (this.potHi[v] as number) &&
      (lo[a] as number) + (this.potLo[u] as number) === (this.potLo[v] as number)
    )
  }

  /** Sends one unit round a cycle of tight arcs. */
  turn(cycle: readonly number[]): void {
    this.push(cycle)
  }
}
