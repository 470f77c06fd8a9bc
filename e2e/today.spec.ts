import { type Browser, expect, type Page, test } from '@playwright/test'
import { hashPassword } from '@/lib/access/passwords/effects'
import { insertUser } from '@/lib/access/users/data'
import { as, SYSTEM } from '@/lib/platform/context'
import { weekOfInstant } from '@/lib/roster/rules'
import { makeWeek } from '@/lib/roster/week/process'
import { type App, startApp } from '@/lib/testing/app'
import { setStage } from './stage'
import { violationsOf } from './violations'
import { openWayward } from './wayward'

/** Today on a server of its own, two days after a form was opened and a mail was lost. */
const HOUR = 3_600_000
const PASSWORD = 'the-anchor-at-eight'

test.describe.configure({ mode: 'serial', timeout: 240_000 })

let stage: Awaited<ReturnType<typeof setStage>>
let mails: Awaited<ReturnType<typeof openWayward>>
let app: App
let page: Page
const end: (() => unknown)[] = []

async function signIn(browser: Browser, email: string): Promise<Page> {
  const desk = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  end.push(() => desk.close())
  const on = await desk.newPage()
  await on.goto(`${app.url}/sign-in`)
  await on.locator('html[data-ready]').waitFor()
  await on.getByLabel('E-mail address').fill(email)
  await on.getByLabel('Password').fill(PASSWORD)
  await on.keyboard.press('Enter')
  await on.waitForURL((url) => url.pathname === '/')
  await on.locator('html[data-ready]').waitFor()
  return on
}

/** A week whose schedule went out, but for the mail to its first tender, which the mail server does not take. */
async function sentBut(how: 'dropped' | 'refused') {
  const { world } = stage
  const made = await world.weekIn('APPROVED')
  mails[how].add(`tender1.${made.rosterId}@anchor.test`)
  await world.must(world.queue(made))
  await app.tick()
  return made
}

/** A week that was made three weeks ago, and over a week later without anybody opening its form. */
async function endedWeek() {
  const { world } = stage
  const then = world.later(world.ctx, -21 * 24 * HOUR)
  const { id: rosterId } = await world.roster()
  const made = await makeWeek(then, { rosterId, weekOf: weekOfInstant('Europe/London', then.now()) })
  if (!made.ok) throw new Error(made.reason)
  return made
}

const entry = (on: Page, title: string | RegExp) => on.getByRole('listitem').filter({ hasText: title })
const today = (on: Page) => on.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: /^Today/ })
const focused = (on: Page) => on.locator(':focus')

async function tabTo(on: Page, name: string) {
  for (let presses = 0; presses < 60; presses++) {
    await on.keyboard.press('Tab')
    if ((await focused(on).textContent()) === name) return
  }
  throw new Error(`The keyboard does not reach “${name}”.`)
}

async function expectAccessible(on: Page) {
  const violations = await violationsOf(on)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  const wide = await on.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide, 'the page itself never scrolls sideways').toBeLessThanOrEqual(0)
}

let weeks: { lost: string; open: string; other: string; ended: string }

test.beforeAll(async ({ browser }) => {
  stage = await setStage()
  end.push(stage.end)
  const { world } = stage
  mails = await openWayward()
  end.push(mails.close)
  const editor = { name: 'Ed', email: 'ed@anchor.test', emailNorm: 'ed@anchor.test', role: 'editor' as const }
  await insertUser(as(world.ctx, SYSTEM), { ...editor, passwordHash: await hashPassword(PASSWORD) })
  app = await startApp({ databaseUrl: world.database.url, smtpPort: mails.port, port: 3680 })
  end.push(app.stop)
  weeks = {
    lost: (await sentBut('dropped')).id,
    open: (await world.weekIn('COLLECTING')).id,
    other: (await world.weekIn('COLLECTING')).id,
    ended: (await endedWeek()).id,
  }
  app.setClock(48 * HOUR)
  page = await signIn(browser, 'olive@anchor.test')
})
test.afterAll(async () => {
  for (const undo of end.reverse()) await undo()
})

const state = async (id: string) => (await stage.world.week(id)).state

test('what needs a person is there, most urgent first, with its buttons and its number', async () => {
  await expect(page.getByText(/Four things need a person; /)).toBeVisible()
  await expect(today(page)).toHaveAccessibleName(/4 things need a person/)
  const titles = await page.getByRole('listitem').getByRole('heading', { level: 3 }).getByRole('link').allTextContents()
  expect(titles.slice(0, 4)).toEqual([
    'A week ended and its schedule was never sent',
    expect.stringMatching(/^The schedule mail to Tender \d may not have arrived$/),
    'The form is past its deadline',
    'The form is past its deadline',
  ])
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('of two who press, one does it and the other is told, and the entry goes for both', async ({ browser }) => {
  const second = await signIn(browser, 'oscar@anchor.test')
  const closing = (on: Page) =>
    entry(on, 'The form is past its deadline').first().getByRole('button', { name: 'Close the form' })
  await closing(page).click()
  await expect(page.getByText('The form is closed. What comes now is kept as late.')).toBeVisible()
  await closing(second).click()
  await expect(second.getByText(/The form is closed\.|This week changed since you looked/).first()).toBeVisible()
  await expect(entry(second, 'The form is past its deadline')).toHaveCount(1)
  const closed = (await Promise.all([weeks.open, weeks.other].map(state))).filter((one) => one === 'CLOSED')
  expect(closed).toHaveLength(1)
})

test('the keyboard alone works the list off: each press takes the focus to what is next', async () => {
  await page.getByRole('heading', { level: 1 }).focus()
  await tabTo(page, 'Put it aside')
  await page.keyboard.press('Enter')
  await expect(entry(page, 'A week ended')).toHaveCount(0)
  await expect(focused(page)).toHaveText('It arrived')

  await page.keyboard.press('Enter')
  await expect(page.getByText('1 message is noted as arrived.')).toBeVisible()
  await expect(entry(page, 'may not have arrived')).toHaveCount(0)
  await expect(focused(page)).toHaveText('Close the form')
  expect(await state(weeks.lost)).toBe('SENT')

  await page.keyboard.press('Enter')
  await expect(entry(page, 'The form is past its deadline')).toHaveCount(0)
  await expect(focused(page)).toHaveText('Generate the roster')
  expect(await Promise.all([weeks.open, weeks.other].map(state))).toEqual(['CLOSED', 'CLOSED'])

  await expect(page.getByText(/Nothing is urgent/)).toBeVisible()
  await expect(today(page)).toHaveAccessibleName('Today')
  const facts = await stage.world.db.auditEvent.findMany({ where: { subjectId: weeks.ended, type: 'run.set_aside' } })
  expect(facts.map(({ actorName }) => actorName)).toEqual(['olive@anchor.test'])
  await page.reload()
  await expect(entry(page, 'A week ended')).toHaveCount(0)
})

test('what happens elsewhere comes up by itself; what is let go asks why, and keeps what was typed', async () => {
  const failed = await sentBut('refused')
  const row = entry(page, /The schedule mail to Tender \d was not sent/)
  await expect(row).toHaveCount(1, { timeout: 20_000 })
  await expect(today(page)).toHaveAccessibleName(/1 thing needs a person/, { timeout: 25_000 })
  await row.getByRole('button', { name: 'Let it go' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why').fill('no')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Say why, in at least three letters.')).toBeVisible()
  await expect(dialog.getByLabel('Why')).toHaveValue('no')
  await dialog.getByLabel('Why').fill('Told by telephone.')
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  await expect(focused(page)).toHaveText('Generate the roster')
  expect(await state(failed.id)).toBe('SENT')
})

test('the palette finds a week and a tender by name, and leads there', async () => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sent 2040')
  await page
    .getByRole('menuitem', { name: /week of/ })
    .first()
    .click()
  await page.waitForURL(/\/roster\/[0-9a-f-]{36}$/)
  expect(await state(new URL(page.url()).pathname.slice('/roster/'.length))).toBe('SENT')
  await page.locator('html[data-ready]').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('tender 3')
  await expect(page.getByRole('menuitem', { name: /^Tender 3/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a role without a desk sees an honest page, and its poll tells it nothing', async ({ browser }) => {
  const editor = await signIn(browser, 'ed@anchor.test')
  await expect(editor.getByText('Nothing here is for your role')).toBeVisible()
  await expect(today(editor)).toHaveAccessibleName('Today')
  const live = await editor.evaluate(async () => (await fetch('/today/live')).json())
  expect(live).toMatchObject({ entries: [], rosters: [], need: 0, covered: false })
  expect(await editor.evaluate(async () => (await fetch('/api/find?typed=')).status)).toBe(403)
})
