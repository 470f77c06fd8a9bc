/** A tick of the schedules with nothing due, beside how many are kept: its cost grows with what is due, not with what is there. */
import { context, TICK } from '@/lib/platform/context'
import { schedulesTick } from '@/lib/server/schedules'
import { empty, keep, makeEffects, type Rig } from './fires/ours'
import { type Bench, median, type Row, time } from './report'
import { startDatabase } from './rig/database'

const COUNTS = [1_000, 100_000] as const
const RUNS = 300
const GOAL = 1.5

/** ms of one tick's part, an hour before anything is due. */
async function idle(rig: Rig, count: number): Promise<number> {
  await keep(rig, count)
  const shift = new Date('2027-03-01T20:00:00Z').getTime() - Date.now()
  const ctx = context({ db: rig.db, actor: TICK, shift })
  const part = schedulesTick({})
  const tick = async () => part.run(ctx, await part.plan(ctx), { left: () => 1_000 })
  const taken = await time(RUNS, 50, tick)
  await empty(rig)
  return median(taken)
}

async function run(): Promise<Row[]> {
  const database = await startDatabase('daybook_test_bench')
  try {
    await makeEffects(database)
    const [few, many] = [await idle(database, COUNTS[0]), await idle(database, COUNTS[1])]
    const [a, b] = COUNTS.map((count) => count.toLocaleString('en-GB'))
    const against = [{ name: `with ${a} kept`, value: few }]
    return [
      { measure: `with ${b} kept`, ours: many, unit: 'ms', against, goal: `≤ ${GOAL} ×`, met: many <= few * GOAL },
    ]
  } finally {
    await database.stop()
  }
}

export default { name: 'idle', run } satisfies Bench
