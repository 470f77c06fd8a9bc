import type { Context } from '@/lib/platform/context'
import type { SchedulerClient } from '@/lib/schedules/effects'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { temporalClient, temporalWaking } from '@/lib/schedules/temporal/process'
import { needsTick } from '@/lib/schedules/temporal/rules'
import { type SchedulesWorld, schedulesWorld } from './schedules'
import { backfill, countEnded, matchingTimes, temporalServer, until, worker } from './temporal'

/** A backend as the contract's tests drive it: time passes in it, and what is due comes. */
export type Backend = {
  w: SchedulesWorld
  client(at: string | Date): SchedulerClient
  /** Time goes on from one instant to another: what wakes does so, and then the tick comes by. */
  pass(id: string, from: string | Date, to: string | Date): Promise<void>
  /** What a person does in the backend's own page; null where it has none. */
  pauseElsewhere: ((id: string, note: string) => Promise<void>) | null
  end(): Promise<void>
}

export async function postgresBackend(): Promise<Backend> {
  const w = await schedulesWorld()
  return {
    w,
    client: (at) => postgresClient(w.at(at), w.handlers),
    pass: (_id, _from, to) => w.claim(to),
    pauseElsewhere: null,
    end: () => w.end(),
  }
}

/** On a live server, with a worker in this process, whose clock stands where time has come to. */
export async function temporalBackend(): Promise<Backend> {
  const [w, server] = await Promise.all([schedulesWorld(), temporalServer()])
  let now: string | Date = w.ctx.now()
  const world = (): Context => w.at(now)
  const { place } = server
  const stop = await worker(place, world, temporalWaking(w.handlers))
  return {
    w,
    client: (at) => temporalClient(w.at(at), w.handlers, place),
    async pass(id, from, to) {
      now = to
      const before = await countEnded(place, id)
      const times = await matchingTimes(place, id, new Date(from), new Date(to))
      await backfill(place, id, new Date(from), new Date(to))
      await until(`wakes of ${id}`, async () => (await countEnded(place, id)) >= before + times.length)
      await w.claim(to, undefined, needsTick)
    },
    async pauseElsewhere(id, note) {
      await server.cli('schedule', 'toggle', '--schedule-id', id, '--pause', '--reason', note)
    },
    async end() {
      await stop()
      await server.stop()
      await w.end()
    },
  }
}
