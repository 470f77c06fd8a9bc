import { type Context, context } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { claimDue } from '@/lib/schedules/claims/process'
import type { DueFire, Handlers, Waking } from '@/lib/schedules/effects'
import type { Spec } from '@/lib/schedules/schema'
import { type TestDatabase, testDatabase } from './database'

export type SchedulesWorld = Awaited<ReturnType<typeof schedulesWorld>>

/** A spec with everything but what a test is about. */
export const spec = (over: Partial<Spec> & { cron?: string; zone?: string } = {}): Spec => {
  const { cron = '5 7 * * 1-5', zone = 'Australia/Brisbane', ...rest } = over
  return {
    id: `probe:${newId()}`,
    taskQueue: 'daybook',
    workflowType: 'Effect',
    args: { of: 'a test' },
    calendar: { cron, zone },
    note: 'Of a test',
    ...rest,
  }
}

/**
 * A database of its own with a table `effect`, which the handler `Effect` writes: a row a fire, and no constraint, so
 * that one done twice is seen twice. `Job` answers what a test tells it to.
 */
export async function schedulesWorld(made?: TestDatabase) {
  const database = made ?? (await testDatabase())
  const owner = connect(database.ownerUrl, 1)
  if (!made) {
    await owner.$executeRaw`CREATE TABLE effect (key text NOT NULL, kind text NOT NULL, fire_at timestamptz NOT NULL)`
    await owner.$executeRawUnsafe(`GRANT SELECT, INSERT ON effect TO ${new URL(database.url).username}`)
  }
  await owner.$disconnect()
  const db = connect(database.url)
  const ctx = context({ actor: { kind: 'user', id: newId(), name: 'Ada' }, db, shift: 0 })
  const jobs: { fire: DueFire; end: (outcome: string) => void }[] = []
  const handlers: Handlers = {
    Effect: { kind: 'set', run: writeEffects },
    Job: {
      kind: 'job',
      seconds: 60,
      run: (_, fire) => new Promise((done) => jobs.push({ fire, end: (outcome) => done({ outcome }) })),
    },
  }
  /** The world as it is at an instant. */
  const at = (instant: string | Date, from: Context = ctx): Context => {
    const shift = from.shift + new Date(instant).getTime() - from.now().getTime()
    return { ...from, shift, now: () => new Date(ctx.now().getTime() + shift) }
  }
  return {
    database,
    db,
    ctx,
    handlers,
    jobs,
    at,
    /** Everything that is due at an instant, in one tick's claims. */
    async claim(instant: string | Date, limit?: number, byTick?: Waking['byTick']) {
      for (;;) if ((await claimDue(at(instant), handlers, limit, byTick)).schedules === 0) return
    },
    fires: (key: string) =>
      db.scheduleFire.findMany({ where: { schedule: { key } }, orderBy: [{ fireAt: 'asc' }, { kind: 'asc' }] }),
    effects: () => db.$queryRaw<{ key: string; kind: string; at: Date }[]>`
      SELECT key, kind, fire_at AS at FROM public.effect ORDER BY fire_at, key`,
    async end() {
      await db.$disconnect()
      if (!made) await database.drop()
    },
  }
}

/** One insert a fire. */
export async function writeEffects(tx: Context, fires: readonly DueFire[]) {
  const rows = fires.map(({ key, kind, fireAt }) => ({ key, kind, fireAt }))
  await tx.db.$executeRaw`
    INSERT INTO public.effect (key, kind, fire_at)
    SELECT e.key, e.kind, e."fireAt" FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e(key text, kind text, "fireAt" timestamptz)`
  return fires.map(() => ({ outcome: 'done' }))
}
