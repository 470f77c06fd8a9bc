import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { convertIcsCalendar } from 'ts-ics'
import { ensureLinks } from '@/lib/roster/links/effects'
import { listSeats, listShifts } from '@/lib/roster/week/data'
import { type App, startApp } from '@/lib/testing/app'
import { openInbox } from './inbox'
import { actionNamed, OPERATORS, setStage, signedIn } from './stage'
import { violationsOf } from './violations'

/** One swap of a sent week, by the three people that it needs, each at their own screen. */
const PHONE = { width: 360, height: 780 }
test.describe.configure({ mode: 'serial', timeout: 180_000 })

let stage: Awaited<ReturnType<typeof setStage>>
let inbox: Awaited<ReturnType<typeof openInbox>>
let app: App
let week: { id: string; weekOf: string; tenders: { id: string; name: string }[] }
let giver: Person
let taker: Person
let desk: BrowserContext
const open: BrowserContext[] = []

type Person = { id: string; name: string; email: string; page: string; calendar: string }

test.beforeAll(async ({ browser }) => {
  stage = await setStage()
  inbox = await openInbox()
  const { world } = stage
  week = await world.weekIn('APPROVED', { tenders: 6 })
  app = await startApp({ databaseUrl: world.database.url, port: 3655, smtpPort: inbox.port })
  const olive = await signedIn(app.url, OPERATORS[0] ?? '')
  const bound = await world.bound(week.id)
  const press = { commandId: crypto.randomUUID(), runId: week.id, ...bound, typed: week.weekOf }
  expect((await olive.call(actionNamed('sendSchedule'), [press])).code).toBe('ok')
  await expect.poll(async () => (await world.week(week.id)).state).toBe('SENT')

  const [first] = await listShifts(world.ctx, week.id)
  const on = (await listSeats(world.ctx, week.id)).filter((seat) => seat.shiftId === first?.id)
  const isOn = ({ id }: { id: string }) => on.some((seat) => seat.tenderId === id)
  giver = await personOf(week.tenders.find(isOn)?.id ?? '')
  taker = await personOf(week.tenders.find((tender) => !isOn(tender))?.id ?? '')
  desk = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  open.push(desk)
  await desk.addCookies([...olive.cookies].map(([name, value]) => ({ name, value, url: app.url })))
})
test.afterAll(async () => {
  for (const each of open) await each.close()
  await app?.stop()
  await inbox?.close()
  await stage?.end()
})

async function personOf(id: string): Promise<Person> {
  const { name, email } = await stage.world.db.tender.findUniqueOrThrow({ where: { id } })
  const [page, calendar] = await Promise.all(
    (['page', 'calendar'] as const).map(async (kind) => (await ensureLinks(stage.world.ctx, kind, [id])).get(id) ?? ''),
  )
  return { id, name, email: email ?? '', page: page ?? '', calendar: calendar ?? '' }
}

async function phoneOf(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE })
  open.push(context)
  const page = await context.newPage()
  await look(page, `/shifts/${person.page}`)
  return page
}

async function look(page: Page, path: string) {
  await page.goto(app.url + path)
  await page.locator('html[data-ready]').waitFor()
}

async function expectAccessible(page: Page) {
  const violations = await violationsOf(page)
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

const feedOf = async (person: Person, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}/calendar/${person.calendar}.ics`, { headers })
  return { response, text: await response.text() }
}
const entries = (text: string) => (convertIcsCalendar(undefined, text).events ?? []).map(({ uid }) => uid)
const swapMails = (person: Person) =>
  inbox.of(person.email).filter(({ subject }) => /takes your shift|one more shift/.test(subject ?? ''))

test('a tender asks by their own page, another offers by keyboard, the operator confirms, and two people have a mail', async ({
  browser,
}) => {
  const before = { giver: await feedOf(giver), taker: await feedOf(taker), mails: inbox.count() }
  const giving = await phoneOf(browser, giver)
  await expectAccessible(giving)
  await giving.getByRole('button', { name: 'Give this shift away' }).first().click()
  await giving.getByLabel('Anything to say to the others?').fill('My sister gets married.')
  await giving.getByRole('button', { name: 'Ask the others' }).click()
  await expect(giving.getByText('You want to give it away')).toBeVisible()

  const taking = await phoneOf(browser, taker)
  await expect(taking.getByText('My sister gets married.')).toBeVisible()
  await taking.getByRole('button', { name: 'I can do it' }).first().focus()
  await taking.keyboard.press('Enter')
  await expect(taking.getByText('You offered to take it')).toBeVisible()
  expect(await taking.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await expectAccessible(taking)
  expect(inbox.count()).toBe(before.mails)

  const page = await desk.newPage()
  await look(page, `/roster/${week.id}`)
  await expect(page.getByText(`${taker.name} would take it from ${giver.name}.`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm the swap' }).click()
  await expect(page.getByText(`${taker.name} instead of ${giver.name}`)).toBeVisible()

  await expect.poll(() => [swapMails(giver).length, swapMails(taker).length]).toEqual([1, 1])
  expect(inbox.count()).toBe(before.mails + 2)
  const [schedule, swap] = [
    inbox.of(taker.email).find(({ subject }) => /schedule|shift/.test(subject ?? '')),
    swapMails(taker)[0],
  ]
  expect(schedule).toBeDefined()
  const after = { giver: await feedOf(giver), taker: await feedOf(taker) }
  const gained = entries(after.taker.text).filter((uid) => !entries(before.taker.text).includes(uid))
  expect(gained).toHaveLength(1)
  expect(entries(after.giver.text)).toHaveLength(entries(before.giver.text).length - 1)
  const [file] = swap?.attachments ?? []
  expect(entries(file?.content.toString() ?? '')).toEqual(gained)

  await look(taking, `/shifts/${taker.page}`)
  await expect(taking.getByText('You offered to take it')).toHaveCount(0)
})

test('a calendar program that has it already is told so, and only its reader may keep it', async () => {
  const { response } = await feedOf(taker)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+, must-revalidate$/)
  const tag = response.headers.get('etag') ?? ''
  expect((await feedOf(taker, { 'if-none-match': tag })).response.status).toBe(304)
  expect((await feedOf(taker, { 'if-none-match': '"another"' })).response.status).toBe(200)
})

test('a link that was taken back opens nothing, and says so without a name', async ({ browser }) => {
  const page = await phoneOf(browser, taker)
  await page.getByRole('button', { name: 'Make a new address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new address' }).click()
  await expect(page.getByText('There is a new calendar address.').first()).toBeVisible()
  const gone = await feedOf(taker)
  expect([gone.response.status, gone.text]).toEqual([410, expect.stringContaining('taken back')])
  const unknown = await fetch(`${app.url}/calendar/${'x'.repeat(43)}.ics`)
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('no calendar')])

  const tenders = await desk.newPage()
  await look(tenders, '/roster/tenders')
  await tenders
    .getByRole('button', { name: new RegExp(`^${giver.name}`) })
    .first()
    .click()
  await tenders.getByRole('button', { name: 'Make a new link' }).click()
  const sure = tenders.getByRole('dialog', { name: /Make a new link for/ })
  await sure.getByRole('button', { name: 'Make a new link' }).click()
  await expect(tenders.getByText(/\/shifts\//)).toBeVisible()
  const fresh = (await tenders.getByText(/\/shifts\//).textContent()) ?? ''
  expect(fresh).not.toContain(giver.page)
  const response = await page.goto(`${app.url}/shifts/${giver.page}`)
  expect(response?.status()).toBe(404)
  await expect(page.getByText('There is no page here')).toBeVisible()
  await expect(page.getByText(giver.name)).toHaveCount(0)
  expect((await page.goto(fresh))?.status()).toBe(200)
})

test('the operator hands a shift over in one dialog', async () => {
  const page = await desk.newPage()
  await look(page, `/roster/${week.id}`)
  await page.getByRole('button', { name: 'Hand a shift over' }).click()
  await page.getByRole('button', { name: /Which shift, and whose/ }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: /Who takes it/ }).click()
  await expect(page.getByText('They work this shift already.').first()).toBeVisible()
  await page.getByRole('option').nth(1).click()
  const mails = inbox.count()
  await page.getByRole('button', { name: 'Hand it over' }).click()
  await expect(page.getByText('Both of them get a mail, nobody else.').first()).toBeVisible()
  await expect.poll(() => inbox.count()).toBe(mails + 2)
})
