import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { Refused } from './refused'
import { lastSaid, look, press, type Seen, type SeenCheck, type SeenStep, standingOf, stepOf } from './wizard'

/** Less than the page itself takes between two looks while something moves. */
const LOOK_MS = 300
/** How soon a press shows on the page. */
const PRESS_MS = 3_000
/** A step that shows nothing new for so long is stuck: longer than a lease lasts, and than a mail server may be slow. */
const PATIENCE_MS = 180_000

/** Told what the page shows, each thing once. */
export type Watcher = {
  began: (step: SeenStep) => void
  checked: (step: SeenStep, check: SeenCheck) => void
  ended: (step: SeenStep) => Promise<void>
}

/**
 * Presses each step until all have passed or one fails. One that had failed before is checked again first.
 *
 * @returns the step that failed; null once all eight have passed
 * @throws Refused when a press is refused, somebody ends the rehearsal, or nothing moves any more
 */
export async function takeSteps(page: Page, watcher: Watcher): Promise<SeenStep | null> {
  const first = await look(page)
  const telling = new Telling(watcher, first)
  let toCheckAgain = stepOf(first)?.state === 'failed'
  let [stood, since] = ['', performance.now()]
  for (;;) {
    const seen = await look(page)
    await telling.tell(seen)
    const step = stepOf(seen)
    if (seen.status === 'ready' || seen.status === 'signed') return null
    if (!step || seen.status === 'stopped') throw new Refused('Somebody stopped this rehearsal. Begin another one.')
    const standing = await standingOf(page)
    if (step.state === 'failed' && standing === 'free' && !toCheckAgain) return step
    const stands = JSON.stringify([step, standing])
    if (stands !== stood) [stood, since] = [stands, performance.now()]
    if (standing === 'free') {
      toCheckAgain = false
      await pressAt(page, step)
    } else await sleep(LOOK_MS)
    if (performance.now() - since > PATIENCE_MS) throw new Refused(stuckAt(step, standing))
  }
}

/** Presses, and waits until that shows. @throws Refused with the page's own sentence when nothing came of it */
async function pressAt(page: Page, { name, state, title }: SeenStep): Promise<void> {
  await press(page)
  for (let waited = 0; waited < PRESS_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS)
    const now = stepOf(await look(page))
    if (now?.name !== name || now.state !== state || (await standingOf(page)) !== 'free') return
  }
  const said = await lastSaid(page)
  // The server may be on its way up again: the press is repeated, and done once.
  if (!said.startsWith('No answer'))
    throw new Refused(`“${title}” was refused: ${said || 'the page does not say why.'}`)
}

const stuckAt = ({ title }: SeenStep, standing: Awaited<ReturnType<typeof standingOf>>): string =>
  `“${title}” has not moved for ${PATIENCE_MS / 60_000} minutes. ${
    typeof standing === 'object' ? standing.locked : 'Look at the server, then run this again: it goes on from there.'
  }`

/** Keeps what was told, and tells what is new. What had passed or failed before this run is old. */
class Telling {
  readonly #watcher: Watcher
  readonly #states: Map<string, SeenStep['state']>
  readonly #begun = new Set<string>()
  readonly #checks = new Set<string>()

  constructor(watcher: Watcher, first: Seen) {
    this.#watcher = watcher
    this.#states = new Map(first.steps.map(({ name, state }) => [name, state]))
  }

  async tell({ steps }: Seen): Promise<void> {
    for (const step of steps) {
      const before = this.#states.get(step.name)
      this.#states.set(step.name, step.state)
      if (step.state === 'now' || step.state === 'todo') continue
      if (step.state === before && step.state !== 'running') continue
      if (!this.#begun.has(step.name)) this.#watcher.began(step)
      this.#begun.add(step.name)
      for (const check of step.checks) if (this.#isNews(step, check)) this.#watcher.checked(step, check)
      if (step.state !== 'running') await this.#watcher.ended(step)
    }
  }

  #isNews({ name: step }: SeenStep, { name, ok, finding }: SeenCheck): boolean {
    const key = JSON.stringify([step, name, ok, finding])
    if (ok === null || this.#checks.has(key)) return false
    this.#checks.add(key)
    return true
  }
}
