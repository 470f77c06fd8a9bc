import type { RosterWorld } from '../roster'
import { type Command, type Setup, STATES } from './commands'
import { bringToEnd } from './driver'
import { judge, Violation } from './laws'
import { carry, play } from './play'
import { beginTown, type Clock, type Town } from './town'

type World = Pick<RosterWorld, 'db' | 'roster' | 'ctx'>

/** Brings each week as far as the setup says, the furthest first: one form of a roster is open at a time. */
async function carryAll(town: Town): Promise<void> {
  const wanted = town.places.flatMap((place) => {
    const own = town.weeks.filter((known) => known.place === place)
    return own.map((known, n) => ({ known, to: place.states[n] ?? 'DRAFT' }))
  })
  wanted.sort((a, b) => STATES.indexOf(b.to) - STATES.indexOf(a.to))
  for (const [n, { known, to }] of wanted.entries()) await carry(town, known, { op: n % 2 === 0 ? 0 : 1, to })
  if (town.setup.bare) await makeBare(town)
}

/** Takes from the weeks of the old engine what they did not have before there were columns for it. */
const makeBare = ({ db, weeks }: Town) =>
  db.rosterRun.updateMany({
    where: { id: { in: weeks.map(({ id }) => id) }, v2State: null, queuedAt: null },
    data: { opensAt: null, deadlineAt: null, endsAt: null, approvedHash: null, approvedBy: null, answersUntil: null },
  })

/**
 * One history from its beginning to its end, every law held after each step. @param stepped told of each step
 * @throws Violation with the story of what happened
 */
export async function playHistory(
  w: World,
  clock: Clock,
  { setup, steps }: { setup: Setup; steps: readonly Command[] },
  stepped: () => void = () => {},
): Promise<Town> {
  const town = await beginTown(w, clock, setup)
  try {
    await carryAll(town)
    await judge(town)
    for (const step of steps) {
      await play(town, step)
      await judge(town)
      stepped()
    }
    await bringToEnd(town)
    return town
  } catch (error) {
    const what = error instanceof Violation ? error.message : error instanceof Error ? error.stack : error
    throw new Violation(`${what}\n\n${town.story.join('\n')}`, { cause: error })
  }
}
