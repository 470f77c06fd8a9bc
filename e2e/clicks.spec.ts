import { expect, test } from '@playwright/test'
import { newId } from '@/lib/platform/ids'
import { type App, startApp } from '@/lib/testing/app'
import { actionNamed, OPERATORS, setStage, signedIn } from './stage'

const CLICKS = 200
const SEEDS = process.env.FULL ? 20 : 3
test.describe.configure({ timeout: 300_000 })

let stage: Awaited<ReturnType<typeof setStage>>
test.beforeAll(async () => {
  stage = await setStage()
})
test.afterAll(() => stage.end())

/** 200 presses of Send at once from several sessions, some of them the same press again. */
async function clickAll(apps: readonly App[], made: { id: string; weekOf: string }) {
  const sessions = await Promise.all(OPERATORS.map((email, k) => signedIn(apps[k % apps.length]?.url ?? '', email)))
  const bound = await stage.world.bound(made.id)
  const action = { ...actionNamed('sendSchedule'), page: `/roster/${made.id}` }
  const presses = Array.from({ length: CLICKS / 2 }, () => newId())
  return Promise.all(
    Array.from({ length: CLICKS }, (_, k) =>
      sessions[k % sessions.length]?.call(action, [
        { commandId: presses[k % presses.length], runId: made.id, ...bound, typed: made.weekOf },
      ]),
    ),
  )
}

async function expectOnce(apps: readonly App[]) {
  const { world, mailbox } = stage
  const made = await world.weekIn('APPROVED', { tenders: 6 })
  const answers = await clickAll(apps, made)
  expect(answers.filter((answer) => answer === undefined || answer.status >= 500)).toEqual([])
  for (const answer of answers) expect(answer?.text).toMatch(/"(message|said)":"[A-Z][^"]+\."/)
  expect(answers.some((answer) => answer?.code === 'ok')).toBe(true)
  // A tick that began before the clicks may hold some of the mails.
  const state = async () => {
    for (const app of apps) await app.tick()
    return (await world.week(made.id)).state
  }
  await expect.poll(state, { timeout: 60_000 }).toBe('SENT')
  const edges = (await world.moves(made.id)).map((event) => event.edge)
  expect(edges.filter((edge) => edge === 'queue' || edge === 'send')).toEqual(['queue', 'send'])
  const mine = [...mailbox.schedules()].filter(([to]) => to.endsWith(`${made.rosterId}@anchor.test`))
  expect(mine.map(([, count]) => count)).toEqual([1, 1, 1, 1, 1, 1])
}

test(`case A1: ${CLICKS} clicks on Send at once, ${SEEDS} times: one send, one mail a person, a sentence for every other`, async () => {
  const app = await startApp({ databaseUrl: stage.world.database.url, smtpPort: stage.mailbox.port, port: 3640 })
  try {
    for (let seed = 0; seed < SEEDS; seed++) await expectOnce([app])
  } finally {
    await app.stop()
  }
})

test('case A1 with two servers on one database, both ticking', async () => {
  const base = { databaseUrl: stage.world.database.url, smtpPort: stage.mailbox.port }
  const apps = [await startApp({ ...base, port: 3641 }), await startApp({ ...base, port: 3642 })]
  let ticking = true
  const ticks = apps.map(async (app) => {
    while (ticking) await app.tick()
  })
  try {
    for (let seed = 0; seed < SEEDS; seed++) await expectOnce(apps)
  } finally {
    ticking = false
    await Promise.all(ticks)
    for (const app of apps) await app.stop()
  }
})
