import { type Browser, expect, type Page, test } from '@playwright/test'
import { hashPassword } from '@/lib/access/passwords/effects'
import { ROLES } from '@/lib/access/rules'
import { insertUser } from '@/lib/access/users/data'
import { as, SYSTEM } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { FLAG_ID } from '@/lib/roster/cutover/machine'
import { type App, startApp } from '@/lib/testing/app'
import { flagTo, rehearsed } from '@/lib/testing/two-engines'
import { actionNamed, setStage, signedIn } from './stage'
import { violationsOf } from './violations'

/** The cut-over on servers of its own: a company in its gap, with the old engine in charge. */
const PASSWORD = 'the-anchor-at-eight'
const PAGE = '/roster/cutover'

test.describe.configure({ mode: 'serial', timeout: 240_000 })

let stage: Awaited<ReturnType<typeof setStage>>
let app: App
let page: Page
let rosterId: string
const end: (() => unknown)[] = []

async function signIn(browser: Browser, on: App, email = 'olive@anchor.test'): Promise<Page> {
  const desk = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  end.push(() => desk.close())
  const opened = await desk.newPage()
  await opened.goto(`${on.url}/sign-in`)
  await ready(opened)
  await opened.getByLabel('E-mail address').fill(email)
  await opened.getByLabel('Password').fill(PASSWORD)
  await opened.keyboard.press('Enter')
  await opened.waitForURL((url) => url.pathname === '/')
  await ready(opened)
  return opened
}

const ready = (on: Page) => on.locator('html[data-ready]').waitFor()
async function look(on: Page, path: string) {
  await on.goto(new URL(path, on.url()).href)
  await ready(on)
}

async function expectAccessible(on: Page) {
  for (const size of [
    { width: 360, height: 780 },
    { width: 1280, height: 900 },
  ]) {
    await on.setViewportSize(size)
    for (const colorScheme of ['dark', 'light'] as const) {
      await on.emulateMedia({ colorScheme })
      const violations = await violationsOf(on)
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    }
    const wide = await on.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide, 'the page itself never scrolls sideways').toBeLessThanOrEqual(0)
  }
}

const gate = (on: Page, title: string | RegExp) =>
  on
    .getByRole('list', { name: /^Before / })
    .getByRole('listitem')
    .filter({ hasText: title })
const banner = (on: Page) => on.getByRole('complementary', { name: 'About this installation' })
const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true })
const health = async (of: App) => (await (await fetch(`${of.url}/api/health`)).json()).rosterEngine
const flag = async () => (await stage.world.db.cutover.findUniqueOrThrow({ where: { id: FLAG_ID } })).state

/** Presses what the dialog asks, and waits for the toast. */
async function confirmed(on: Page, label: string, says: RegExp) {
  await on.getByRole('dialog').getByRole('button', { name: label, exact: true }).press('Enter')
  await expect(on.getByRole('dialog')).toHaveCount(0)
  await expect(on.getByText(says).first()).toBeVisible({ timeout: 20_000 })
}

test.beforeAll(async ({ browser }) => {
  stage = await setStage()
  end.push(stage.end)
  const { world } = stage
  rosterId = (await world.roster()).id
  await world.dormant()
  const passwordHash = await hashPassword(PASSWORD)
  for (const role of ROLES) {
    const email = `a-${role}@anchor.test`
    await insertUser(as(world.ctx, SYSTEM), { name: role, email, emailNorm: email, role, passwordHash })
  }
  app = await startApp({ databaseUrl: world.database.url, smtpPort: stage.mailbox.port, port: 3690 })
  end.push(app.stop)
  page = await signIn(browser, app)
})
test.afterAll(async () => {
  for (const undo of end.reverse()) await undo()
})

test('Today begins with the rehearsal, and the rosters’ pages say which engine moves them', async () => {
  const first = page.getByRole('main').getByRole('listitem').first()
  await expect(first).toContainText('Rehearse before the new engine takes over')
  await expect(first.getByRole('link', { name: 'Rehearse a week' })).toHaveAttribute('href', `${PAGE}/rehearsal`)
  await expect(banner(page).getByText('The old engine moves these weeks')).toHaveCount(0)
  await look(page, `/roster?roster=${rosterId}`)
  await expect(banner(page)).toContainText('The old engine moves these weeks')
  await banner(page).getByRole('link', { name: 'See the cut-over' }).click()
  await expect(page).toHaveURL(new RegExp(`${PAGE}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Cut-over' })).toBeVisible()
  await expect(banner(page).getByText('The old engine moves these weeks')).toHaveCount(0)
  expect(await health(app)).toBe('legacy')
})

test('in the gap without a rehearsal: the gates say so, the button is locked and says why', async () => {
  await look(page, '/')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cut-over')
  await page.getByRole('menuitem', { name: /^Cut-over/ }).click()
  await expect(page).toHaveURL(new RegExp(`${PAGE}$`), { timeout: 20_000 })
  await ready(page)
  await expect(gate(page, 'Idle gap')).toContainText('No form is open')
  await expect(gate(page, 'Rehearsed on this build')).toContainText('No rehearsal has been signed yet.')
  await expect(gate(page, 'Not switched off')).toContainText('may run on this server')
  await expect(gate(page, 'No action in flight')).toBeVisible()
  await expect(gate(page, 'No mail unknown')).toBeVisible()
  const live = button(page, 'Go live')
  await expect(live).toHaveAttribute('aria-disabled', 'true')
  await expect(live).toHaveAccessibleDescription('Rehearse a week first.')
  await live.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Begin a rehearsal' })).toHaveAttribute('href', `${PAGE}/rehearsal`)
  await expect(page.getByText('Nobody has rehearsed yet')).toBeVisible()
  await expectAccessible(page)
})

test('a week that is opened closes the gap while the page stands open, and leads to it', async () => {
  const { world } = stage
  const made = await world.weekIn('APPROVED')
  await expect(gate(page, 'Idle gap')).toContainText('is approved. Bring it to its end first.', { timeout: 30_000 })
  await expect(button(page, 'Go live')).toHaveAccessibleDescription('A week is under way: bring it to its end first.')
  await gate(page, 'Idle gap').getByRole('link', { name: 'Open the week' }).click()
  await expect(page).toHaveURL(new RegExp(`/roster/${made.id}$`))
  await expect(banner(page)).toContainText('The old engine moves these weeks')
  await world.must(world.queue(made))
  await app.tick()
  await expect.poll(async () => (await world.week(made.id)).state, { timeout: 30_000 }).toBe('SENT')
  await look(page, PAGE)
  await expect(gate(page, 'Idle gap')).toContainText('No form is open')
})

test('a rehearsal that is signed for the sources counts on the build of them', async () => {
  await rehearsed(stage.world.ctx, rosterId)
  await look(page, PAGE)
  await expect(gate(page, 'Rehearsed on this build')).toContainText(/^Rehearsed on this build, open.*Olive signed it/)
})

test('going live asks first, is done once from two pages, and the banner is gone', async ({ browser }) => {
  const other = await signIn(browser, app, 'oscar@anchor.test')
  await look(other, PAGE)
  await button(page, 'Go live').click()
  await expect(page.getByRole('dialog')).toContainText('the old weekly clock stands down')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Go live')).toBeFocused()
  expect(await flag()).toBe('DORMANT')
  await button(page, 'Go live').press('Enter')
  // The pointer comes to rest on the list beneath: what the reader did themselves is shown there all the same.
  const happened = page.getByRole('list', { name: /^What happened to the engines/, includeHidden: true })
  const box = await happened.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 20)
  await confirmed(page, 'Go live', /The new engine moves every week from now on\./)
  expect([await flag(), await health(app)]).toEqual(['LIVE', 'v2'])
  await expect(page.getByRole('heading', { name: 'Before rolling back' })).toBeVisible()
  await expect(happened).toContainText('new engine')
  await expect(page.getByRole('button', { name: /new: show/ })).toHaveCount(0)
  // The page of another operator is behind; its press is refused in a sentence, and it shows what is true now.
  if (await button(other, 'Go live').isVisible()) {
    await button(other, 'Go live').click()
    await confirmed(other, 'Go live', /The new engine is live already\.|were changed over since you looked\./)
  }
  await expect(button(other, 'Roll back')).toBeVisible({ timeout: 30_000 })
  await look(page, `/roster?roster=${rosterId}`)
  await expect(banner(page).getByText('The old engine')).toHaveCount(0)
})

test('rolling back asks for a word, and going live again for another rehearsal', async () => {
  await look(page, PAGE)
  await expectAccessible(page)
  await button(page, 'Roll back').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Roll back' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Type “roll back” to go on').fill('roll back')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/The old engine moves every week from now on/).first()).toBeVisible()
  expect([await flag(), await health(app)]).toEqual(['DORMANT', 'legacy'])
  await expect(gate(page, 'Rehearsed on this build')).toContainText('before the engines were last changed over')
  await expect(button(page, 'Go live')).toHaveAccessibleDescription('Rehearse a week first.')
  await expect(page.getByRole('list', { name: /^What happened to the engines/ })).toContainText('old engine')
})

test.describe('a server whose switch is off', () => {
  let off: App
  let desk: Page
  let weeks: { today: string; week: string; list: string }

  test.beforeAll(async ({ browser }) => {
    const { world } = stage
    await flagTo(world.ctx, 'LIVE', rosterId)
    weeks = {
      today: (await world.weekIn('ASSIGNED')).id,
      week: (await world.weekIn('COLLECTING')).id,
      list: (await world.weekIn('CLOSED')).id,
    }
    const { url } = world.database
    off = await startApp({ databaseUrl: url, smtpPort: stage.mailbox.port, port: 3691, killed: true })
    end.push(off.stop)
    desk = await signIn(browser, off)
  })

  const ofOld = async (id: string) => (await stage.world.db.rosterRun.findUniqueOrThrow({ where: { id } })).v2State
  const ask = async (id: string) => {
    await confirmed(desk, 'Finish with the old engine', /The old engine goes on with this week/)
    await expect.poll(() => ofOld(id)).toBeNull()
  }

  test('says so in health, above the rosters and on its page; the other server does not', async () => {
    expect([await health(off), await health(app)]).toEqual(['killed', 'v2'])
    await look(desk, `/roster?roster=${rosterId}`)
    await expect(banner(desk)).toContainText('The new engine is switched off on this server.')
    await look(desk, PAGE)
    await expect(desk.getByText('take PUB_SCHEDULER_V2=off out of the environment')).toBeVisible()
    await expect(button(desk, 'Roll back')).toHaveAccessibleDescription(/A week is under way/)
    await expectAccessible(desk)
  })

  test('each week that it caught has its button: on Today', async () => {
    await look(desk, '/')
    const entry = desk.locator(`[data-entry="run:${weeks.today}:halfDone"]`)
    await expect(entry).toContainText('The new engine is switched off while this week is half-way')
    await expectAccessible(desk)
    await entry.getByRole('button', { name: 'Finish with the old engine' }).click()
    await ask(weeks.today)
    await expect(entry).toHaveCount(0)
  })

  test('on the page of the week, which then goes on with the old engine', async () => {
    await look(desk, `/roster/${weeks.week}`)
    await expect(desk.getByRole('heading', { name: 'This week waits: the new engine is switched off.' })).toBeVisible()
    for (const name of ['Close the form', 'Change the shifts', 'Week settings'])
      await expect(button(desk, name)).toHaveCount(0)
    await expectAccessible(desk)
    await button(desk, 'Finish with the old engine').click()
    await ask(weeks.week)
    await expect(button(desk, 'Close the form')).toBeEnabled()
  })

  test('on the page of the cut-over', async () => {
    await look(desk, PAGE)
    await button(desk, 'Finish with the old engine').click()
    await ask(weeks.list)
    await expect(desk.getByText('Half-way when the new engine was switched off')).toHaveCount(0)
  })

  test('and the server that is not switched off takes them over again', async () => {
    await app.tick()
    expect(await Promise.all(Object.values(weeks).map(ofOld))).toEqual(['ASSIGNED', 'COLLECTING', 'CLOSED'])
  })
})

test('roles: an admin and an operator may, nobody else sees or moves anything', async () => {
  const { world } = stage
  const before = await world.db.cutover.findUniqueOrThrow({ where: { id: FLAG_ID } })
  const press = { commandId: newId(), version: before.version }
  const inputs = {
    goLive: press,
    rollBack: press,
    finishWithOld: { ...press, runId: newId() },
  }
  const found: Record<string, unknown> = {}
  for (const role of ROLES) {
    const visitor = await signedIn(app.url, `a-${role}@anchor.test`)
    const page = (await visitor.fetch(PAGE)).status
    const polled = (await visitor.fetch(`${PAGE}/live`)).status
    const codes = []
    for (const [name, input] of Object.entries(inputs))
      codes.push((await visitor.call({ ...actionNamed(name), page: PAGE }, [input])).code)
    found[role] = [page, polled, ...codes]
  }
  const may = [200, 200, 'refused', 'refused', 'not_found']
  const not = [404, 403, 'forbidden', 'forbidden', 'forbidden']
  expect(found).toEqual({ admin: may, operator: may, editor: not, office: not, engineer: not, supervisor: not })
  expect(await world.db.cutover.findUniqueOrThrow({ where: { id: FLAG_ID } })).toEqual(before)
})
