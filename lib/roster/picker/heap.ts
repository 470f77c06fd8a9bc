/** A binary heap of (hi, lo, node), smallest first by hi, then lo. Rows are typed arrays that double when full. */
export class Heap {
  size = 0
  private hi = new Float64Array(1024)
  private lo = new Float64Array(1024)
  private node = new Int32Array(1024)
  /** The entry that `pop` took out. */
  topHi = 0
  topLo = 0
  topNode = -1

  private grow() {
    const [hi, lo, node] = [this.hi, this.lo, this.node]
    this.hi = new Float64Array(2 * hi.length)
    this.hi.set(hi)
    this.lo = new Float64Array(2 * lo.length)
    this.lo.set(lo)
    this.node = new Int32Array(2 * node.length)
    this.node.set(node)
  }

  push(high: number, low: number, node: number): void {
    if (this.size === this.node.length) this.grow()
    const { hi, lo, node: nodes } = this
    let i = this.size++
    while (i > 0) {
      const up = (i - 1) >> 1
      const h = hi[up] as number
      if (h < high || (h === high && (lo[up] as number) <= low)) break
      hi[i] = h
      lo[i] = lo[up] as number
      nodes[i] = nodes[up] as number
      i = up
    }
    hi[i] = high
    lo[i] = low
    nodes[i] = node
  }

  /** Takes the smallest entry into `topHi`, `topLo`, `topNode`; false when empty. */
  pop(): boolean {
    if (this.size === 0) return false
    const { hi, lo, node: nodes } = this
    this.topHi = hi[0] as number
    this.topLo = lo[0] as number
    this.topNode = nodes[0] as number
    const last = --this.size
    const [high, low, node] = [hi[last] as number, lo[last] as number, nodes[last] as number]
    let i = 0
    for (let down = 1; down < last; down = 2 * i + 1) {
      const right = down + 1
      const [h, r] = [hi[down] as number, hi[right] as number]
      if (right < last && (r < h || (r === h && (lo[right] as number) < (lo[down] as number)))) down = right
      const small = hi[down] as number
      if (small > high || (small === high && (lo[down] as number) >= low)) break
      hi[i] = small
      lo[i] = lo[down] as number
      nodes[i] = nodes[down] as number
      i = down
    }
    hi[i] = high
    lo[i] = low
    nodes[i] = node
    return true
  }
}
