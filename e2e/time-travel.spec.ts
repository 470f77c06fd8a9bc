import { execFile } from 'node:child_process'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { hashPassword } from '@/lib/access/passwords/effects'
import { insertUser } from '@/lib/access/users/data'
import { as, type Context, SYSTEM } from '@/lib/platform/context'
import { makeWeek, open } from '@/lib/roster/week/process'
import { type App, SECRET, startApp } from '@/lib/testing/app'
import { setStage } from './stage'
import { violationsOf } from './violations'

/** What the clock would do, on Settings and on the command line, of two weeks whose forms close as the clocks go back. */
const PORT = 3688
const PRESENT = '2026-10-20T12:00:00Z'
const PASSWORD = 'the-anchor-at-eight'

test.describe.configure({ mode: 'serial', timeout: 240_000 })

let stage: Awaited<ReturnType<typeof setStage>>
let app: App
let page: Page
let weeks: { london: string; newYork: string }
const end: (() => unknown)[] = []

/** A week on autopilot, made and opened on 10 October 2026, whose form closes at an instant. */
async function openUntil(zone: string, weekOf: string, deadline: string): Promise<string> {
  const { world } = stage
  const ms = Date.parse('2026-10-10T12:00:00Z') - world.ctx.now().getTime()
  const then: Context = world.later(world.ctx, ms)
  const { id: rosterId } = await world.roster({ zone, settings: { autopilot: true } })
  const made = await makeWeek(then, { rosterId, weekOf })
  if (!made.ok) throw new Error(made.reason)
  await world.must(open(then, made.id, { ...(await world.version(made.id)), deadline: new Date(deadline) }))
  return made.id
}

async function signIn(browser: Browser, email: string): Promise<Page> {
  const desk = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  end.push(() => desk.close())
  const on = await desk.newPage()
  await on.goto(`${app.url}/sign-in?from=%2Fsettings`)
  await on.locator('html[data-ready]').waitFor()
  await on.getByLabel('E-mail address').fill(email)
  await on.getByLabel('Password').fill(PASSWORD)
  await on.keyboard.press('Enter')
  await on.waitForURL('**/settings')
  await on.locator('html[data-ready]').waitFor()
  return on
}

test.beforeAll(async ({ browser }) => {
  stage = await setStage()
  end.push(stage.end)
  const { world, mailbox } = stage
  const editor = { name: 'Ed', email: 'ed@anchor.test', emailNorm: 'ed@anchor.test', role: 'editor' as const }
  await insertUser(as(world.ctx, SYSTEM), { ...editor, passwordHash: await hashPassword(PASSWORD) })
  app = await startApp({ databaseUrl: world.database.url, smtpPort: mailbox.port, port: PORT })
  end.push(app.stop)
  // The company stands five days before its clocks change, whatever day it is here.
  app.setClock(Date.parse(PRESENT) - world.ctx.now().getTime())
  weeks = {
    london: await openUntil('Europe/London', '2026-11-09', '2026-10-25T01:00:00Z'),
    newYork: await openUntil('America/New_York', '2026-11-16', '2026-11-01T06:00:00Z'),
  }
  page = await signIn(browser, 'olive@anchor.test')
})
test.afterAll(async () => {
  for (const undo of end.reverse()) await undo()
})

const card = (on: Page) => on.getByRole('region', { name: 'What would the clock do?' })
const press = (name: string | RegExp) => card(page).getByRole('button', { name }).click()
const verdict = () => card(page).getByRole('status').first()
const segments = () => card(page).getByRole('group', { name: 'At' }).getByRole('spinbutton')

/** Everything that a tick could have written. */
const rows = async (): Promise<unknown> => {
  const { db } = stage.world
  const [row] = await db.$queryRaw<unknown[]>`SELECT
    (SELECT md5(string_agg(r::text, '|' ORDER BY id)) FROM roster_run r) AS runs,
    (SELECT md5(string_agg(m::text, '|' ORDER BY id)) FROM message m) AS messages,
    (SELECT md5(string_agg(l::text, '|' ORDER BY token)) FROM lease l) AS leases,
    (SELECT count(*)::int FROM audit_event WHERE machine <> 'user') AS events,
    (SELECT count(*)::int FROM seal) AS seals, (SELECT count(*)::int FROM heartbeat) AS beats`
  return row
}

async function typeMoment(digits: string) {
  await segments().first().focus()
  await page.keyboard.type(digits)
  await press('Look at this moment')
}

async function expectAccessible(on: Page) {
  const violations = await violationsOf(on)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  const wide = await on.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide, 'the page itself never scrolls sideways').toBeLessThanOrEqual(0)
}

test('a time that comes twice is explained, and the other one is a press away', async () => {
  const before = await rows()
  await press('Another moment')
  await expect(segments().first()).toBeVisible()
  await typeMoment('251020260130')
  await expect(verdict()).toContainText('Sun 25 Oct 01:30 BST')
  await expect(
    card(page).getByText('01:30 comes twice that night as the clocks go back: the first one, BST, is meant.'),
  ).toBeVisible()
  await expect(card(page).getByText('Close the form')).toHaveCount(0)

  await press('Look at Sun 25 Oct 01:30 GMT')
  await expect(verdict()).toContainText('Sun 25 Oct 01:30 GMT')
  await expect(card(page).getByRole('button', { name: 'Look at Sun 25 Oct 01:30 BST' })).toBeFocused()
  const line = card(page).getByRole('listitem').filter({ hasText: 'Close the form' })
  await expect(line).toHaveCount(1)
  await expect(line).toContainText('Its deadline has passed.')
  await expect(line).toContainText('Sun 25 Oct 01:00 GMT')
  await expect(line.getByRole('link')).toHaveAttribute('href', `/roster/${weeks.london}`)
  expect(await rows()).toEqual(before)
})

test('a line of another zone is told on that zone’s clocks, from the very instant on', async () => {
  await typeMoment('011120260559')
  await expect(verdict()).toContainText('Sun 1 Nov 05:59 GMT')
  const lines = card(page).getByRole('listitem').filter({ hasText: 'Close the form' })
  await expect(lines).toHaveCount(1)
  await typeMoment('011120260600')
  await expect(verdict()).toContainText('Sun 1 Nov 06:00 GMT')
  await expect(lines).toHaveCount(2)
  await expect(lines.filter({ hasText: 'Sun 1 Nov 01:00 EST' }).getByRole('link')).toHaveAttribute(
    'href',
    `/roster/${weeks.newYork}`,
  )
})

test('a time that the clocks skip is refused at its field, which keeps it; so is one that is missing', async () => {
  await typeMoment('280320270130')
  const refusal = 'There is no 01:30 that night: the clocks go forward. Choose 02:00 or another time.'
  await expect(card(page).getByText(refusal)).toBeVisible()
  expect((await segments().allTextContents()).join(' ')).toBe('28 03 2027 01 30')
  await expectAccessible(page)
  for (const segment of await segments().all())
    for (let presses = 0; presses < 4; presses++) await segment.press('Backspace')
  await press('Look at this moment')
  await expect(card(page).getByText('Choose a day and a time.')).toBeVisible()
  await expect(card(page).getByText(refusal)).toHaveCount(0)
  await typeMoment('280320270200')
  await expect(verdict()).toContainText('Sun 28 Mar 2027 02:00 BST')
})

test('a part that is cleared stays so whatever is drawn around it, and no moment is asked for without it', async () => {
  const hour = segments().nth(3)
  for (let presses = 0; presses < 3; presses++) await hour.press('Backspace')
  await press('In 1 hour')
  await expect(verdict()).toContainText('Tue 20 Oct 14:')
  await expect(hour).toHaveAttribute('data-placeholder', 'true')
  expect(await segments().allTextContents()).toMatchObject({ 0: '28', 1: '03', 2: '2027', 4: '00' })
  await press('Look at this moment')
  await expect(card(page).getByText('Choose a day and a time.')).toBeVisible()
  await hour.press('0')
  await page.keyboard.type('3')
  await press('Look at this moment')
  await expect(verdict()).toContainText('Sun 28 Mar 2027 03:00 BST')
})

test('what is offered: now, soon, tomorrow, and as the clocks change', async () => {
  const offered = [
    ['Now', 'Tue 20 Oct 13:'],
    ['In 1 hour', 'Tue 20 Oct 14:'],
    ['Tomorrow at this time', 'Wed 21 Oct 13:'],
    ['Clocks go back, Sun 25 Oct, from 02:00 BST to 01:00 GMT', 'Sun 25 Oct 01:00 GMT'],
  ] as const
  for (const [name, local] of offered) {
    await press(name)
    await expect(card(page).getByRole('button', { name })).toBeFocused()
    await expect(verdict()).toContainText(local)
    await expect(card(page).getByText(/Nothing is done\. It is what the next tick would find/)).toBeVisible()
  }
})

test('it is accessible on a desk and on a phone, by day and by night', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/clock-${width}-${colorScheme}.png`, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('an answer that does not come is said, and can be asked for again', async () => {
  await page.context().setOffline(true)
  await press('Now')
  await expect(card(page).getByText('No answer came back. Look at the connection and try again.')).toBeVisible()
  await page.context().setOffline(false)
  await press('Ask again')
  await expect(verdict()).toContainText(/thing(s are| is) due then/)
})

test('what is opened without a network comes once there is one', async () => {
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  await page.context().setOffline(true)
  await press('Another moment')
  await expect(page.getByText('This device is offline.')).toBeVisible()
  await expect(segments()).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(segments().first()).toBeVisible()
})

test('the link of a line leads to its week', async () => {
  await typeMoment('251020260230')
  await card(page).getByRole('listitem').filter({ hasText: 'Close the form' }).getByRole('link').first().click()
  await page.waitForURL(/\/roster\/[0-9a-f-]{36}$/)
})

test('a role that may not read what the clock did is not told what it would do', async ({ browser }) => {
  const editor = await signIn(browser, 'ed@anchor.test')
  await expect(editor.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(card(editor)).toHaveCount(0)
  const ask = (on: Page) => on.evaluate(async () => (await fetch('/settings/clock?preset=now')).status)
  expect(await ask(editor)).toBe(403)
  expect((await fetch(`${app.url}/settings/clock?preset=now`)).status).toBe(401)
  await page.goto(`${app.url}/settings`)
  expect(await ask(page)).toBe(200)
  for (const query of ['', '?preset=now&local=2026-10-25T01:30', '?preset=yesterday', '?at=2026-10-25T01:30', '?x=1'])
    expect(await page.evaluate(async (url) => (await fetch(url)).status, `/settings/clock${query}`), query).toBe(400)
})

type Ran = { code: number; out: string; said: string }
const run = (...args: string[]): Promise<Ran> =>
  new Promise((done) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(PORT), CRON_SECRET: SECRET }
    execFile(
      'npm',
      ['run', '-s', 'tick', '--', ...args],
      { env: env as unknown as NodeJS.ProcessEnv },
      (error, out, said) => done({ code: Number(error?.code ?? 0), out, said }),
    )
  })

test('the command line says it in text and as JSON, does nothing, and leaves a tick as it was', async () => {
  const before = await rows()
  const text = await run('--at', '2026-10-25T01:30Z', '--dry-run')
  expect(text).toMatchObject({ code: 0, said: '' })
  expect(text.out).toContain(
    'What a tick would do at 2026-10-25 01:30:00 UTC (Sun 25 Oct 01:30 GMT), as things stand now.',
  )
  expect(text.out).toMatch(
    /^roster: 1 due\n {2}Close the form: .*eek of 9 November\n {4}Its deadline has passed\. 2026-10-25 01:00:00 UTC, Sun 25 Oct 01:00 GMT$/m,
  )
  expect(text.out).toMatch(/^messages: 8 due$/m)

  const offset = await run('--at', '2026-10-25T02:29:59+01:00', '--dry-run', '--json')
  expect(offset.code).toBe(0)
  const { at, parts } = JSON.parse(offset.out)
  expect(at).toBe('2026-10-25T01:29:59.000Z')
  expect(parts.find(({ name }: { name: string }) => name === 'roster').lines).toMatchObject([
    { what: 'Close the form', href: `/roster/${weeks.london}`, at: '2026-10-25T01:00:00.000Z' },
  ])
  const early = JSON.parse((await run('--at', '2026-10-25T00:59:59Z', '--dry-run', '--json')).out)
  expect(early.parts.find(({ name }: { name: string }) => name === 'roster').due).toBe(0)

  const zoneless = await run('--at', '2026-10-25T01:30', '--dry-run')
  expect(zoneless).toMatchObject({ code: 1, out: '' })
  expect(zoneless.said).toContain('has no zone: add Z for UTC, as in 2026-10-25T01:30Z')
  expect(await run('--at', '2026-10-25T01:30Z')).toMatchObject({
    code: 1,
    out: '',
    said: expect.stringMatching(/add --dry-run/),
  })
  expect(await run('--dryrun')).toMatchObject({
    code: 1,
    out: '',
    said: expect.stringMatching(/^--dryrun is not known here/),
  })
  expect(await rows()).toEqual(before)

  const ticked = await run()
  expect(ticked.code).toBe(0)
  expect(JSON.parse(ticked.out)).toMatchObject({ good: true, passes: 1 })
  expect(await stage.world.db.heartbeat.count()).toBe(1)
})
