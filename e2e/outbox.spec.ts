import { expect, type Page, test } from '@playwright/test'
import { newId } from '@/lib/platform/ids'
import { type App, startApp } from '@/lib/testing/app'
import { sql } from './access-visitor'
import { actionNamed, OPERATORS, setStage, signedIn } from './stage'
import { violationsOf } from './violations'
import { openWayward } from './wayward'

const ready = (page: Page) => page.locator('html[data-ready]').waitFor()
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

async function open(page: Page, url: string) {
  await page.goto(url)
  await ready(page)
}

/**
 * Left out are a mail's own frame, in which no script runs and axe would wait for its own for ever, and the words that
 * React Aria reads out for some seconds: they name a pressed button, which may be gone by then.
 */
async function expectAccessible(page: Page) {
  const violations = await violationsOf(page)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide, 'the page itself never scrolls sideways').toBeLessThanOrEqual(0)
}

test.describe('the sample company', () => {
  test.describe.configure({ timeout: 120_000 })

  test.beforeEach(async ({ page }) => {
    await open(page, '/sign-in')
    await page.getByRole('button', { name: /operator@daybook/ }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/sign-in')
  })

  test('mails are captured, and each can be read as it would have left', async ({ page, context }) => {
    await open(page, '/outbox')
    await said(page, /No mail server is set, so messages are kept here and do not leave\./)
    await page.getByRole('button', { name: 'Kind: all' }).click()
    await page.getByRole('menuitemradio', { name: 'Schedule' }).click()
    await page.waitForURL('**/outbox?kind=schedule')
    const [mail] = await sql<{ id: string; recipient_name: string; recipient: string; subject_line: string }>(
      `SELECT id, recipient_name, recipient, subject_line FROM message
        WHERE kind = 'schedule' AND captured AND subject_line LIKE '%you have%' ORDER BY queued_at DESC, id DESC LIMIT 1`,
    )
    if (!mail) throw new Error('the sample has no schedule mail')
    await page.getByLabel('Find a recipient').fill(mail.recipient)
    await page.keyboard.press('Enter')
    await page.waitForURL(/to=/)
    await expect(page.getByRole('row').filter({ hasText: 'Captured' }).first()).toContainText(mail.recipient_name)
    await page
      .getByRole('link', { name: new RegExp(`^${mail.recipient_name}\\s*: ${mail.subject_line}$`) })
      .first()
      .click()
    await page.waitForURL(/\/outbox\/[0-9a-f-]{36}$/)
    await said(page, 'Not sent: no mail server is set. It was kept here as it would have left.')
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText(/You have .* shift/)).toBeVisible()
    await page.getByRole('tab', { name: 'As text' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('All times are those in Europe/London.')
    await page.getByRole('tab', { name: /\.ics$/ }).click()
    const entries = page.getByRole('list', { name: /^Entries of/ }).getByRole('listitem')
    await expect(entries.first()).toContainText(/\w{3} \d+ \w{3}, \d\d:\d\d – \d\d:\d\d (GMT|BST)/)
    await expect(page.getByText(/<[0-9a-f-]{36}@/)).toBeVisible()
    await expect(page.getByRole('list', { name: 'What happened to this message' })).toContainText('captured')
    await expectAccessible(page)
    expect(context.pages()).toHaveLength(1)
  })

  test('a link of a captured mail leads out of its frame, and nothing in the frame runs', async ({ page, context }) => {
    const [mail] = await sql<{ id: string }>(
      `SELECT id FROM message WHERE kind = 'invitation' AND captured ORDER BY queued_at DESC, id DESC LIMIT 1`,
    )
    await open(page, `/outbox/${mail?.id}`)
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toMatch(/allow-(scripts|same-origin|forms|top)/)
    const opened = context.waitForEvent('page')
    await page.frameLocator('iframe').getByRole('link').first().click()
    const form = await opened
    await form.waitForURL(/\/availability\//)
    await expect(form.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('what is not there, and an address that cannot be read, say so', async ({ page }) => {
    await open(page, `/outbox/${newId()}`)
    await said(page, 'There is no such message')
    await open(page, '/outbox?state=lost')
    await said(page, 'The state in this address is not one that the Outbox has.')
    await page.getByRole('link', { name: 'Show everything' }).click()
    await page.waitForURL('**/outbox')
    await open(page, '/outbox?to=nobody-is-called-so')
    await said(page, 'No message is like this')
  })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`the list fits a phone: ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 360, height: 780 })
      await open(page, '/outbox')
      await expectAccessible(page)
    })
})

test.describe('a mail server with moods', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 })

  let stage: Awaited<ReturnType<typeof setStage>>
  let mails: Awaited<ReturnType<typeof openWayward>>
  let app: App
  let page: Page
  let week: { id: string; weekOf: string; tenders: { id: string; name: string }[]; rosterId: string }
  const end: (() => unknown)[] = []
  const addressOf = (nth: number) => `tender${nth}.${week.rosterId}@anchor.test`
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
  /** By keyboard: the bar of the chosen floats above the last rows. */
  const choose = async (name: string) => {
    const box = page.getByRole('checkbox', { name })
    await box.focus()
    await page.keyboard.press('Space')
    await expect(box).toBeChecked()
  }
  const stateOf = async (nth: number) =>
    (await stage.world.rows(week.id)).find(({ recipient }) => recipient === addressOf(nth))?.state

  test.beforeAll(async ({ browser }) => {
    stage = await setStage()
    end.push(() => stage.end())
    mails = await openWayward()
    end.push(() => mails.close())
    week = await stage.world.weekIn('APPROVED', { tenders: 6 })
    for (const nth of [1, 2]) mails.refused.add(addressOf(nth))
    for (const nth of [3, 4, 5]) mails.dropped.add(addressOf(nth))
    app = await startApp({ databaseUrl: stage.world.database.url, port: 3670, smtpPort: mails.port })
    end.push(() => app.stop())
    await stage.world.must(stage.world.queue(week))
    await app.tick()
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    end.push(() => context.close())
    const operator = await signedIn(app.url, OPERATORS[0] ?? '')
    await context.addCookies([...operator.cookies].map(([name, value]) => ({ name, value, url: app.url })))
    page = await context.newPage()
  })
  test.afterAll(async () => {
    for (const undo of end.reverse()) await undo()
  })

  test('the week leads to what waits: which surely did not leave, and which nobody can say', async () => {
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(stateOf))).toEqual([
      ...['failed', 'failed', 'unknown', 'unknown', 'unknown', 'sent'],
    ])
    await open(page, `${app.url}/roster/${week.id}`)
    await page.getByRole('link', { name: 'Decide in the Outbox' }).click()
    await page.waitForURL(`**/outbox?subject=${week.id}&state=waiting`)
    await said(page, '2 schedule mails were not sent')
    await said(page, 'The mail server refused this address, or ours as the sender.')
    await said(page, '3 schedule mails may not have arrived')
    await expect(page.getByRole('row').filter({ hasText: 'Tender 6' })).toHaveCount(0)
    await expectAccessible(page)
  })

  test('trying all again sends those that are taken now, and says which are not', async () => {
    mails.refused.delete(addressOf(1))
    await button('Try all 2 again').click()
    await said(page, '1 message is sent. 1 needs a decision again: the mail server did not take it.')
    const card = page.getByRole('region', { name: 'What came of it' })
    await expect(card).toContainText('1 of 2 as decided')
    await expect(card.getByRole('listitem')).toContainText('Tender 2')
    expect(await stateOf(1)).toBe('sent')
    expect(mails.count(addressOf(1))).toBe(1)
    await card.getByRole('button', { name: 'Close this list' }).click()
    await said(page, 'The schedule mail to Tender 2 was not sent')
  })

  test('letting one go asks why, keeps what was typed, and says it', async () => {
    await choose('Choose Tender 2, schedule')
    const bar = page.getByRole('region', { name: 'The chosen messages' })
    await expect(bar).toContainText('1 chosen')
    await bar.getByRole('button', { name: 'Let it go' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Why').fill('x')
    await dialog.getByRole('button', { name: 'Let it go' }).click()
    await expect(dialog.getByText('Say why, in at least three letters.')).toBeVisible()
    await expect(dialog.getByLabel('Why')).toHaveValue('x')
    await dialog.getByLabel('Why').fill('Told by phone.')
    await dialog.getByRole('button', { name: 'Let it go' }).click()
    await said(page, '1 message is let go.')
    expect(await stateOf(2)).toBe('let_go')
    await expect(bar).toHaveCount(0)
  })

  test('sending again says the risk first; the attempts and the record show both', async () => {
    mails.dropped.clear()
    await page.getByRole('link', { name: /^Tender 4\s*:/ }).click()
    await page.waitForURL(/\/outbox\/[0-9a-f-]{36}$/)
    await said(page, /It may have arrived or not, and nobody can say\./)
    await expect(page.getByRole('region', { name: 'Attempts' }).getByRole('listitem')).toHaveCount(1)
    await button('Send again').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('It may have arrived already: then this person gets it twice.')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await said(page, /^1 message is sent\.$/)
    await expect(page.getByRole('region', { name: 'Attempts' }).getByRole('listitem')).toHaveCount(2)
    await said(page, 'Sent again at own risk once.')
    await expect(page.getByRole('list', { name: 'What happened to this message' })).toContainText(
      'sent again at own risk',
    )
    expect(mails.count(addressOf(4))).toBe(2)
    await expectAccessible(page)
  })

  test('a row that moved on since the page was drawn is refused in words', async () => {
    await open(page, `${app.url}/outbox?subject=${week.id}`)
    const row = (await stage.world.rows(week.id)).find(({ recipient }) => recipient === addressOf(5))
    if (!row) throw new Error('no row')
    await choose('Choose Tender 5, schedule')
    await choose('Choose Tender 3, schedule')
    const other = await signedIn(app.url, OPERATORS[1] ?? '')
    const input = { commandId: newId(), rows: [{ id: row.id, seen: Number(row.fence) }], reason: 'Left the pub.' }
    expect((await other.call(actionNamed('letMessagesGo'), [input])).code).toBe('ok')
    await page
      .getByRole('region', { name: 'The chosen messages' })
      .getByRole('button', { name: 'All 2 arrived' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'All 2 arrived' }).click()
    await said(page, '1 message is noted as arrived. 1 had moved on and stays as it is.')
    const card = page.getByRole('region', { name: 'What came of it' })
    await expect(card.getByRole('listitem')).toContainText('Tender 5')
    await expect(card).toContainText('This message is in another state now')
    expect(await stateOf(5)).toBe('let_go')
    expect(await stateOf(3)).toBe('sent')
    expect((await stage.world.week(week.id)).state).toBe('SENT')
  })

  test('a restored database holds everything, on every page, until a person types it', async () => {
    const { world } = stage
    const restored = await world.weekIn('APPROVED', { tenders: 2 })
    await world.must(world.queue(restored))
    await world.db.restoreHold.create({
      data: { id: newId(), detectedAt: world.ctx.now(), seenEpoch: 0, seenSeal: 57n, databaseSeal: 41n },
    })
    await app.tick()
    await open(page, `${app.url}/roster`)
    await page.getByRole('link', { name: 'Decide in the Outbox' }).click()
    await page.waitForURL('**/outbox')
    await said(page, /record ends at seal 41; seal 57 was seen before\./)
    await said(page, /2 messages were under way in it/)
    await expectAccessible(page)
    await button('Go on from this database').first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Go on from this database' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await dialog.getByLabel(/Type “restored”/).fill('restored')
    await dialog.getByRole('button', { name: 'Go on from this database' }).click()
    await said(page, /Sending goes on\./)
    await expect(page.getByText('Nothing leaves: this database')).toHaveCount(0)
    await said(page, 'It waited in the backup that was restored, and may have left after it was made.')
    expect((await world.rows(restored.id)).map(({ state }) => state)).toEqual(['unknown', 'unknown'])
    await app.tick()
    expect(mails.count(`tender1.${restored.rosterId}@anchor.test`)).toBe(0)
  })
})
