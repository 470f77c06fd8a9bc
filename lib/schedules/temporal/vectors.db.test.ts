import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'
import {
  backfill,
  countEnded,
  matchingTimes,
  type TemporalServer,
  temporalCli,
  temporalServer,
  until,
  WITHOUT_TEMPORAL,
  worker,
} from '@/lib/testing/temporal'
import vectors from '../cron/vectors.json'
import { ask } from './data'
import { setPaused } from './kept/data'
import { temporalClient, temporalWaking } from './process'
import { needsTick } from './rules'
import { wake } from './wake/process'

const HOUR = 3_600_000
/** Longer than the longest window of a vector, in seconds. */
const WINDOW = 50 * 366 * 86_400
const iso = (instants: readonly Date[]) => instants.map((at) => at.toISOString().replace('.000Z', 'Z'))

/** The server counts the day that Apia left out without end: what starts there cannot be waited for. */
const isEndless = ({ tz }: { tz: string }) => tz === 'Pacific/Apia'

/**
 * Every vector on a live server: it counts the window by our zone data and starts its workflows, each hands its time to
 * the ledger, and the tick does what the server cannot. What has fired then is the vector's answer.
 */
describe.skipIf(!temporalCli)(
  `${vectors.length} cases on a live server${temporalCli ? '' : ` (${WITHOUT_TEMPORAL})`}`,
  () => {
    let w: SchedulesWorld
    let server: TemporalServer
    let stop: () => Promise<void>
    let now = new Date('2050-01-01T00:00:00Z')
    const idOf = new Map<string, string>()
    const waiting: { id: string; count: number }[] = []

    beforeAll(async () => {
      ;[w, server] = await Promise.all([schedulesWorld(), temporalServer()])
      stop = await worker(server.place, () => w.at(now), temporalWaking(w.handlers))
      const { place } = server
      for (const vector of vectors) {
        const { cron, tz: zone } = vector
        const [from, to] = [new Date(vector.from), new Date(vector.to)]
        const one = spec({ cron, zone, policy: { window: WINDOW } })
        idOf.set(vector.id, one.id)
        // Its times count from the moment of registering, which passes while the server answers.
        const early = new Date(from.getTime() - HOUR)
        expect(await temporalClient(w.at(early), w.handlers, place).register(one)).toMatchObject({ ok: true })
        // Paused there it starts what it is asked for, and nothing of the present.
        await ask(place, (service) => setPaused(service, place, one.id, { pause: 'only what the test asks for' }))
        if (isEndless(vector)) continue
        const times = await matchingTimes(place, one.id, from, to)
        await backfill(place, one.id, from, to)
        waiting.push({ id: one.id, count: new Set(times.map((at) => at.getTime())).size })
      }
      for (const { id, count } of waiting)
        await until(`wakes of ${id}`, async () => (await countEnded(place, id)) >= count, 60)
    }, 120_000)

    afterAll(async () => {
      await stop?.()
      await server?.stop()
      await w?.end()
    }, 60_000)

    test('are all there', () => {
      expect(idOf.size).toBe(55)
      expect(vectors.filter(isEndless)).toHaveLength(2)
    })

    test.each(vectors.filter((vector) => !isEndless(vector)))(
      '$id: $cron in $tz',
      async ({ id, from, to, expected }) => {
        now = new Date(to)
        const key = idOf.get(id) ?? ''
        await w.claim(to, undefined, needsTick)
        const fired = (await w.fires(key)).filter(({ state, fireAt }) => state === 'fired' && fireAt > new Date(from))
        expect(iso(fired.map(({ fireAt }) => fireAt))).toEqual(expected)
        expect(fired.every(({ outcome }) => outcome === 'done')).toBe(true)
        const effects = (await w.effects()).filter((effect) => effect.key === key && effect.at > new Date(from))
        expect(iso(effects.map(({ at }) => at))).toEqual(expected)
      },
    )

    test.each(vectors.filter(isEndless))('$id: $cron in $tz, by its list alone', async ({ id, from, to, expected }) => {
      const key = idOf.get(id) ?? ''
      now = new Date(to)
      const listed = iso(await matchingTimes(server.place, key, new Date(from), now))
      // Should the server come back from that day one time, these are vectors as the others are.
      expect(listed).toHaveLength(1_000)
      for (const at of [...new Set([...listed, ...expected])].sort())
        await wake(w.at(now), key, new Date(at), temporalWaking(w.handlers))
      await w.claim(to, undefined, needsTick)
      const fired = (await w.fires(key)).filter(({ state }) => state === 'fired')
      expect(iso(fired.map(({ fireAt }) => fireAt))).toEqual(expected)
    })
  },
)
