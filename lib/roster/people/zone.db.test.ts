import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Context, inTransaction } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { weekEnd } from '../rules'
import { makeWeek } from '../week/process'
import { loadRoster } from './loaders'
import { saveRoster } from './process'

// A week's shifts stand at instants of its roster's zone: the two can not pass each other.
let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const NEXT = 'Pacific/Auckland'
const weekOf = '2041-01-07'

async function zoneTo(ctx: Context, rosterId: string) {
  const { seen = '', settings, name = '' } = (await loadRoster(ctx, rosterId)) ?? {}
  if (!settings) throw new Error('no roster')
  return saveRoster(ctx, { commandId: newId(), rosterId, seen, name, zone: NEXT, settings })
}

/** The second is begun once the first has written, and the first ends once the second waits or is done. */
async function atOnce<A, B>(first: (tx: Context) => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  let after: Promise<B> | undefined
  const one = await inTransaction(w.ctx, async (tx) => {
    const done = await first(tx)
    let isOver = false
    after = second().finally(() => {
      isOver = true
    })
    const waits = () => w.db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    while (!isOver && (await waits()).length === 0) await new Promise((resume) => setImmediate(resume))
    return done
  })
  if (!after) throw new Error('the second never began')
  return [one, await after]
}

test('a zone that changes while a week is made is refused: the week was faster', async () => {
  const { id: rosterId } = await w.roster()
  const [made, saved] = await atOnce(
    (tx) => makeWeek(tx, { rosterId, weekOf }),
    () => zoneTo(w.ctx, rosterId),
  )
  expect(made).toMatchObject({ ok: true })
  expect(saved).toMatchObject({ ok: false, field: 'zone', reason: expect.stringContaining('Weeks are under way') })
  expect((await loadRoster(w.ctx, rosterId))?.zone).toBe('Europe/London')
})

test('a week that is made while the zone changes is of the new one', async () => {
  const { id: rosterId } = await w.roster()
  const [saved, made] = await atOnce(
    (tx) => zoneTo(tx, rosterId),
    () => makeWeek(w.ctx, { rosterId, weekOf }),
  )
  expect([saved.ok, made.ok]).toEqual([true, true])
  const [week] = await w.db.rosterRun.findMany({ where: { rosterId } })
  expect(week?.endsAt).toEqual(weekEnd(NEXT, weekOf))
})
