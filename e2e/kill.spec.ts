import { expect, test } from '@playwright/test'
import { newId } from '@/lib/platform/ids'
import { type App, startApp } from '@/lib/testing/app'
import { actionNamed, OPERATORS, setStage, signedIn } from './stage'

/** After this long every lease and every backoff of a dead process is over. */
const LATER_MS = 60 * 60_000

/** Where a process can die between the press and the record, in the order in which a send passes them. */
const POINTS = [
  'run.queue.before-claim',
  'run.queue.after-claim',
  'run.queue.before-finalize',
  'run.queue.after-commit',
  'before-claim',
  'after-claim',
  'after-intent',
  'after-accept',
  'before-finalize',
  'after-commit',
  'run.send.after-claim',
  'run.send.before-finalize',
]
/**
 * Between a committed intent and the recorded answer nobody can know: at most one mail a line, and there are four, waits
 * for a person. One line's result carries the next intent with it, so its commit counts too.
 */
const UNKNOWABLE = new Set(['after-intent', 'after-accept', 'before-finalize', 'after-commit'])

let stage: Awaited<ReturnType<typeof setStage>>
test.beforeAll(async () => {
  stage = await setStage()
})
test.afterAll(() => stage.end())

const press = async (app: App, made: { id: string; weekOf: string }) => {
  const operator = await signedIn(app.url, OPERATORS[0] ?? '')
  const input = { commandId: newId(), runId: made.id, ...(await stage.world.bound(made.id)), typed: made.weekOf }
  return operator.call({ ...actionNamed('sendSchedule'), page: `/roster/${made.id}` }, [input]).catch(() => null)
}

let port = 3600
const start = (failpoint?: string) =>
  startApp({
    databaseUrl: stage.world.database.url,
    smtpPort: stage.mailbox.port,
    port: port++,
    ...(failpoint ? { failpoint: `${failpoint}:kill` } : {}),
  })

/** A server takes the press and dies at the point. */
async function die(point: string, made: { id: string; weekOf: string }) {
  const doomed = await start(point)
  await press(doomed, made)
  await doomed.tick()
  // Beside another server it may find nothing left to die at: then it is killed where it stands.
  await Promise.race([doomed.ended, new Promise((late) => setTimeout(late, 5_000))])
  const met = doomed.child.signalCode === 'SIGKILL'
  await doomed.stop()
  return met
}

/** What must be true once a living server has ticked: each mailed once, nobody forgotten, what nobody knows decided. */
async function settleAndCheck(app: App, made: { id: string; rosterId: string; weekOf: string }, point: string) {
  const { world, mailbox } = stage
  app.setClock(LATER_MS)
  await app.tick()
  if ((await world.week(made.id)).queuedAt === null) expect((await press(app, made))?.code).toBe('ok')
  for (let ticks = 0; ticks < 3; ticks++) expect((await app.tick())?.status).toBe(200)

  const mine = [...mailbox.schedules()].filter(([to]) => to.endsWith(`${made.rosterId}@anchor.test`))
  const rows = await world.rows(made.id)
  expect(rows).toHaveLength(4)
  const unknown = rows.filter((row) => row.state === 'unknown')
  expect(rows.filter((row) => row.state === 'sent')).toHaveLength(4 - unknown.length)
  expect(mine.filter(([, count]) => count > 1)).toEqual([])
  const reached = new Set(mine.map(([to]) => to))
  for (const row of rows) if (row.state === 'sent') expect(reached).toContain(row.recipient)
  expect(unknown.length).toBeLessThanOrEqual(UNKNOWABLE.has(point) ? 4 : 0)
  if (unknown.length > 0) {
    expect((await world.week(made.id)).state).toBe('APPROVED')
    const operator = await signedIn(app.url, OPERATORS[1] ?? '')
    const decided = unknown.map((row) => ({ id: row.id, seen: Number(row.fence) }))
    const answer = await operator.call(actionNamed('markArrived'), [{ commandId: newId(), rows: decided }])
    expect(answer.code, answer.text).toBe('ok')
  }
  expect((await world.week(made.id)).state).toBe('SENT')
  const moves = (await world.moves(made.id)).map((event) => event.edge)
  expect(moves.filter((edge) => edge === 'queue' || edge === 'send')).toEqual(['queue', 'send'])
  return unknown.length
}

for (const point of POINTS)
  test(`cases A2 and A3: a server killed at ${point} and started again: nobody gets two, nobody is forgotten`, async () => {
    const made = await stage.world.weekIn('APPROVED')
    expect(await die(point, made)).toBe(true)
    const app = await start()
    try {
      const unknown = await settleAndCheck(app, made, point)
      if (point === 'after-intent' || point === 'after-accept') expect(unknown).toBeGreaterThan(0)
    } finally {
      await app.stop()
    }
  })

for (const point of POINTS.filter((name) => !name.startsWith('run.send')))
  test(`cases A2 and A3: a server killed at ${point} beside another that ticks: the same`, async () => {
    const made = await stage.world.weekIn('APPROVED')
    const survivor = await start()
    let ticking = true
    const ticks = (async () => {
      while (ticking) await survivor.tick()
    })()
    try {
      await die(point, made)
      ticking = false
      await ticks
      await settleAndCheck(survivor, made, point)
    } finally {
      ticking = false
      await survivor.stop()
    }
  })
