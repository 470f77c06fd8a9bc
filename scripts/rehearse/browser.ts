import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../boot/chromium.mjs'
import { askPassword } from './password'
import { Refused } from './refused'

/** How long a page may take, in ms: a first page after a start compiles nothing, but a busy machine is slow. */
const PATIENCE_MS = 30_000
/** Of the sample company, which its sign-in page lists with the password. */
const SAMPLE = { email: 'operator@daybook.test', password: 'daybook' }

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Refused(
      'No Chromium was found. Run npx playwright install --with-deps chromium once, or set CHROMIUM_PATH to one.',
    )
  // Chromium's sandbox does not run as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args }).catch((error: Error) => {
    throw new Refused(`${executablePath} did not start: ${error.message.split('\n')[0]}`)
  })
}

/** Whether a Daybook answers there. @throws Refused, with what to do */
export async function assertAnswers(url: string): Promise<void> {
  const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    (error: Error & { cause?: Error }) => {
      throw new Refused(
        `Nothing answers at ${url}: run npm start, or name another address with --url. (${error.cause?.message || error.message})`,
      )
    },
  )
  const health = await response.json().catch(() => null)
  if (typeof health?.rosterEngine === 'undefined' || !('tzVersion' in health))
    throw new Refused(`What answers at ${url} is not Daybook: look at the address.`)
}

/** Goes to a page and waits until its buttons answer. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-ready]').waitFor()
}

/** A page of somebody signed in. @throws Refused, with what to do */
export async function signIn(browser: Browser, url: string, email: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  await open(page, '/sign-in')
  const account = await accountFor(page, email)
  await page.getByLabel('E-mail address').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const refusal = page.locator('form [role=alert]')
  const isIn = page.waitForURL(({ pathname }) => pathname !== '/sign-in').then(() => null)
  const said = await Promise.race([isIn, refusal.waitFor().then(() => refusal.textContent())])
  isIn.catch(() => {})
  if (said !== null) throw new Refused(`${account.email} could not sign in at ${url}: ${said}`)
  await page.locator('html[data-ready]').waitFor()
  return page
}

async function accountFor(page: Page, email: string | undefined): Promise<{ email: string; password: string }> {
  const listed = page.getByRole('region', { name: 'Sample accounts' })
  const isListed = async (address: string) => (await listed.getByText(address, { exact: true }).count()) > 0
  if (email === undefined) {
    if (await isListed(SAMPLE.email)) return SAMPLE
    throw new Refused('Say who signs in: --email with the address of an operator, and REHEARSE_PASSWORD.')
  }
  const given = process.env.REHEARSE_PASSWORD || ((await isListed(email)) ? SAMPLE.password : await askPassword(email))
  if (given) return { email, password: given }
  throw new Refused(
    `Set REHEARSE_PASSWORD to the password of ${email}, or run this on a terminal, where it is asked for.`,
  )
}
