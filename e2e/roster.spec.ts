import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { convertIcsCalendar } from 'ts-ics'
import { hashPassword } from '@/lib/access/passwords/effects'
import { insertUser } from '@/lib/access/users/data'
import { context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { addDays } from '@/lib/platform/plain-date'
import { formatDate, formatLocalRange } from '@/lib/platform/zone-format'
import { firstInstantOf } from '@/lib/platform/zones'
import { type App, startApp } from '@/lib/testing/app'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { startTestServer } from '@/lib/testing/server'
import { openInbox } from './inbox'
import { violationsOf } from './violations'

/** One real week, from an empty company to the schedule in everybody's inbox, on a server and mails of its own. */
const ZONE = 'Europe/London'
const OPERATOR = { name: 'Olive', email: 'olive@anchor.test', password: 'the-anchor-at-eight' }
const PEOPLE = ['Amara Obi', 'Ben Carrow', 'Chloe Fenn', 'Dev Patel']
const addressOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@ship.test`
const PHONE = { width: 360, height: 780 }

test.describe.configure({ mode: 'serial', timeout: 240_000 })

let database: TestDatabase
let db: ReturnType<typeof connect>
let inbox: Awaited<ReturnType<typeof openInbox>>
let app: App
let page: Page
const end: (() => unknown)[] = []
/** What each test leaves for the next: the week's Monday, its page, the links. */
let weekOf = ''
let week = ''
const links = new Map<string, string>()

test.beforeAll(async ({ browser }) => {
  const { server, stop } = await startTestServer()
  end.push(stop)
  database = await testDatabase(server)
  db = connect(database.url)
  end.push(
    () => database.drop(),
    () => db.$disconnect(),
  )
  const ctx = context({ actor: SYSTEM, db, shift: 0 })
  await db.company.create({ data: { id: newId(), name: 'The Ship', zone: ZONE, sample: false, createdAt: ctx.now() } })
  const { name, email, password } = OPERATOR
  const passwordHash = await hashPassword(password)
  await insertUser(ctx, { name, email, emailNorm: email, role: 'operator', passwordHash })
  inbox = await openInbox()
  end.push(inbox.close)
  app = await startApp({ databaseUrl: database.url, port: 3650, smtpPort: inbox.port })
  end.push(app.stop)
  const desk = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  end.push(() => desk.close())
  page = await desk.newPage()
})
test.afterAll(async () => {
  for (const undo of end.reverse()) await undo()
})

async function open(on: Page, path: string) {
  await on.goto(path.startsWith('http') ? path : app.url + path)
  await on.locator('html[data-ready]').waitFor()
}

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: typeof name === 'string' })
const field = (name: string): Locator => page.getByRole('textbox', { name })
const said = (text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** Types into a date or time of segments: digits alone, one segment after the other. */
async function typeSegments(label: string, digits: string) {
  await page.getByRole('group', { name: label }).getByRole('spinbutton').first().focus()
  await page.keyboard.type(digits)
}

async function expectAccessible(on: Page) {
  const violations = await violationsOf(on)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  const wide = await on.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide, 'the page itself never scrolls sideways').toBeLessThanOrEqual(0)
}

test('an empty company is led to its first roster; a zone that does not exist is refused', async () => {
  await open(page, '/sign-in')
  await field('E-mail address').fill(OPERATOR.email)
  await field('Password').fill(OPERATOR.password)
  await button('Sign in').click()
  await said('No roster yet')
  await page.getByRole('link', { name: 'Make the first roster' }).click()
  await field('Name').fill('The Ship')
  await field('Time zone').fill('Europe/Londn')
  await button('Make the roster').click()
  await said(/There is no time zone "Europe\/Londn"/)
  await expect(field('Name')).toHaveValue('The Ship')
  await field('Time zone').fill(ZONE)
  await button('Make the roster').click()
  await page.waitForURL('**/roster/shifts?**')
  await said('No shifts yet')
})

test('the weekly pattern takes a shift over midnight and refuses one without length', async () => {
  await button('Add a shift').click()
  await typeSegments('Starts', '2000')
  await typeSegments('Ends', '2000')
  await button('Add the shift').click()
  await said('A shift cannot end at the minute it starts. Choose a later end.')
  await typeSegments('Ends', '0030')
  await said('Ends 00:30 on Saturday.')
  await page.getByRole('checkbox', { name: 'Wants a key holder' }).check({ force: true })
  await button('Add the shift').click()
  await said('20:00 – 00:30')
  await button('Add a shift').click()
  await button(/Day/).click()
  await page.getByRole('option', { name: 'Saturday' }).click()
  await typeSegments('Starts', '1200')
  await typeSegments('Ends', '0700')
  await button('Add the shift').click()
  await said(/That is 19 h/)
  await typeSegments('Ends', '1700')
  await field('What is done').fill('Kitchen')
  await button('Add the shift').click()
  await said('12:00 – 17:00')
})

test('tenders are added; an address that is none and one that is taken are refused', async () => {
  await page.getByRole('link', { name: 'Tenders' }).click()
  await said('No tenders yet')
  const add = async (name: string, address: string) => {
    await button('Add a tender').click()
    await field('Name').fill(name)
    await field('E-mail address').fill(address)
    if (name === 'Amara Obi') await page.getByRole('checkbox', { name: 'Holds a key' }).check({ force: true })
    await button('Add the tender').click()
  }
  for (const name of PEOPLE) {
    await add(name, addressOf(name))
    await expect(page.getByRole('rowheader', { name: new RegExp(name) })).toBeVisible()
  }
  await add('Elin Berg', 'elin at ship')
  await said(/This is not an e-mail address/)
  await expect(field('Name')).toHaveValue('Elin Berg')
  await field('E-mail address').fill('AMARA.obi@ship.test')
  await button('Add the tender').click()
  await said(/Amara Obi has this address/)
  await field('E-mail address').fill('elin@ship.test')
  await button('Add the tender').click()
  await page.getByRole('button', { name: 'Change Elin Berg' }).click()
  await page.getByRole('menuitem', { name: /Make not active/ }).click()
  await said('Not active')
  await expectAccessible(page)
})

test('a week is made and its form opened; a deadline that has passed is refused', async () => {
  await page.getByRole('link', { name: 'Weeks' }).click()
  await button('Make the next week').click()
  await button('Make the week').click()
  await page.waitForURL(/\/roster\/[0-9a-f-]{36}$/)
  await page.locator('html[data-ready]').waitFor()
  week = new URL(page.url()).pathname
  const row = await db.rosterRun.findFirstOrThrow()
  weekOf = row.weekOf.toISOString().slice(0, 10)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(formatDate(weekOf, 'week'))
  await said('Close the form')
  await button('Open the form').click()
  const dialog = page.getByRole('dialog')
  await typeSegments('Answers count until', '01012026')
  await dialog.getByRole('button', { name: 'Open the form' }).click()
  await said('This deadline has passed already. Choose a later one.')
  await dialog.getByRole('button', { name: 'Leave it' }).click()
  await button('Open the form').click()
  await dialog.getByRole('button', { name: 'Open the form' }).click()
  await said('Answers are coming in.')
  await expect.poll(() => inbox.count(), { timeout: 20_000 }).toBe(PEOPLE.length)
  for (const name of PEOPLE) {
    const [mail] = inbox.of(addressOf(name))
    links.set(name, /http:\/\/\S+\/availability\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '')
  }
  expect(new Set(links.values()).size).toBe(PEOPLE.length)
  await expectAccessible(page)
})

async function answer(browser: Browser, name: string, choices: string[], note = '') {
  const phone = await (await browser.newContext({ viewport: PHONE, timezoneId: 'America/Los_Angeles' })).newPage()
  await open(phone, links.get(name) ?? '')
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(`When can you work, ${name.split(' ')[0]}?`)
  const rows = phone.getByRole('radiogroup')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toHaveAccessibleName(/^Fri \d+, 20:00 – 00:30, Bar/)
  for (const [index, choice] of choices.entries()) await rows.nth(index).getByText(choice, { exact: true }).click()
  if (note) await phone.getByLabel('Anything to say?').fill(note)
  return phone
}
const save = (phone: Page) => phone.getByRole('button', { name: 'Save my answer' }).click()

test('tenders answer on their phones, in the pub’s time; looking at a link writes nothing', async ({ browser }) => {
  const events = () => db.auditEvent.count()
  const before = await events()
  for (const method of ['GET', 'HEAD', 'GET'])
    expect((await fetch(links.get('Amara Obi') ?? '', { method })).ok).toBe(true)
  expect(await events()).toBe(before)

  const amara = await answer(browser, 'Amara Obi', ['Yes'])
  await save(amara)
  await expect(amara.getByText('One shift has no answer')).toBeVisible()
  await amara.reload()
  await amara.locator('html[data-ready]').waitFor()
  await amara.getByRole('radiogroup').nth(1).getByText('Yes', { exact: true }).click()
  await save(amara)
  await expect(amara.getByText(/^Saved at \d\d:\d\d (GMT|BST)\. Change it as often as you like\.$/)).toBeVisible()
  await expectAccessible(amara)
  await amara.context().close()

  const ben = await answer(browser, 'Ben Carrow', ['Yes', 'If needed'], 'Late train, after 20:15 please.')
  await ben.context().setOffline(true)
  await save(ben)
  await expect(ben.getByText(/This phone is offline/)).toBeVisible()
  await ben.context().setOffline(false)
  await save(ben)
  await expect(ben.getByText(/^Saved at/)).toBeVisible()
  await ben.context().close()

  const chloe = await answer(browser, 'Chloe Fenn', ['No', 'No'])
  await save(chloe)
  await expect(chloe.getByText(/^Saved at/)).toBeVisible()
  await chloe.context().close()

  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  await said('3 of 4')
  await expect(page.getByRole('region', { name: 'Silent' }).getByText('Dev Patel')).toBeVisible()
  await said('Late train, after 20:15 please.')
})

test('an answer after closing is late: kept, said, and taken in by one button', async ({ browser }) => {
  await button('Close the form').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close the form' }).click()
  await said('Generate the roster.')
  const dev = await answer(browser, 'Dev Patel', ['No', 'Yes'])
  await expect(dev.getByText('This is late')).toBeVisible()
  await save(dev)
  await expect(dev.getByText(/^Saved at .*, as late\. Whoever makes the roster sees it\.$/)).toBeVisible()
  await dev.context().close()
  await expect(page.getByText(/Dev Patel came late/)).toBeVisible({ timeout: 30_000 })
  await button('Take it in and generate').click()
  await said('Read it through, then approve.')
  await said('4 of 4 seats filled.')
})

/** A cell of the grid by its person and the day of its shift; its name says what is in it. */
const cell = (name: string, day: string): Locator =>
  page.getByRole('gridcell', { name: new RegExp(`^${name}, ${day} `) })
const cellSays = (name: string, day: string, words: RegExp) => expect(cell(name, day)).toHaveAccessibleName(words)

/** Drags the seat in one cell onto another, as a hand does: down, on the way, there, up. */
async function dragSeat(from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('a cell is not drawn')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 10, start.y + start.height / 2 + 4)
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 })
  await page.mouse.up()
}

test('the roster is changed in its grid: pinned and banned by keys, dragged, undone, and each cell says why', async () => {
  await cell('Amara Obi', 'Fri').focus()
  await page.keyboard.press('p')
  await said(/^Amara Obi is pinned to Fri \d+ 20:00/)
  await cellSays('Amara Obi', 'Fri', /: picked, pinned$/)
  await expect(cell('Amara Obi', 'Fri')).toBeFocused()
  await page.keyboard.press('w')
  await expect(page.getByRole('heading', { name: /^Why Amara on Fri \d+ 20:00 Bar\?$/ })).toBeVisible()
  await said('Amara was pinned by an operator.')

  // A person who said no: their no is shown beside the seat that they are given all the same.
  await dragSeat(cell('Ben Carrow', 'Fri'), cell('Chloe Fenn', 'Fri'))
  await said(/^Chloe Fenn works Fri .* in place of Ben Carrow, pinned\.$/)
  await cellSays('Chloe Fenn', 'Fri', /: picked, pinned, said no$/)
  await cellSays('Ben Carrow', 'Fri', /: could$/)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await said('Undone: it is as it was before.')
  await cellSays('Ben Carrow', 'Fri', /: picked$/)
  await cellSays('Chloe Fenn', 'Fri', /: said no$/)

  // Refused by the rules: taken back at once, with who is in the way.
  await cell('Chloe Fenn', 'Sat').click()
  await page.getByRole('menuitem', { name: /Pin here/ }).click()
  await said(/^Sat \d+ 12:00 Kitchen is full: Amara Obi and Dev Patel have its 2 seats\./)
  await cellSays('Chloe Fenn', 'Sat', /: said no$/)

  // By keys alone: up from Chloe to Ben, ban him; the seat is empty and says so.
  await cell('Chloe Fenn', 'Sat').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(cell('Ben Carrow', 'Fri')).toBeFocused()
  await page.keyboard.press('b')
  await said(/^Ben Carrow is banned from Fri/)
  await cellSays('Ben Carrow', 'Fri', /: banned, could$/)
  await said(/^Fri \d+ 20:00 Bar: 1 seat empty/)
  await page.keyboard.press('w')
  await said(/^Ben is banned from this shift\./)
  expect(await db.ban.count()).toBe(1)
  await expectAccessible(page)
})

test('a regenerate says what changed, person by person, and why', async () => {
  await cell('Ben Carrow', 'Fri').focus()
  await page.keyboard.press('b')
  await said(/^Ben Carrow may work Fri .* again\.$/)
  await button('Regenerate the roster').click()
  await said(/1 change since the last generate: Ben in on Fri/)
  await cellSays('Ben Carrow', 'Fri', /: picked, new$/)
  await cellSays('Amara Obi', 'Fri', /: picked, pinned$/)
  await button('Show changes').click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByRole('listitem').filter({ hasText: 'Ben Carrow' }).or(dialog.getByText(/^Ben$/)),
  ).toBeVisible()
  await expect(dialog.getByText(/^in on Fri/)).toBeVisible()
  await expect(dialog.getByText(/^Pinned: Amara on Fri/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await button('Regenerate the roster').click()
  await said('Nothing changed since the last generate.')
})

test('a seat is picked up and dropped by keys; the keys are listed', async () => {
  await cell('Ben Carrow', 'Fri').focus()
  await page.keyboard.press('x')
  await said(/^The seat of Ben Carrow on Fri .* is picked up/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: /Take off this shift/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell('Ben Carrow', 'Fri')).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Pick a seat up, then drop it: a move or an exchange')).toBeVisible()
  await page.keyboard.press('Escape')
  await cell('Dev Patel', 'Sat').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowUp')
  await expect(cell('Chloe Fenn', 'Sat')).toBeFocused()
  await page.keyboard.press('x')
  await cellSays('Chloe Fenn', 'Sat', /: picked, pinned/)
  await said(/^Chloe Fenn works Sat .* in place of Dev Patel/)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await cellSays('Dev Patel', 'Sat', /: picked$/)
  await expect(page.getByText('Undone: it is as it was before.').last()).toBeVisible()
})

test('a wrong link says whom to ask, and not whether it ever was one', async ({ browser }) => {
  const phone = await browser.newPage({ viewport: PHONE })
  const response = await phone.goto(`${app.url}/availability/${'x'.repeat(43)}`)
  expect(response?.status()).toBe(404)
  await expect(phone.getByText(/Ask whoever runs the roster/)).toBeVisible()
  await phone.close()
})

test('a page that is behind says so, and its button is refused in words', async ({ browser }) => {
  const other = await browser.newPage({ storageState: await page.context().storageState() })
  await open(other, week)
  await button('Approve the roster').click()
  await said('Send the schedule.')
  await other.getByRole('button', { name: 'Approve the roster' }).click()
  await expect(other.getByText(/changed since you looked|The roster is approved/).first()).toBeVisible()
  await other.close()
})

test('Send asks to type the week, and each active tender has one schedule with their own shifts', async () => {
  const sending = inbox.count()
  await button('Send the schedule').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Send 4 mails' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel(/Type the week/).fill(weekOf)
  await dialog.getByRole('button', { name: 'Send 4 mails' }).click()
  await said('The schedule is out.')
  await said(/4 of 4 mails sent/)
  expect(inbox.count()).toBe(sending + PEOPLE.length)
  await expectAccessible(page)

  const friday = addDays(weekOf, 4)
  const saturday = addDays(weekOf, 5)
  const at = (local: string) => firstInstantOf(ZONE, local)
  const shifts = {
    bar: [at(`${friday}T20:00`), at(`${saturday}T00:30`)],
    kitchen: [at(`${saturday}T12:00`), at(`${saturday}T17:00`)],
  } as const
  const worked: Record<string, (keyof typeof shifts)[]> = {
    'Amara Obi': ['bar', 'kitchen'],
    'Ben Carrow': ['bar'],
    'Chloe Fenn': [],
    'Dev Patel': ['kitchen'],
  }
  for (const name of PEOPLE) {
    const schedules = inbox.of(addressOf(name)).slice(1)
    expect(schedules, name).toHaveLength(1)
    const [mail] = schedules
    const text = mail?.text ?? ''
    for (const [from, to] of Object.values(shifts)) expect(text).toContain(formatLocalRange(ZONE, from, to, 'full'))
    for (const other of ['Amara Obi', 'Ben Carrow', 'Dev Patel']) expect(text).toContain(other)
    const mine = worked[name] ?? []
    const attached = mail?.attachments.find(({ contentType }) => contentType === 'text/calendar')
    const events = attached ? (convertIcsCalendar(undefined, attached.content.toString('utf8')).events ?? []) : []
    const spans = events.map(({ start, end: until }) => [start.date.toISOString(), until?.date.toISOString()])
    expect(spans, `the calendar of ${name}`).toEqual(mine.map((key) => shifts[key].map((date) => date.toISOString())))
  }
  expect(inbox.of('elin@ship.test')).toEqual([])
})

test('once it is out nothing moves: the form says so, and the week stays sent', async ({ browser }) => {
  const phone = await browser.newPage({ viewport: PHONE })
  await open(phone, links.get('Ben Carrow') ?? '')
  await expect(phone.getByText('The schedule is out')).toBeVisible()
  await phone.close()
  await app.tick()
  expect(inbox.count()).toBe(2 * PEOPLE.length)
  expect(await db.rosterRun.findFirstOrThrow()).toMatchObject({ v2State: 'SENT', status: 'sent' })
})
