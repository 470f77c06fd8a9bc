import { type Browser, expect, type Page, test } from '@playwright/test'
import { tokenOf } from '@/lib/roster/answers/effects'
import { listShifts } from '@/lib/roster/week/data'
import { close, generate, open as openForm } from '@/lib/roster/week/process'
import { type App, startApp } from '@/lib/testing/app'
import { OPERATORS, setStage } from './stage'
import { violationsOf } from './violations'

/** Asking, reminding and changing what was asked, on a server and mails of its own. */
const PHONE = { width: 360, height: 780 }

test.describe.configure({ mode: 'serial', timeout: 240_000 })

let stage: Awaited<ReturnType<typeof setStage>>
let app: App
let page: Page
let week: { id: string; tenders: { id: string; name: string }[] }

test.beforeAll(async ({ browser }) => {
  stage = await setStage()
  app = await startApp({ databaseUrl: stage.world.database.url, smtpPort: stage.mailbox.port, port: 3657 })
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await ready(page, '/sign-in')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(OPERATORS[0] ?? '')
  await page.getByRole('textbox', { name: 'Password' }).fill('the-anchor-at-eight')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
})
test.afterAll(async () => {
  await page?.context().close()
  await app?.stop()
  await stage.end()
})

async function ready(on: Page, path: string) {
  await on.goto(app.url + path)
  await on.locator('html[data-ready]').waitFor()
}

/** A tender's phone on the other side of the world, with their form open. */
async function phoneOf(browser: Browser, at: number): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, timezoneId: 'America/Los_Angeles' })
  const phone = await context.newPage()
  await ready(phone, `/availability/${tokenOf(week.id, week.tenders[at]?.id ?? '')}`)
  return phone
}
const choose = async (phone: Page, choice: string) => {
  for (const row of await phone.getByRole('radiogroup').all()) await row.getByText(choice, { exact: true }).click()
}
const save = (phone: Page) => phone.getByRole('button', { name: 'Save my answer' }).click()
const saved = (phone: Page) => expect(phone.getByText(/^Saved at/)).toBeVisible()

async function expectAccessible(on: Page) {
  const violations = await violationsOf(on)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  const wide = await on.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBeLessThanOrEqual(0)
}

test('those who have not answered are reminded once, after the mail was read; none of these is an answer', async ({
  browser,
}) => {
  const { world, mailbox } = stage
  week = await world.make()
  const press = { ...(await world.version(week.id)), deadline: world.deadline() }
  await world.must(openForm(world.ctx, week.id, press))
  expect((await app.tick())?.ok).toBe(true)
  await expect.poll(() => mailbox.received.length).toBe(4)

  const first = await phoneOf(browser, 0)
  await first.getByRole('button', { name: 'None of these' }).click()
  await saved(first)
  await choose(first, 'Yes')
  await save(first)
  await saved(first)
  await first.getByRole('button', { name: 'None of these' }).click()
  await first.getByRole('button', { name: 'Put back what I had chosen' }).click()
  await saved(first)
  await expect(first.getByRole('radio', { name: 'Yes', checked: true })).toHaveCount(3)
  await first.getByRole('button', { name: 'None of these' }).click()
  await expect(first.getByRole('button', { name: 'Put back what I had chosen' })).toBeVisible()
  await saved(first)
  await expectAccessible(first)
  await first.context().close()

  await ready(page, `/roster/${week.id}`)
  await page.getByRole('button', { name: 'Remind those who have not answered' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('They get it: 3')).toBeVisible()
  const frame = dialog.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'When can you work, Tender?' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send 3 reminders' }).click()
  await expect(page.getByText('3 reminders are on the way.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remind those who have not answered' })).toBeFocused()
  await expect.poll(() => mailbox.received.length, { timeout: 30_000 }).toBe(7)
  expect(
    mailbox.received
      .slice(4)
      .map(({ to }) => to.slice(0, 7))
      .sort(),
  ).toEqual(['tender2', 'tender3', 'tender4'])
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  await expect(page.getByText('Everybody who can be written to has answered or was reminded.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Silent' }).getByText(/^reminded /)).toHaveCount(3)
  await page.getByRole('button', { name: 'The answer of Tender 1' }).click()
  await expect(page.getByRole('dialog').getByText('No', { exact: true })).toHaveCount(3)
  await page.keyboard.press('Escape')
})

test('a draft survives a closed tab, and a time that moves is to be confirmed (case A6)', async ({ browser }) => {
  const second = await phoneOf(browser, 1)
  await choose(second, 'Yes')
  await second.getByLabel('Anything to say?').fill('After six, please.')
  const context = second.context()
  await second.close()
  const again = await context.newPage()
  await ready(again, `/availability/${tokenOf(week.id, week.tenders[1]?.id ?? '')}`)
  await expect(again.getByLabel('Anything to say?')).toHaveValue('After six, please.')
  await save(again)
  await saved(again)

  await ready(page, `/roster/${week.id}`)
  await page.getByRole('button', { name: 'Change the shifts' }).click()
  await page.getByRole('button', { name: /^Change Mon/ }).click()
  await page.getByRole('group', { name: 'Starts' }).getByRole('spinbutton').first().focus()
  await page.keyboard.type('1830')
  await expect(page.getByText('2 answers of it are kept, and to be confirmed by who gave them.')).toBeVisible()
  await page.getByRole('button', { name: 'Save the shift' }).click()
  await expect(page.getByText('2 answers from before its time changed')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Take out Wed/ }).click()
  await expect(page.getByText(/2 people have answered it/)).toBeVisible()
  await page.getByRole('button', { name: 'Take the shift out' }).click()
  await expect(page.getByRole('button', { name: /^Take out Wed/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Change the shifts' })).toBeFocused()
  await expect(page.getByText(/2 people answered before a time changed/)).toBeVisible()

  // The page that was open all the while shows the old time: what it sends is not taken for the new one.
  await save(again)
  await expect(again.getByText(/The shifts of this week changed since you opened the page/)).toBeVisible()
  await again.reload()
  await again.locator('html[data-ready]').waitFor()
  await expect(again.getByText(/^Changed, was Mon \d+, 18:00 – 23:00, Bar: confirm$/)).toBeVisible()
  await expect(again.getByRole('radiogroup')).toHaveCount(2)
  await save(again)
  await saved(again)
  await expect(again.getByText(/: confirm$/)).toHaveCount(0)
  await expectAccessible(again)
  await context.close()
  await expect(page.getByText(/1 person answered before a time changed/)).toBeVisible({ timeout: 30_000 })
})

test('an answer a moment after closing is late: said, kept, beside Generate, taken in by one button (case A4)', async ({
  browser,
}) => {
  const { world } = stage
  for (const state of ['CLOSED', 'ASSIGNED']) {
    const third = await phoneOf(browser, state === 'CLOSED' ? 2 : 3)
    await choose(third, 'Yes')
    if (state === 'CLOSED') await world.must(close(world.ctx, week.id, await world.version(week.id)))
    await save(third)
    await expect(third.getByText('This is late')).toBeVisible()
    await expect(third.getByText(/^Saved at .*, as late\. Whoever makes the roster sees it\.$/)).toBeVisible()
    await third.context().close()
    await ready(page, `/roster/${week.id}`)
    await expect(page.getByText(/^Tender \d came late,/)).toBeVisible()
    await page.getByRole('button', { name: /^Take it in and (re)?generate$/ }).click()
    await expect(page.getByText(/^Tender \d came late,/)).toHaveCount(0)
    await expect.poll(async () => (await world.week(week.id)).state).toBe('ASSIGNED')
  }
  expect(await listShifts(world.ctx, week.id)).toHaveLength(2)
  expect(await generate(world.ctx, week.id, await world.version(week.id))).toMatchObject({ ok: false })
})
