import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { addRule } from '@/lib/roster/pairs/process'
import { listSeats } from '@/lib/roster/week/data'
import { type App, startApp } from '@/lib/testing/app'
import { openInbox } from './inbox'
import { OPERATORS, setStage, signedIn } from './stage'

/** An hour of a coordinator: from a list of people in a file to a week that is out, and one swap after it. */
const PHONE = { width: 360, height: 780 }
const PEOPLE = Array.from({ length: 30 }, (_, k) => {
  const number = String(k + 1).padStart(2, '0')
  return { name: `Helper ${number}`, email: `helper${number}@anchor.test`, key: k % 3 === 0 }
})
const CSV = [
  'Name,E-mail,Key holder',
  ...PEOPLE.map(({ name, email, key }) => `${name},${email},${key ? 'yes' : 'no'}`),
  'Bad Address,bad at anchor,no',
  'Second Helper,HELPER02@anchor.test,no',
  ',nobody@anchor.test,no',
  'Half Key,half@anchor.test,perhaps',
].join('\r\n')
const REASONS = [
  '“bad at anchor” is not an e-mail address. Write one such as rosa@example.org, or leave it empty.',
  'Line 3 has this address already. Two people cannot share one.',
  'Give a name.',
  '“perhaps” under Key holder is neither yes nor no.',
]
/** Who stays silent until they are reminded, and after. */
const SILENT = 10

test.describe.configure({ mode: 'serial', timeout: 240_000 })

let stage: Awaited<ReturnType<typeof setStage>>
let inbox: Awaited<ReturnType<typeof openInbox>>
let app: App
let desk: Page
let rosterId: string
let runId: string
const open: BrowserContext[] = []

test.beforeAll(async ({ browser }) => {
  stage = await setStage()
  inbox = await openInbox()
  app = await startApp({ databaseUrl: stage.world.database.url, smtpPort: inbox.port, port: 3690 })
  rosterId = (await stage.world.roster({ tenders: 0 })).id
  const olive = await signedIn(app.url, OPERATORS[0] ?? '')
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  open.push(context)
  await context.addCookies([...olive.cookies].map(([name, value]) => ({ name, value, url: app.url })))
  desk = await context.newPage()
})
test.afterAll(async () => {
  for (const each of open) await each.close()
  await app?.stop()
  await inbox?.close()
  await stage?.end()
})

async function look(page: Page, path: string) {
  await page.goto(path.startsWith('http') ? path : app.url + path)
  await page.locator('html[data-ready]').waitFor()
}

async function phoneAt(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE })
  open.push(context)
  const page = await context.newPage()
  await look(page, url)
  return page
}

const button = (name: string | RegExp): Locator => desk.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = (): Locator => desk.getByRole('dialog')
const said = (text: string | RegExp) => expect(desk.getByText(text).first()).toBeVisible({ timeout: 30_000 })

/** The latest link of a kind in somebody's mails. */
function linkOf(email: string, kind: 'availability' | 'shifts'): string {
  const texts = inbox.of(email).map(({ text }) => text ?? '')
  const [link] = texts.flatMap((text) => text.match(new RegExp(`http://\\S+/${kind}/[\\w-]+`)) ?? []).slice(-1)
  return link ?? ''
}

const tenders = () => stage.world.db.tender.findMany({ where: { rosterId }, orderBy: { name: 'asc' } })
const seats = () => listSeats(stage.world.ctx, runId)

/** A cell of the assignments by what it says; the grid draws only what is in sight. */
async function cell(name: RegExp): Promise<Locator> {
  const grid = desk.getByRole('grid')
  const found = grid.getByRole('gridcell', { name }).first()
  await grid.locator('[tabindex="0"]').first().focus()
  await desk.keyboard.press('Control+Home')
  for (let page = 0; page < 10 && (await found.count()) === 0; page++) await desk.keyboard.press('PageDown')
  await expect(found).toBeVisible()
  return found
}

/** Presses a key on a cell, and waits until its move has happened. */
async function pressOn(name: RegExp, key: string) {
  const { version } = await stage.world.version(runId)
  await (await cell(name)).focus()
  await desk.keyboard.press(key)
  await expect.poll(async () => (await stage.world.version(runId)).version).toBeGreaterThan(version)
}

test('thirty people come from a file; four rows are refused, each with its reason', async () => {
  await look(desk, `/roster/tenders?roster=${rosterId}`)
  await button('Import').click()
  const chooser = desk.waitForEvent('filechooser')
  await button('Choose a CSV file').click()
  await (await chooser).setFiles({ name: 'helpers.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
  await button('See what it would do').click()
  await said('30 will be added, 0 changed, 0 stay as they are, 4 are refused and left out.')
  const rows = desk.getByRole('table', { name: 'Rows of the file' })
  for (const reason of REASONS) await expect(rows.getByText(reason)).toBeVisible()
  expect(await tenders()).toHaveLength(0)
  await button('Import 30 rows').click()
  await expect(dialog()).toHaveCount(0)
  await said('30 active tenders, 10 key holders.')
  expect((await tenders()).map(({ name, email }) => ({ name, email }))).toEqual(
    PEOPLE.map(({ name, email }) => ({ name, email })),
  )
})

test('the week is made and opened; two answer on their phones, eighteen otherwise', async ({ browser }) => {
  await look(desk, `/roster?roster=${rosterId}`)
  await button('Make the next week').click()
  await dialog().getByRole('button', { name: 'Make the week' }).click()
  await desk.waitForURL(/\/roster\/[0-9a-f-]{36}$/)
  runId = new URL(desk.url()).pathname.split('/').at(-1) ?? ''
  await button('Open the form').click()
  await dialog().getByRole('button', { name: 'Open the form' }).click()
  await said('Answers are coming in.')
  await expect.poll(() => inbox.count(), { timeout: 60_000 }).toBe(PEOPLE.length)

  for (const [at, choice] of ['Yes', 'If needed'].entries()) {
    const phone = await phoneAt(browser, linkOf(PEOPLE[at]?.email ?? '', 'availability'))
    for (const row of await phone.getByRole('radiogroup').all()) await row.getByText(choice, { exact: true }).click()
    await phone.getByRole('button', { name: 'Save my answer' }).click()
    await expect(phone.getByText(/^Saved at/)).toBeVisible()
    await phone.context().close()
  }
  for (const { id } of (await tenders()).slice(2, -SILENT)) await stage.world.answer(runId, id, 'yes')
  await look(desk, `/roster/${runId}`)
  await said('20 of 30')
})

test('the silent are reminded once each, after the mail was read', async () => {
  await button('Remind those who have not answered').click()
  await expect(dialog().getByText(`They get it: ${SILENT}`)).toBeVisible()
  const first = PEOPLE.at(-SILENT)?.name ?? ''
  const mail = dialog().frameLocator('iframe')
  await expect(mail.getByRole('heading', { name: `When can you work, ${first.split(' ')[0]}?` })).toBeVisible()
  await dialog()
    .getByRole('button', { name: `Send ${SILENT} reminders` })
    .click()
  await expect.poll(() => inbox.count(), { timeout: 60_000 }).toBe(PEOPLE.length + SILENT)
  const counts = PEOPLE.map(({ email }) => inbox.of(email).length)
  expect(counts).toEqual(PEOPLE.map((_, k) => (k < PEOPLE.length - SILENT ? 1 : 2)))
  await look(desk, `/roster/${runId}`)
  await said('Everybody who can be written to has answered or was reminded.')
})

test('closed and generated; two are pinned, one is banned; generated again, the changes are read', async () => {
  await button('Close the form').click()
  await dialog().getByRole('button', { name: 'Close the form' }).click()
  await said('Generate the roster.')
  await button('Generate the roster').click()
  await said('Read it through, then approve.')

  const names = new Map((await tenders()).map(({ id, name }) => [id, name]))
  const generated = await seats()
  expect(generated).toHaveLength(6)
  const [first, second, third] = generated.map(({ tenderId }) => names.get(tenderId) ?? '')
  for (const name of [first, second]) await pressOn(new RegExp(`^${name}, .*: picked`), 'p')
  await pressOn(new RegExp(`^${third}, .*: picked`), 'b')
  expect((await seats()).filter(({ pinned }) => pinned).map(({ tenderId }) => names.get(tenderId))).toEqual(
    expect.arrayContaining([first, second]),
  )

  await button('Regenerate the roster').click()
  await expect.poll(async () => (await seats()).length).toBe(6)
  await button('Show changes').click()
  // Whoever is banned was off at once, by hand; who came in their place is what the picker changed.
  await expect(
    dialog()
      .getByRole('list', { name: 'Who changed' })
      .getByText(/^in on /),
  ).toHaveCount(1)
  await expect(
    dialog().getByText(new RegExp(`^Pinned: .*(${first}.* and ${second}|${second}.* and ${first})`)),
  ).toBeVisible()
  await expect(dialog().getByText(new RegExp(`^Banned: ${third} on `))).toBeVisible()
  await desk.keyboard.press('Escape')
  const again = await seats()
  for (const seat of generated.slice(0, 2)) expect(again).toContainEqual({ ...seat, pinned: true })
  const { shiftId, tenderId } = generated[2] ?? { shiftId: '', tenderId: '' }
  expect(again).not.toContainEqual(expect.objectContaining({ shiftId, tenderId }))
})

test('approved; an edit takes the approval back; approved again and sent, one schedule each', async () => {
  await button('Approve the roster').click()
  await said('Send the schedule.')
  const pinned = (await seats()).find((seat) => seat.pinned)
  const name = (await tenders()).find(({ id }) => id === pinned?.tenderId)?.name
  await (await cell(new RegExp(`^${name}, .*: picked, pinned`))).focus()
  await desk.keyboard.press('p')
  await dialog().getByRole('button', { name: 'Change the roster' }).click()
  await said('Read it through, then approve.')
  expect((await stage.world.week(runId)).state).toBe('ASSIGNED')
  await button('Approve the roster').click()
  await said('Send the schedule.')

  const before = PEOPLE.map(({ email }) => inbox.of(email).length)
  const { weekOf } = await stage.world.week(runId)
  await button('Send the schedule').click()
  await dialog()
    .getByLabel(/Type the week/)
    .fill(weekOf)
  await dialog().getByRole('button', { name: 'Send 30 mails' }).click()
  await said('The schedule is out.')
  expect(PEOPLE.map(({ email }) => inbox.of(email).length)).toEqual(before.map((count) => count + 1))
  for (const { email } of PEOPLE) expect(inbox.of(email).at(-1)?.subject).toMatch(/you have|the schedule/)
})

test('one shift is swapped through the links of two mails, and only these two have a second one', async ({
  browser,
}) => {
  const all = await tenders()
  const held = await seats()
  const [given] = held
  const isOn = ({ id }: { id: string }) => held.some(({ tenderId }) => tenderId === id)
  const giver = all.find(({ id }) => id === given?.tenderId)
  const taker = all.find((tender) => !isOn(tender))
  const before = PEOPLE.map(({ email }) => inbox.of(email).length)

  const giving = await phoneAt(browser, linkOf(giver?.email ?? '', 'shifts'))
  await giving.getByRole('button', { name: 'Give this shift away' }).first().click()
  await giving.getByRole('button', { name: 'Ask the others' }).click()
  await expect(giving.getByText('You want to give it away')).toBeVisible()
  const taking = await phoneAt(browser, linkOf(taker?.email ?? '', 'shifts'))
  await taking.getByRole('button', { name: 'I can do it' }).first().click()
  await expect(taking.getByText('You offered to take it')).toBeVisible()
  expect(PEOPLE.map(({ email }) => inbox.of(email).length)).toEqual(before)

  await look(desk, `/roster/${runId}`)
  await said(`${taker?.name} would take it from ${giver?.name}.`)
  await button('Confirm the swap').click()
  await said(`${taker?.name} instead of ${giver?.name}`)
  const isConcerned = (email: string) => email === giver?.email || email === taker?.email
  const after = PEOPLE.map(({ email }, k) => (before[k] ?? 0) + (isConcerned(email) ? 1 : 0))
  await expect.poll(() => PEOPLE.map(({ email }) => inbox.of(email).length), { timeout: 30_000 }).toEqual(after)
  await app.tick()
  expect(PEOPLE.map(({ email }) => inbox.of(email).length)).toEqual(after)
  expect((await stage.world.week(runId)).state).toBe('SENT')
  expect(await seats()).toContainEqual(expect.objectContaining({ shiftId: given?.shiftId, tenderId: taker?.id }))
})

test('a week with a rule between two people is generated, too', async () => {
  const { world } = stage
  const made = await world.weekIn('CLOSED')
  const [one, other] = made.tenders
  const rule = { kind: 'apart', tenderId: one?.id ?? '', otherId: other?.id ?? '' } as const
  await world.must(addRule(world.ctx, { commandId: crypto.randomUUID(), rosterId: made.rosterId, ...rule }))
  await look(desk, `/roster/${made.id}`)
  await button('Generate the roster').click()
  await said('Read it through, then approve.')
  expect((await world.week(made.id)).pick?.engine).toBe('highs-1')
})
