import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { hashPassword } from '@/lib/access/passwords/effects'
import { insertUser } from '@/lib/access/users/data'
import { context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { startTestServer } from '@/lib/testing/server'
import { serve } from '../scripts/boot/serve.mjs'
import { servedBuild } from './access-build'
import { openIdentityProvider } from './identity-provider'

/** Set-up, links by e-mail and single sign-on, on a server that has the services for them and starts empty. */
const PORT = '3491'
const URL_OF = `http://localhost:${PORT}`
const PASSWORD = 'tide tables at nine'

test.describe.configure({ mode: 'serial' })

type Mail = { to: string; text: string }
const mails: Mail[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    simpleParser(stream).then((mail) => {
      mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: mail.text ?? '' })
      done()
    }, done)
  },
})
let database: TestDatabase
let db: ReturnType<typeof connect>
let provider: Awaited<ReturnType<typeof openIdentityProvider>>
const end: (() => unknown)[] = []

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const { server, stop } = await startTestServer()
  end.push(stop)
  database = await testDatabase(server)
  db = connect(database.url)
  end.push(
    () => database.drop(),
    () => db.$disconnect(),
  )
  provider = await openIdentityProvider()
  end.push(provider.close)
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready))
  end.push(() => new Promise<void>((done) => smtp.close(done)))
  const home = mkdtempSync(join(tmpdir(), 'daybook-ways-'))
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production' as const,
    DAYBOOK_HOME: home,
    DATABASE_URL: database.url,
    SAMPLE: '0',
    PORT,
    NEXTAUTH_URL: URL_OF,
    NEXTAUTH_SECRET: 'a-secret-of-the-tests-alone-0123456789',
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'daybook',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-provider',
  }
  const child = await serve({ env, folder: servedBuild(), home, port: PORT, host: '127.0.0.1', url: URL_OF })
  end.push(() => child.kill('SIGKILL'))
})
test.afterAll(async () => {
  for (const undo of end.reverse()) await undo()
})

const open = async (page: Page, path: string) => {
  await page.goto(path.startsWith('http') ? path : URL_OF + path)
  await page.locator('html[data-ready]').waitFor()
}
const path = (page: Page) => new URL(page.url()).pathname
const person = async (name: string, email: string) =>
  insertUser(context({ actor: SYSTEM, db, shift: 0 }), {
    name,
    email,
    emailNorm: email,
    role: 'operator',
    passwordHash: await hashPassword(PASSWORD),
  })

test('an empty company asks for its first admin, once', async ({ page }) => {
  await open(page, '/')
  expect(path(page)).toBe('/setup')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('E-mail address').fill('ada@anchor.test')
  await page.getByLabel('Password').fill('password1')
  await page.getByRole('button', { name: 'Make the account' }).click()
  await expect(page.getByText('This password stands on every list')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.waitForURL((url) => url.pathname === '/sign-in')
  await page.locator('html[data-ready]').waitFor()
  await expect(page.getByText('Your account is made: sign in with it.')).toBeVisible()
  await expect(page.getByText('Sample accounts')).toHaveCount(0)
  await page.getByLabel('E-mail address').fill('ada@anchor.test')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  expect((await page.goto(`${URL_OF}/setup`))?.status()).toBe(404)
  expect(await db.appUser.findMany({ select: { role: true } })).toEqual([{ role: 'admin' }])
})

async function askLink(page: Page, email: string): Promise<string | null> {
  const before = mails.length
  await open(page, '/sign-in?from=%2Fsettings')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Mail me a link instead' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'If there is an account' })).toBeVisible()
  await expect(async () => expect(mails.length).toBeGreaterThan(before))
    .toPass({ timeout: 4_000 })
    .catch(() => {})
  return /http:\S+/.exec(mails[before]?.text ?? '')?.[0] ?? null
}
const pressLink = async (page: Page, link: string) => {
  // A browser that is on the page already would only change what stands behind the #.
  await page.goto('about:blank')
  await open(page, link)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const refused = (page: Page) => expect(page.getByRole('alert').filter({ hasText: 'This link' })).toBeVisible()

test('a mailed link works once, after a press, in the browser that asked', async ({ page, browser, request }) => {
  await person('Rosa Lind', 'rosa@anchor.test')
  const link = await askLink(page, 'Rosa@anchor.test')
  if (!link) throw new Error('no mail came')
  expect(mails.at(-1)?.to).toBe('rosa@anchor.test')
  // What a mail scanner does spends nothing, and the token never reaches a server in an address.
  for (let n = 0; n < 3; n++) expect((await request.get(link)).status()).toBe(200)
  expect(new URL(link).pathname + new URL(link).search).toBe('/sign-in/link?from=%2Fsettings')
  const stranger: BrowserContext = await browser.newContext()
  const other = await stranger.newPage()
  await pressLink(other, link)
  await refused(other)
  await stranger.close()
  await pressLink(page, link)
  await page.waitForURL('**/settings')
  await expect(page.getByText('by e-mail link')).toBeVisible()
  await page.context().clearCookies({ name: 'daybook.session' })
  await pressLink(page, link)
  await refused(page)
})

test('nobody is told whether an address has an account', async ({ page }) => {
  expect(await askLink(page, 'nobody@anchor.test')).toBeNull()
})

test('single sign-on lets in who has an account with a verified address, and nobody else', async ({ browser }) => {
  await person('Kit Marsh', 'kit@anchor.test')
  const tryAs = async (claims: Parameters<typeof provider.become>[0]) => {
    provider.become(claims)
    const context = await browser.newContext()
    const page = await context.newPage()
    await open(page, '/sign-in?from=%2Fsettings')
    await page.getByRole('button', { name: /^Sign in with localhost/ }).click()
    await page.waitForURL((url) => url.pathname === '/settings' || url.searchParams.has('error'))
    const ended = path(page) === '/settings' ? 'in' : await page.getByRole('alert').first().textContent()
    await context.close()
    return ended
  }
  const no = expect.stringContaining('Single sign-on did not let you in')
  expect(await tryAs({ sub: 's1', email: 'kit@anchor.test', email_verified: false })).toEqual(no)
  expect(await tryAs({ sub: 's2', email: 'nobody@anchor.test', email_verified: true })).toEqual(no)
  expect(await tryAs({ sub: 's3', email: 'kit@anchor.test', email_verified: true })).toBe('in')
  expect(await tryAs({ sub: 's4', email: 'kit@anchor.test', email_verified: true })).toEqual(no)
  expect(await tryAs({ sub: 's3', email: 'moved@anchor.test', email_verified: true })).toBe('in')
  await db.appUser.update({ where: { emailNorm: 'kit@anchor.test' }, data: { disabledAt: new Date(0) } })
  expect(await tryAs({ sub: 's3', email: 'kit@anchor.test', email_verified: true })).toEqual(no)
})
