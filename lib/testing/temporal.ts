import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@/lib/platform/context'
import type { Waking } from '@/lib/schedules/effects'
import { ask, disconnect, type Place } from '@/lib/schedules/temporal/data'
import { runWorker } from '@/lib/schedules/temporal/worker/process'
import { freePort } from '@/scripts/boot/postgres.mjs'
import { findTemporal } from '@/scripts/boot/temporal.mjs'

/** The `temporal` command line; null where the tests that need its dev server are skipped. */
export const temporalCli = findTemporal()

/** Why they are. It stands in the name of what is skipped. */
export const WITHOUT_TEMPORAL =
  'skipped: no temporal command line (set TEMPORAL_CLI, or install Go and run npm test, which builds it)'

/** More than what the server starts of itself in a second, or a window of fires takes minutes. */
const QUICK = ['--dynamic-config-value', 'worker.schedulerNamespaceStartWorkflowRPS=2000']

export type TemporalServer = Awaited<ReturnType<typeof temporalServer>>

/** A dev server of Temporal's on a free port. @param lasting keeps what it knows in a file, over `kill` and `start` */
export async function temporalServer({ lasting = false } = {}) {
  if (!temporalCli) throw new Error(WITHOUT_TEMPORAL)
  const cli = temporalCli
  const port = await freePort()
  const place: Place = { address: `127.0.0.1:${port}`, namespace: 'default' }
  const folder = mkdtempSync(join(tmpdir(), 'daybook-temporal-'))
  const file = lasting ? ['--db-filename', join(folder, 'temporal.db')] : []
  let child: ReturnType<typeof spawn> | null = null

  const kill = async () => {
    const running = child
    child = null
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }
  const start = async () => {
    const args = ['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', `${port}`, '--log-level', 'never']
    child = spawn(cli, [...args, ...QUICK, ...file], { stdio: 'ignore' })
    const isUp = () =>
      ask(place, (service) => service.describeNamespace({ namespace: place.namespace }), 1_000).then(
        () => true,
        () => false,
      )
    for (let waited = 0; !(await isUp()); waited += 1)
      if (waited > 100) throw new Error('The dev server of Temporal did not start.')
      else await sleep(100)
  }
  process.once('exit', () => child?.kill('SIGKILL'))
  await start()
  return {
    place,
    kill,
    start,
    /** What the command line prints. */
    async cli(...args: string[]) {
      const run = spawn(cli, [...args, '--address', place.address], { stdio: ['ignore', 'pipe', 'pipe'] })
      let text = ''
      for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk) => (text += chunk))
      await once(run, 'close')
      return text
    },
    async stop() {
      await disconnect(place)
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A worker in this process. @returns what ends it */
export async function worker(place: Place, ctx: () => Context, waking: Waking): Promise<() => Promise<void>> {
  const stop = new AbortController()
  let ended: Promise<void> = Promise.resolve()
  await new Promise<void>((onReady, fail) => {
    ended = runWorker({ place, ctx, waking, signal: stop.signal, onReady })
    ended.catch(fail)
  })
  return async () => {
    stop.abort()
    await ended
  }
}

// The wire's own integer type takes plain numbers, which its TypeScript types do not know.
const stamp = (at: Date) => ({ seconds: Math.floor(at.getTime() / 1_000), nanos: 0 }) as never

/** The server's number for "start it beside whatever runs". */
const ALLOW_ALL = 6

/** The nominal times of a schedule as the server counts them, `from` exclusive, `to` inclusive. */
export async function matchingTimes({ namespace, ...at }: Place, scheduleId: string, from: Date, to: Date) {
  const { startTime } = await ask({ namespace, ...at }, (service) =>
    service.listScheduleMatchingTimes({ namespace, scheduleId, startTime: stamp(from), endTime: stamp(to) }),
  )
  return startTime.map(({ seconds }) => new Date(Number(seconds) * 1_000))
}

/** Has the server start what it would have started in a window, `from` exclusive, `to` inclusive. */
export async function backfill({ namespace, ...at }: Place, scheduleId: string, from: Date, to: Date): Promise<void> {
  const backfillRequest = [{ startTime: stamp(from), endTime: stamp(to), overlapPolicy: ALLOW_ALL }]
  await ask({ namespace, ...at }, (service) =>
    service.patchSchedule({ namespace, scheduleId, patch: { backfillRequest } }),
  )
}

/** How many workflows of a schedule's times have ended well. */
export async function countEnded({ namespace, ...at }: Place, id: string): Promise<number> {
  const query = `TemporalScheduledById = "${id}" AND ExecutionStatus = "Completed"`
  const { count } = await ask({ namespace, ...at }, (service) => service.countWorkflowExecutions({ namespace, query }))
  return Number(count)
}

/** Waits until something holds. @param seconds after which it throws what it was waiting for */
export async function until(what: string, holds: () => Promise<boolean>, seconds = 30): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 1) {
    if (waited > seconds * 10) throw new Error(`${what}: not after ${seconds} s.`)
    await sleep(100)
  }
}
