import { type Browser, expect, type Page, test } from '@playwright/test'
import { deriveToken } from '@/lib/platform/secrets'
import { builtPaths } from './access-build'
import { homeEnv, sql } from './access-visitor'
import { violationsOf } from './violations'

// Every page of the build, as an admin sees it, on a desk and on a phone, by day and by night.
const SIZES = [
  { width: 1280, height: 900 },
  { width: 360, height: 780 },
]
type Scheme = 'light' | 'dark'
/** What night can change of a page that was looked at by day: its colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

test.describe.configure({ timeout: 480_000 })
// A trace takes a snapshot of the whole page at each of axe's questions: longer than the answer.
test.use({ trace: 'off' })

/** The parts of an address that stand for something of the sample. */
async function fillers(): Promise<[RegExp, string][]> {
  const [week] = await sql<{ id: string }>("SELECT id FROM roster_run WHERE v2_state = 'ASSIGNED' LIMIT 1")
  const [message] = await sql<{ id: string }>(
    "SELECT id FROM message WHERE kind = 'schedule' AND NOT rehearsal LIMIT 1",
  )
  const [rehearsal] = await sql<{ id: string }>('SELECT id FROM rehearsal WHERE signed_at IS NOT NULL LIMIT 1')
  const [link] = await sql<{ run_id: string; tender_id: string }>(
    "SELECT l.run_id, l.tender_id FROM availability_link l JOIN roster_run r ON r.id = l.run_id WHERE r.v2_state = 'COLLECTING' LIMIT 1",
  )
  const token = deriveToken(homeEnv().NEXTAUTH_SECRET ?? '', 'availability', link?.run_id ?? '', link?.tender_id ?? '')
  const secret = homeEnv().NEXTAUTH_SECRET ?? ''
  const links = await sql<{ kind: string; tender_id: string; serial: number }>(
    `SELECT DISTINCT ON (l.kind) l.kind, l.tender_id, l.serial
       FROM tender_link l JOIN tender t ON t.id = l.tender_id JOIN roster o ON o.id = t.roster_id
      WHERE l.revoked_at IS NULL AND o.rehearsal_of IS NULL`,
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
    [/\[rehearsalId\]/, rehearsal?.id ?? ''],
    [/\[messageId\]/, message?.id ?? ''],
    [/\[token\]/, token],
  ]
}

/** The latest week of the sample in each state, and the latest of the old engine. */
async function weeks(): Promise<Map<string, string>> {
  const rows = await sql<{ state: string; id: string }>(
    `SELECT DISTINCT ON (v2_state) coalesce(v2_state, 'old') AS state, id FROM roster_run WHERE kind = 'week'
      ORDER BY v2_state, week_of DESC`,
  )
  return new Map(rows.map(({ state, id }) => [state, `/roster/${id}`]))
}

/** The path of a page of the build: route groups gone, parameters filled. */
function pathOf(entry: string, fill: readonly [RegExp, string][]): string {
  const filled = fill.reduce((path, [pattern, value]) => path.replace(pattern, value), entry)
  return filled.replace(/\/\([^)]*\)/g, '').replace(/\/page$/, '') || '/'
}

async function visitor(browser: Browser, size: (typeof SIZES)[number], colorScheme: Scheme) {
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

async function look(page: Page, path: string): Promise<number> {
  const response = await page.goto(path)
  await page.locator('html[data-ready]').waitFor()
  return response?.status() ?? 0
}

/** What is wrong with what is on the page now, or with a part of it alone. */
async function faultsOf(page: Page, part?: string, rules?: string[]): Promise<string[]> {
  const violations = await violationsOf(page, part, rules)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`),
    ...(wide > 0 ? [`scrolls sideways by ${wide} px`] : []),
  ]
}

for (const size of SIZES)
  test(`every page at ${size.width} px, by day and by night: no serious finding, no sideways scroll, no complaint of the browser`, async ({
    browser,
  }) => {
    const fill = await fillers()
    const built = builtPaths().pages.map(({ entry }) => pathOf(entry, fill))
    const paths = [...new Set([...built, ...(await weeks()).values()])]
    expect(built.length).toBeGreaterThan(8)
    const { page, complaints, end } = await visitor(browser, size, 'light')
    const found: string[] = []
    for (const path of paths) {
      await page.emulateMedia({ colorScheme: 'light' })
      const status = await look(page, path)
      if (status >= 500) found.push(`${path} answers ${status}`)
      for (const fault of await faultsOf(page)) found.push(`${path} ${fault}`)
      await page.emulateMedia({ colorScheme: 'dark' })
      for (const fault of await faultsOf(page, undefined, OF_COLOURS)) found.push(`${path} by night ${fault}`)
      // Setup is closed once somebody has an account, and says so with a 404.
      for (const complaint of complaints.splice(0)) if (path !== '/setup') found.push(`${path} ${complaint}`)
    }
    await end()
    expect(found).toEqual([])
  })

/** What opens over a page, by the state of the week or the page, and the button that opens it. */
const OPENED: [string, (string | RegExp)[]][] = [
  [
    'COLLECTING',
    [
      'Close the form',
      'Move the deadline',
      'Remind those who have not answered',
      'Week settings',
      'Change the shifts',
      /^The answer of/,
    ],
  ],
  ['APPROVED', ['Send the schedule']],
  ['/roster', ['Make the next week', /Admin, The Anchor/]],
  ['/roster/tenders', ['Add a tender', 'Import', /^Amara Obi/, 'Change Amara Obi']],
  ['/roster/shifts', ['Add a shift', 'Import', /^Change Monday/]],
  ['/shifts', ['Give this shift away']],
]

for (const [size, scheme] of [
  [SIZES[0], 'light'],
  [SIZES[1], 'dark'],
] as const)
  test(`what opens over a page at ${size?.width} px, ${scheme}: no serious finding, and Escape gives the focus back`, async ({
    browser,
  }) => {
    if (!size) throw new Error('no size')
    const [fill, states] = [await fillers(), await weeks()]
    const { page, complaints, end } = await visitor(browser, size, scheme)
    const found: string[] = []
    for (const [place, names] of OPENED) {
      await look(page, states.get(place) ?? pathOf(place === '/shifts' ? '/shifts/[token]' : place, fill))
      for (const name of names) {
        const opener = page.getByRole('button', { name, exact: typeof name === 'string' }).first()
        // The phone has the person's menu elsewhere.
        if (!(await opener.isVisible()) && size.width < 400) continue
        await expect(opener, `${place} ${name}`).toBeEnabled()
        await opener.click({ timeout: 10_000 })
        const opened = page.getByRole('dialog').or(page.getByRole('menu')).first()
        await expect(opened, `${place} ${name}`).toBeVisible()
        for (const fault of await faultsOf(page)) found.push(`${place} ${name}: ${fault}`)
        // A tip under the pointer takes the first Escape.
        await expect(async () => {
          await page.keyboard.press('Escape')
          await expect(opened, `${place} ${name}`).toHaveCount(0, { timeout: 1_000 })
        }).toPass()
        await expect(opener, `${place} ${name}`).toBeFocused()
      }
      for (const complaint of complaints.splice(0)) found.push(`${place} ${complaint}`)
    }
    await end()
    expect(found).toEqual([])
  })

/** As many presses of Tab as are looked at together. */
const PRESSES = 25

/** Presses Tab through the whole page, until nothing new has the focus. The names of the controls that it never came to. */
async function unreached(page: Page): Promise<string[]> {
  // Parts that load once they are in sight do so first.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    document.addEventListener('focusin', ({ target }) => (target as HTMLElement).setAttribute('data-reached', ''))
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  const reached = () => page.evaluate(() => document.querySelectorAll('[data-reached]').length)
  for (let before = -1, now = 0; now > before; ) {
    before = now
    for (let press = 0; press < PRESSES; press++) await page.keyboard.press('Tab')
    now = await reached()
  }
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, [role=button], [role=link], [role=checkbox], [role=switch], [role=tab]',
      ),
    ]
    const isInSight = (control: HTMLElement) =>
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      control.getBoundingClientRect().width > 1 &&
      !control.closest('[inert], [aria-hidden=true]') &&
      !control.matches(':disabled, [type=hidden]')
    /** Of a group whose arrows do the rest, one control is reached. */
    const isOfReachedGroup = (control: HTMLElement) => {
      const groups = '[role=radiogroup], [role=tablist], [role=grid], [role=toolbar]'
      const group = control.closest(control.tabIndex < 0 ? `${groups}, [role=group]` : groups)
      return Boolean(group?.querySelector('[data-reached]'))
    }
    return (
      controls
        .filter((control) => isInSight(control) && !control.hasAttribute('data-reached') && !isOfReachedGroup(control))
        // What a key of the field does anyway is left out of the order.
        .filter(
          (control) =>
            !/^(Clear the search|Show suggestions|Increase|Decrease)/.test(control.getAttribute('aria-label') ?? ''),
        )
        .map(
          (control) =>
            control.getAttribute('aria-label') ?? control.textContent?.trim() ?? control.outerHTML.slice(0, 80),
        )
    )
  })
}

test('Tab comes to every control of every page, and leaves it again', async ({ browser }) => {
  const { page, end } = await visitor(browser, { width: 1280, height: 900 }, 'light')
  const fill = await fillers()
  const built = builtPaths().pages.map(({ entry }) => pathOf(entry, fill))
  const found: string[] = []
  for (const path of built) {
    await look(page, path)
    for (const name of await unreached(page)) found.push(`${path} ${name}`)
  }
  await end()
  expect(found).toEqual([])
})

test('a week can be read, and its first button reached, by keyboard alone', async ({ browser }) => {
  const { page, end } = await visitor(browser, { width: 1280, height: 900 }, 'light')
  await look(page, (await weeks()).get('ASSIGNED') ?? '')
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
