/** At most so many calls leave at once, whoever delivers: the request that sent, a tick, or both. */
export const LINES = 4

/** A turnstile: at most `size` inside, the others wait in order, none longer than it says. */
export class Turnstile {
  #inside = 0
  #waiting: ((entered: boolean) => void)[] = []
  constructor(readonly size: number) {}

  /** False when `patience` ended first. Whoever entered must leave. */
  async enter(patience: AbortSignal): Promise<boolean> {
    if (patience.aborted) return false
    if (this.#inside < this.size) {
      this.#inside++
      return true
    }
    return new Promise((resolve) => {
      const settle = (entered: boolean) => {
        patience.removeEventListener('abort', giveUp)
        resolve(entered)
      }
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== settle)
        settle(false)
      }
      patience.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(settle)
    })
  }

  /** Somebody waits to come in. */
  get isWanted(): boolean {
    return this.#waiting.length > 0
  }

  leave(): void {
    const next = this.#waiting.shift()
    // The place goes from hand to hand, so nobody slips in between.
    if (next) next(true)
    else this.#inside--
  }
}
