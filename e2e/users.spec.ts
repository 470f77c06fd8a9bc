import { expect, type Page, test } from '@playwright/test'
import { sql } from './access-visitor'
import { violationsOf } from './violations'

const ready = (page: Page) => page.locator('html[data-ready]').waitFor()

async function open(page: Page, path: string) {
  await page.goto(path)
  await ready(page)
}

async function assertAccessible(page: Page) {
  const violations = await violationsOf(page)
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

async function signIn(page: Page, role: string) {
  await open(page, '/sign-in')
  await page.getByRole('button', { name: new RegExp(`${role}@daybook`) }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

test('a refused sign-in says why and keeps what was typed; then it leads where one was going', async ({ page }) => {
  await open(page, '/settings')
  expect(new URL(page.url()).search).toBe('?from=%2Fsettings')
  await page.getByLabel('E-mail address').fill('operator@daybook.test')
  await page.getByLabel('Password').fill('not this one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No account has this address' })).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue('operator@daybook.test')
  await expect(page.getByLabel('Password')).toHaveValue('not this one')
  await page.getByLabel('Password').fill('daybook')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await sql('DELETE FROM rate_limit')
})

test('a link without its token is refused in words', async ({ page }) => {
  await open(page, '/sign-in/link')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This link' })).toBeVisible()
})

test('an admin adds somebody, changes their role and disables them; the record says so', async ({ page, browser }) => {
  const dialog = page.getByRole('dialog')
  const email = `rosa.${Date.now()}@daybook.test`
  await signIn(page, 'admin')
  await open(page, '/settings/users')
  await page.getByRole('button', { name: 'Add a user' }).click()
  await page.getByRole('button', { name: 'Add the user' }).click()
  await expect(page.getByText('Give a name.').first()).toBeVisible()
  await dialog.getByLabel('Name').fill('Rosa Lind')
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByLabel('First password').fill('password1')
  await page.getByRole('button', { name: 'Add the user' }).click()
  await expect(page.getByRole('dialog').getByText('This password stands on every list')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Rosa Lind')
  await dialog.getByLabel('First password').fill('tide tables at nine')
  await page.getByRole('button', { name: 'Add the user' }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Operator')

  const other = await browser.newPage()
  await open(other, '/sign-in')
  await other.getByLabel('E-mail address').fill(email)
  await other.getByLabel('Password').fill('tide tables at nine')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.waitForURL((url) => url.pathname !== '/sign-in')

  await row.getByRole('button', { name: 'Change Rosa Lind' }).click()
  await page.getByRole('menuitem', { name: 'Change the role' }).click()
  await dialog.getByText('Works off every docket.').click()
  await dialog.getByRole('button', { name: 'Change the role' }).click()
  await expect(row).toContainText('Office')

  await row.getByRole('button', { name: 'Change Rosa Lind' }).click()
  await page.getByRole('menuitem', { name: 'Disable the account' }).click()
  await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Disable the account' }).click()
  await expect(row).toContainText('Disabled')
  await expect(row).toContainText('Nowhere')
  await other.goto('/settings')
  expect(new URL(other.url()).pathname).toBe('/sign-in')
  await other.close()

  const events = await sql<{ type: string; actor_name: string }>(
    "SELECT e.type, e.actor_name FROM audit_event e JOIN app_user u ON u.id = e.subject_id WHERE e.machine = 'user' AND u.email_norm = $1 ORDER BY e.id",
    [email],
  )
  expect(events.map((event) => event.type)).toEqual([
    'user.added',
    'user.signed_in',
    'user.role_changed',
    'user.disabled',
  ])
})

test('one’s own row is guarded, and says so', async ({ page }) => {
  await signIn(page, 'admin')
  await open(page, '/settings/users')
  const own = page.getByRole('row').filter({ hasText: '(you)' })
  await own.getByRole('button').click()
  await expect(page.getByRole('menuitem', { name: /Disable the account/ })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('menuitem', { name: /Change the role/ })).toContainText('another admin')
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`pages are accessible and fit: ${colorScheme}, ${width} px`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } })
      const page = await context.newPage()
      const look = async (path: string) => {
        await open(page, path)
        await assertAccessible(page)
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(beyond, `${path} scrolls sideways`).toBe(0)
      }
      await look('/sign-in')
      await look('/sign-in/link')
      await signIn(page, 'admin')
      await look('/settings')
      await look('/settings/users')
      await page.getByRole('button', { name: 'Add a user' }).click()
      await page.getByRole('dialog').waitFor()
      await assertAccessible(page)
      await context.close()
    })
  }
}
