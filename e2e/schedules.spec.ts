import { expect, type Page, test } from '@playwright/test'
import { context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import type { SchedulerClient } from '@/lib/schedules/effects'
import { postgresClient } from '@/lib/schedules/postgres/process'
import type { Spec } from '@/lib/schedules/schema'
import { homeEnv, sql, Visitor } from './access-visitor'
import { violationsOf } from './violations'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function open(page: Page, url: string) {
  await page.goto(url)
  await page.locator('html[data-ready]').waitFor()
}

async function signIn(page: Page, role: string) {
  await open(page, '/sign-in')
  await page.getByLabel('E-mail address').fill(`${role}@daybook.test`)
  await page.getByLabel('Password').fill('daybook')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

async function expectAccessible(page: Page) {
  const violations = await violationsOf(page)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide, 'the page itself never scrolls sideways').toBeLessThanOrEqual(0)
}

/** One tick of the server under test, beside those that it makes itself. */
async function tick(base: string) {
  const headers = { authorization: `Bearer ${homeEnv().CRON_SECRET}` }
  expect((await fetch(`${base}/api/cron/tick`, { headers })).status).toBe(200)
}

/** Schedules of a type that nothing of this product handles: each fire says so, and nothing else happens. */
const probe = (id: string, note: string, cron: string, zone = 'UTC'): Spec => ({
  ...{ id: `e2e:${id}`, note, taskQueue: 'daybook', workflowType: 'Probe', args: {} },
  calendar: { cron, zone, jitter: 0 },
})
const PROBES = [
  probe('beat', 'Probe A, every five seconds', '*/5 * * * * * *'),
  probe('night', 'Probe B, at night', '30 2 * * *', 'Australia/Sydney'),
  probe('hour', 'Probe C, on the hour', '0 * * * *'),
]

let db: ReturnType<typeof connect>
let client: SchedulerClient
test.beforeAll(async ({ baseURL }) => {
  expect((await fetch(`${baseURL}/api/health`)).status).toBeLessThan(600)
  db = connect(homeEnv().DATABASE_URL ?? '', 2)
  const ctx = context({ actor: SYSTEM, db, shift: 0, killed: false })
  client = postgresClient(ctx, {
    Probe: { kind: 'set', run: async (_, fires) => fires.map(() => ({ outcome: 'done' })) },
  })
  for (const each of PROBES) expect(await client.register(each)).toMatchObject({ ok: true })
})
test.afterAll(async () => {
  for (const { id } of PROBES) await client.unregister(id)
  await db.$disconnect()
})

for (const [width, height] of [
  [1280, 900],
  [360, 780],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the page and its field have no finding and fit: ${width}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height })
      await signIn(page, 'admin')
      await open(page, '/schedules?q=e2e:&id=e2e:night')
      await said(page, /schedules?, kept in PostgreSQL.*Zone data \d{4}[a-z]/)
      await expectAccessible(page)
      await open(page, '/schedules/try?cron=30+2+1-8+10+SUN&zone=Australia/Sydney')
      await said(page, 'Day of month and day of week must both match. Other crons fire when either does.')
      await expectAccessible(page)
      await open(page, '/schedules/try?cron=0+24+*+*+*&zone=Australia/Sydney')
      await expectAccessible(page)
    })

test('by keyboard: J and K pick, the keys are listed, the search finds', async ({ page }) => {
  await signIn(page, 'admin')
  await open(page, '/schedules?q=e2e:')
  await expect(page.getByRole('heading', { name: 'Probe A, every five seconds' })).toBeVisible()
  const night = page.getByRole('heading', { name: 'Probe B, at night' })
  // The page streams: its keys work once its own part has come alive, which nothing on it shows.
  await expect(async () => {
    if (!(await night.isVisible())) await page.keyboard.press('j')
    await expect(night).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await page.waitForURL(/id=e2e%3Anight/)
  await expect(page.getByRole('link', { name: 'Probe B, at night' })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { name: 'Probe A, every five seconds' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Pick the next schedule')
  await page.keyboard.press('Escape')
  await page.getByLabel('Find a schedule').fill('on the hour')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=on\+the\+hour/)
  await expect(page.getByRole('table', { name: 'Schedules' }).getByRole('row')).toHaveCount(2)
  await page.getByLabel('Find a schedule').fill('nothing is called so')
  await page.keyboard.press('Enter')
  await said(page, 'No schedule is like this')
})

test('paused with a reason it skips, resumed it says what it will not make up for, fired it fires once', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'admin')
  await open(page, '/schedules?q=e2e:&id=e2e:beat')
  await button(page, 'Pause').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Pause it' }).click()
  await expect(dialog.getByText('The reason is empty. Write what for.')).toBeVisible()
  await dialog.getByLabel('Why').fill('The crane is at the workshop.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Pause it' }).click()
  await said(page, 'Paused. Its times are noted and skipped until somebody resumes it.')
  await said(page, 'Paused by Ada Admin')
  await said(page, 'The crane is at the workshop.')

  await page.waitForTimeout(6_000)
  await tick(baseURL ?? '')
  const skipped = await sql(
    `SELECT f.state FROM schedule_fire f JOIN schedule s ON s.id = f.schedule_id
      WHERE s.key = 'e2e:beat' AND f.state = 'skipped_paused'`,
  )
  expect(skipped.length).toBeGreaterThan(0)
  // Nobody loads the page again: it looks by itself.
  const runs = page.getByRole('table', { name: /^Its last times/ })
  await expect(runs.getByRole('row').nth(1)).toContainText('The schedule was paused.', { timeout: 20_000 })

  await button(page, 'Resume').click()
  await expect(dialog).toContainText(/times have passed while it was paused\. They are not made up for\. It fires next/)
  await dialog.getByRole('button', { name: 'Resume it' }).click()
  await said(page, 'Resumed. It fires at its next time.')
  await expect(page.getByText('Paused by Ada Admin')).toHaveCount(0)
  await expect(button(page, 'Pause')).toBeFocused()

  await open(page, '/schedules?q=e2e:&id=e2e:hour')
  await button(page, 'Fire now').click()
  await expect(dialog).toContainText(/It does its work once, now, beside its times\. The next one stays: /)
  await dialog.getByRole('button', { name: 'Fire it now' }).click()
  await said(page, 'It fired and failed. Nothing handles Probe any more.')
  await expect(runs.getByRole('row').nth(1)).toContainText('by hand, Ada Admin')
  await said(page, 'The last run failed')
  const fires = await sql(
    `SELECT 1 FROM schedule_fire f JOIN schedule s ON s.id = f.schedule_id WHERE s.key = 'e2e:hour' AND f.kind = 'manual'`,
  )
  expect(fires).toHaveLength(1)

  await page.getByRole('link', { name: 'Timeline' }).last().click()
  await page.waitForURL(/\/timeline\?subject=schedule/)
  await said(page, 'fired by hand')
})

test('a page that is behind is refused in words', async ({ page, browser, baseURL }) => {
  await signIn(page, 'admin')
  await open(page, '/schedules?q=e2e:&id=e2e:night')
  await button(page, 'Pause').click()
  const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  expect(await client.pause('e2e:night', 'Somebody was quicker.')).toEqual({ ok: true })
  await other.close()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why').fill('Later.')
  await dialog.getByRole('button', { name: 'Pause it' }).click()
  await said(page, 'e2e:night has changed since you looked. Look at it again, then press.')
  await said(page, 'Somebody was quicker.')
  expect(await client.unpause('e2e:night')).toEqual({ ok: true })
})

test('any cron can be tried, and what is wrong is told at its field', async ({ page }) => {
  await signIn(page, 'office')
  await open(page, '/schedules')
  await page.getByRole('link', { name: 'Try a cron' }).click()
  await page.waitForURL('**/schedules/try')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const [cron, zone, jitter] = [field('Cron'), field('Zone'), field('Jitter')]
  await zone.fill('Australia/Sydney')
  await cron.fill('0 24 * * *')
  await expect(cron).toHaveAttribute('aria-invalid', 'true')
  await expect(cron).toHaveAccessibleDescription(/In the hour field, "24" is not allowed: write 0 to 23\.$/)
  await cron.fill('0 0 31 2 *')
  await expect(cron).toHaveAccessibleDescription(/never fires: February has at most 29 days/)
  await cron.fill('30 2 1-8 10 SUN')
  await said(page, 'Day of month and day of week must both match. Other crons fire when either does.')
  await expect(page.getByRole('list', { name: 'The next times' })).toContainText('skipped: no clock shows it')
  await zone.fill('Australia/Sidney')
  await expect(zone).toHaveAccessibleDescription(/There is no time zone "Australia\/Sidney"\./)
  await expect(zone).toHaveAttribute('aria-invalid', 'true')
  await zone.fill('Australia/Lord_Howe')
  await cron.fill('45 1 4 4 *')
  await expect(page.getByRole('list', { name: 'The next times' })).toContainText('first of two passes')
  await page.getByText('in both passes').click()
  await expect(page.getByRole('list', { name: 'The next times' })).toContainText('second of two passes')
  await cron.fill('*/5 * * * *')
  await jitter.fill('300')
  await expect(jitter).toHaveAccessibleDescription(/A jitter of 5 min reaches the next fire/)
  await jitter.fill('60')
  await said(page, 'Every 5 minutes')
  // The address follows, so that a link shows the same.
  await page.waitForURL(/jitter=60/)
  await page.reload()
  await expect(cron).toHaveValue('*/5 * * * *')
  await said(page, 'Every 5 minutes')
})

test('reconcile says first what it would do', async ({ page }) => {
  await signIn(page, 'admin')
  await open(page, '/schedules')
  await button(page, 'Reconcile').click()
  const report = page.getByRole('region', { name: 'Reconcile: what would be done' })
  await expect(report.getByRole('status')).not.toBeEmpty()
  await expectAccessible(page)
  await report.getByRole('button', { name: 'Close the report' }).click()
  await expect(report).toHaveCount(0)
})

test('whoever may only read sees every button with its reason; others see no page', async ({ page, baseURL }) => {
  for (const role of ['operator', 'office']) {
    await page.context().clearCookies()
    await signIn(page, role)
    await open(page, '/schedules?q=e2e:&id=e2e:beat')
    for (const name of ['Pause', 'Fire now', 'Reconcile']) {
      await expect(button(page, name), `${role} ${name}`).toHaveAttribute('aria-disabled', 'true')
      await expect(button(page, name), `${role} ${name}`).toHaveAccessibleDescription('An admin may do this.')
    }
    await expectAccessible(page)
  }
  for (const role of ['editor', 'engineer', 'supervisor']) {
    const visitor = new Visitor(baseURL ?? '')
    expect((await visitor.signIn(`${role}@daybook.test`)).error).toBeNull()
    for (const path of ['/schedules', '/schedules/try'])
      expect((await visitor.fetch(path)).status, `${role} ${path}`).toBe(404)
    for (const path of ['/schedules/live', '/schedules/try/live'])
      expect((await visitor.fetch(path)).status, `${role} ${path}`).toBe(403)
  }
})

test('an address that cannot be read, and an id that is not kept, say so', async ({ page }) => {
  await signIn(page, 'admin')
  await open(page, '/schedules?id=Docket')
  await said(page, '"Docket" is no schedule id. Write feature:entity, such as plant-register-auto-docket:8f0c97c5.')
  await page.getByRole('link', { name: 'Show everything' }).click()
  await page.waitForURL('**/schedules')
  await open(page, '/schedules?id=e2e:none')
  await said(page, 'There is no schedule e2e:none.')
})

test('what is silent stands on Today, with a link to it', async ({ page }) => {
  // As it is while whoever should wake it is away: its times pass, and the tick does not claim them.
  await sql(
    `UPDATE schedule SET by_tick = false, cursor = cursor - interval '3 hours', next_fire_at = next_fire_at - interval '3 hours',
            due_at = due_at - interval '3 hours' WHERE key = 'e2e:hour'`,
  )
  await signIn(page, 'admin')
  await open(page, '/')
  await said(page, 'Probe C, on the hour has been silent for two of its times')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Probe C' })
    .filter({ hasText: 'silent' })
    .getByRole('link', { name: 'Look at the schedule' })
    .click()
  await page.waitForURL(/\/schedules\?id=e2e%3Ahour/)
  await said(page, 'Nothing has come of its last two times')
  await open(page, '/schedules?state=silent')
  await expect(page.getByRole('table', { name: 'Schedules' })).toContainText('Probe C, on the hour')
})
