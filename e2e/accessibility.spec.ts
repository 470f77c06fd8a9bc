import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { deriveToken } from '@/lib/platform/secrets'
import { builtPaths } from './access-build'
import { homeEnv, sql } from './access-visitor'

// Every page of the build, as an admin sees it, on a desk and on a phone, by day and by night.
const SIZES = [
  { width: 1280, height: 900 },
  { width: 360, height: 780 },
]
const SCHEMES = ['light', 'dark'] as const

test.describe.configure({ timeout: 480_000 })

/** The parts of an address that stand for something of the sample. */
async function fillers(): Promise<[RegExp, string][]> {
  const [week] = await sql<{ id: string }>("SELECT id FROM roster_run WHERE v2_state = 'ASSIGNED' LIMIT 1")
  const [message] = await sql<{ id: string }>("SELECT id FROM message WHERE kind = 'schedule' LIMIT 1")
  const [link] = await sql<{ run_id: string; tender_id: string }>(
    "SELECT l.run_id, l.tender_id FROM availability_link l JOIN roster_run r ON r.id = l.run_id WHERE r.v2_state = 'COLLECTING' LIMIT 1",
  )
  const token = deriveToken(homeEnv().NEXTAUTH_SECRET ?? '', 'availability', link?.run_id ?? '', link?.tender_id ?? '')
  const secret = homeEnv().NEXTAUTH_SECRET ?? ''
  const links = await sql<{ kind: string; tender_id: string; serial: number }>(
    'SELECT DISTINCT ON (kind) kind, tender_id, serial FROM tender_link WHERE revoked_at IS NULL',
  )
  const own = new Map(
    links.map(({ kind, tender_id, serial }) => [
      kind,
      deriveToken(secret, 'tender-link', kind, tender_id, String(serial)),
    ]),
  )
  return [
    [/unsubscribe\/\[token\]/, `unsubscribe/${own.get('mail')}`],
    [/^\/shifts\/\[token\]/, `/shifts/${own.get('page')}`],
    [/\[runId\]/, week?.id ?? ''],
    [/\[messageId\]/, message?.id ?? ''],
    [/\[token\]/, token],
  ]
}

/** The path of a page of the build: route groups gone, parameters filled. */
function pathOf(entry: string, fill: readonly [RegExp, string][]): string {
  const filled = fill.reduce((path, [pattern, value]) => path.replace(pattern, value), entry)
  return filled.replace(/\/\([^)]*\)/g, '').replace(/\/page$/, '') || '/'
}

async function visitor(browser: Browser, size: (typeof SIZES)[number], colorScheme: (typeof SCHEMES)[number]) {
  const context = await browser.newContext({ viewport: size, colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints: string[] = []
  // A mail's frame runs no script, and says so when axe tries.
  const isFrame = (text: string) => /Blocked script execution in 'about:srcdoc'/.test(text)
  page.on(
    'console',
    (message) => message.type() === 'error' && !isFrame(message.text()) && complaints.push(message.text()),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto('/sign-in')
  await page.locator('html[data-ready]').waitFor()
  await page.getByLabel('E-mail address').fill('admin@daybook.test')
  await page.getByLabel('Password').fill('daybook')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  return { page, complaints, end: () => context.close() }
}

async function faultsOf(page: Page, path: string): Promise<string[]> {
  const response = await page.goto(path)
  await page.locator('html[data-ready]').waitFor()
  // No script runs in the frame of a mail, and axe would wait for its own there for ever.
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...(response && response.status() >= 500 ? [`answers ${response.status()}`] : []),
    ...violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`),
    ...(wide > 0 ? [`scrolls sideways by ${wide} px`] : []),
  ]
}

for (const size of SIZES)
  for (const scheme of SCHEMES)
    test(`every page at ${size.width} px, ${scheme}: no serious finding, no sideways scroll, no complaint of the browser`, async ({
      browser,
    }) => {
      const fill = await fillers()
      const paths = builtPaths().pages.map(({ entry }) => pathOf(entry, fill))
      expect(paths.length).toBeGreaterThan(8)
      const { page, complaints, end } = await visitor(browser, size, scheme)
      const found: string[] = []
      for (const path of paths) {
        for (const fault of await faultsOf(page, path)) found.push(`${path} ${fault}`)
        // Setup is closed once somebody has an account, and says so with a 404.
        for (const complaint of complaints.splice(0)) if (path !== '/setup') found.push(`${path} ${complaint}`)
      }
      await end()
      expect(found).toEqual([])
    })

test('a week can be read, and its first button reached, by keyboard alone', async ({ browser }) => {
  const { page, end } = await visitor(browser, { width: 1280, height: 900 }, 'light')
  const fill = await fillers()
  await page.goto(`/roster/${fill[0]?.[1]}`)
  await page.locator('html[data-ready]').waitFor()
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText(/skip/i)
  const approve = page.getByRole('button', { name: 'Approve the roster' })
  for (
    let presses = 0;
    presses < 60 && !(await approve.evaluate((button) => button === document.activeElement));
    presses++
  )
    await page.keyboard.press('Tab')
  await expect(approve).toBeFocused()
  const outline = await approve.evaluate((button) => getComputedStyle(button).outlineStyle)
  expect(outline).not.toBe('none')
  await end()
})
