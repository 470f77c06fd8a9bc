import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { log } from '@/lib/platform/log'
import { type History, histories } from '@/lib/testing/engines/draw'
import { playHistory } from '@/lib/testing/engines/history'
import type { Clock } from '@/lib/testing/engines/town'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
/** `HISTORIES` and `SEED` make a run of one's own, `SHRINK=0` one that ends at once; `FULL=1` is the published count. */
const HISTORIES = number('HISTORIES', process.env.FULL ? 3_000 : 60)
const SEED = number('SEED', 20_261_025)
const LANES = number('LANES', 2)
/** Steps of one history at most; it has half of them on the average. */
const STEPS = 80
/** So many histories share a database: the weeks that they ended stay in it. */
const SHARED = 20
/** Each database begins at this instant, half an hour off every deadline. */
const BEGINS = Date.UTC(2027, 2, 1, 9, 30)

const counts = { histories: 0, steps: 0 }
let level: string
beforeAll(() => {
  level = log.level
  // Workers die by the hundred here, each with a line that says so.
  log.level = 'silent'
  process.env.ROSTER_BUILD = 'a-build'
})
afterAll(() => {
  log.level = level
  delete process.env.ROSTER_BUILD
})

/** A database after another, for histories one after another. */
class Lane {
  #w: RosterWorld | null = null
  #clock: Clock = { shift: 0 }
  #used = 0

  async #fresh(): Promise<RosterWorld> {
    await this.end()
    this.#clock = { shift: BEGINS - Date.now() }
    this.#used = 0
    this.#w = await rosterWorld()
    return this.#w
  }

  async history(history: History): Promise<void> {
    const w = this.#w && this.#used < SHARED ? this.#w : await this.#fresh()
    this.#used += 1
    try {
      await playHistory(w, this.#clock, history, () => {
        counts.steps += 1
      })
      counts.histories += 1
    } catch (error) {
      // What it left behind would be in the way of those after it.
      this.#used = SHARED
      throw error
    }
  }

  async end(): Promise<void> {
    await this.#w?.end()
    this.#w = null
  }
}

test(`two engines on the same rows × ${HISTORIES}, seed ${SEED}: none has a schedule twice, nobody is forgotten, nothing is stuck`, async () => {
  const began = performance.now()
  const lane = async (n: number) => {
    const of = new Lane()
    const property = fc.asyncProperty(histories(STEPS), (history) => of.history(history))
    try {
      await fc.assert(property, {
        numRuns: Math.ceil(HISTORIES / LANES),
        seed: SEED + n,
        endOnFailure: process.env.SHRINK === '0',
      })
    } finally {
      await of.end()
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, n) => lane(n)))
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`${counts.histories} histories, ${counts.steps} steps, ${seconds} s, seed ${SEED}\n`)
  expect(counts.histories).toBeGreaterThanOrEqual(HISTORIES)
}, 86_400_000)
