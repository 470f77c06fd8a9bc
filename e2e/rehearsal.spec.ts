import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect as expectSoon, type Page, test } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { hashPassword } from '@/lib/access/passwords/effects'
import { insertUser } from '@/lib/access/users/data'
import { as, SYSTEM } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { STEPS, type StepName } from '@/lib/roster/rehearsal/schema'
import { type App, startApp } from '@/lib/testing/app'
import { actionNamed, OPERATORS, setStage, signedIn } from './stage'
import { violationsOf } from './violations'

/** The rehearsal wizard in a browser, its servers killed under it, and the same by `npm run rehearse`. */
const PORT = 3670
const PASSWORD = 'the-anchor-at-eight'
const WIZARD = '/roster/cutover/rehearsal'
const HOUR = 3_600_000
/** The account is called by its address, and so its owner signs with it. */
const OLIVE = OPERATORS[0] ?? ''
const EDITOR = 'ed@anchor.test'
/** The eight buttons, as the week's own page calls them. */
const BUTTONS: Record<StepName, string> = {
  open: 'Open the form',
  extend: 'Move the deadline',
  close: 'Close the form',
  generate: 'Generate the roster',
  reopen: 'Reopen the form',
  regenerate: 'Regenerate the roster',
  approve: 'Approve the roster',
  send: 'Send the schedule',
}

test.describe.configure({ mode: 'serial', timeout: 240_000 })
/** A step takes its time: the picker runs, mails leave. */
const expect = expectSoon.configure({ timeout: 45_000 })

let stage: Awaited<ReturnType<typeof setStage>>
let tenders: string[]
let app: App
const end: (() => unknown)[] = []

const start = (options: { failpoint?: string; port?: number; smtpPort?: number } = {}) =>
  startApp({ databaseUrl: stage.world.database.url, smtpPort: stage.mailbox.port, port: PORT, ...options })

test.beforeAll(async () => {
  stage = await setStage()
  end.push(stage.end)
  const { world } = stage
  const editor = { name: 'Ed', email: EDITOR, emailNorm: EDITOR, role: 'editor' as const }
  await insertUser(as(world.ctx, SYSTEM), { ...editor, passwordHash: await hashPassword(PASSWORD) })
  const { id } = await world.roster({ tenders: 5 })
  const people = await world.db.tender.findMany({ where: { rosterId: id }, select: { email: true } })
  tenders = people.map(({ email }) => email ?? '')
  app = await start()
  end.push(() => app.stop())
})
test.afterAll(async () => {
  for (const undo of end.reverse()) await undo()
})

async function operator(browser: Browser, email = OLIVE): Promise<Page> {
  const visitor = await signedIn(app.url, email)
  const desk = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  end.push(() => desk.close())
  await desk.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: app.url })))
  return desk.newPage()
}
async function look(page: Page, path: string) {
  await page.goto(app.url + path)
  await page.locator('html[data-ready]').waitFor()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const stepOf = (page: Page, step: StepName) => page.locator(`[data-step=${step}]`)
const isDone = (page: Page, step: StepName) => expect(stepOf(page, step)).toHaveAttribute('data-state', 'done')
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

async function begin(page: Page): Promise<string> {
  await look(page, WIZARD)
  await button(page, 'Begin the rehearsal').click()
  await page.waitForURL(`**${WIZARD}/*`)
  await expect(button(page, BUTTONS.open)).toBeVisible()
  return idOf(page)
}

async function expectAccessible(page: Page, what: string) {
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const violations = await violationsOf(page)
    expect(violations.map(({ id, nodes }) => `${what}, ${width} px: ${id}: ${nodes[0]?.html}`)).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide, `${what} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
  }
}

const rehearsal = (id: string) => stage.world.db.rehearsal.findUniqueOrThrow({ where: { id } })
/** What the scratch week has gone through, in its order. */
const edgesOf = async (id: string) =>
  (await stage.world.moves((await rehearsal(id)).runId)).map(({ edge }) => edge).filter((edge) => edge !== 'birth')
const MOVES = [
  'open',
  'extend',
  'close',
  'generate',
  'reopenAssigned',
  'close',
  'generate',
  'regenerate',
  'approve',
  'queue',
  'send',
]

/** Each move once, each step once, each mail of it once, to the operator, and not one in any tender's own mailbox. */
async function expectOnce(id: string) {
  const { world, mailbox } = stage
  const { runId, address } = await rehearsal(id)
  expect(await edgesOf(id)).toEqual(MOVES)
  const steps = await world.db.rehearsalStep.findMany({ where: { rehearsalId: id }, orderBy: { number: 'asc' } })
  expect(steps.map(({ name, passed }) => [name, passed])).toEqual(STEPS.map((name) => [name, true]))
  const passed = await world.db.auditEvent.findMany({
    where: { machine: 'rehearsal', subjectId: id, type: 'rehearsal.step_passed' },
    orderBy: { id: 'asc' },
  })
  expect(passed.map(({ data }) => (data as { step: string }).step)).toEqual([...STEPS])

  const rows = await world.db.message.findMany({ where: { subjectId: runId, payload: { not: null } } })
  const arrived = mailbox.received.filter(({ messageId }) => rows.some((row) => row.messageId === messageId))
  expect(rows.length).toBeGreaterThan(tenders.length)
  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'sent'))
  expect(arrived.map(({ messageId }) => messageId).sort()).toEqual(rows.map(({ messageId }) => messageId).sort())
  expect(new Set(arrived.map(({ to }) => to))).toEqual(new Set([address]))
  for (const tender of tenders)
    expect(
      mailbox.received.filter(({ to }) => to === tender),
      tender,
    ).toEqual([])
}

test('a whole rehearsal by keyboard, in order and live, to a signed record', async ({ browser }) => {
  const page = await operator(browser)
  await look(page, WIZARD)
  await expectAccessible(page, 'the beginning')
  const id = await begin(page)
  await expect(page.getByText(`Every mail goes to ${OLIVE} and can go nowhere else.`)).toBeVisible()
  await expect(button(page, BUTTONS.extend)).toHaveCount(0)
  await look(page, WIZARD)
  // The frame of the page may stand before the way on is known.
  await expect.poll(() => idOf(page), { message: 'one that is under way is gone on with' }).toBe(id)

  const other = await operator(browser)
  await look(other, `${WIZARD}/${id}`)
  await button(page, BUTTONS.open).focus()
  for (const step of STEPS) {
    await expect(button(page, BUTTONS[step])).toBeFocused()
    await page.keyboard.press('Enter')
    await isDone(page, step)
    await expect(stepOf(page, step).locator('[data-ok=false]')).toHaveCount(0)
    expect(await stepOf(page, step).locator('[data-ok=true]').count()).toBeGreaterThan(4)
  }
  await isDone(other, 'send')
  await expectAccessible(page, 'all eight done')

  await expect(button(page, 'Sign the record')).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('textbox', { name: 'Your own name' }).fill('Oscar')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Type your own name as your account has it: ${OLIVE}.`).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Your own name' }).fill(OLIVE)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Signed by ${OLIVE}`)).toBeVisible()
  await expect(other.getByText(`Signed by ${OLIVE}`)).toBeVisible()
  await expect(button(page, 'Stop')).toHaveCount(0)
  await expectAccessible(page, 'the signed one')
  await expectOnce(id)
})

test('the inbox opens each mail, and the record prints whole, black on white, with where it came from', async ({
  browser,
}) => {
  const page = await operator(browser)
  await look(page, WIZARD)
  await page.getByRole('link', { name: 'Rehearsal of The Anchor' }).first().click()
  await page.waitForURL(`**${WIZARD}/*`)
  const id = idOf(page)
  const row = page
    .getByRole('list', { name: /Mails to the operator/ })
    .getByRole('button')
    .first()
  await row.click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog
      .frameLocator('iframe')
      .getByText(/Tender \d/)
      .first(),
  ).toBeVisible()
  await expect(dialog.getByText(OLIVE).first()).toBeVisible()
  await expectAccessible(page, 'a mail')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row).toBeFocused()

  // The wizard itself, printed: what is folded on the screen stands on the paper.
  const folded = stepOf(page, 'open').locator('[data-check]').first()
  await expect(folded).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(folded).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'Print the record' }).click()
  await page.waitForURL(`**${WIZARD}/${id}/print`)
  await page.locator('html[data-ready]').waitFor()
  await expectAccessible(page, 'the record')
  const { build, runId } = await rehearsal(id)
  const record = page.getByRole('article', { name: 'Rehearsal of The Anchor' })
  for (const fact of ['The Anchor', build, OLIVE, 'Europe/London', `Signed by ${OLIVE}`])
    await expect(record).toContainText(fact)
  const steps = await stage.world.db.rehearsalStep.findMany({ where: { rehearsalId: id } })
  const checks = steps.flatMap((step) => step.checks as { text: string }[])
  await expect(record.getByText('holds', { exact: true })).toHaveCount(checks.length)
  const mails = await stage.world.db.message.count({ where: { subjectId: runId, payload: { not: null } } })
  await expect(record).toContainText(`${mails} to ${OLIVE}, 0 to anybody else`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Where you are' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print the record' })).toBeHidden()
  const colours = await record.evaluate((sheet) => [
    getComputedStyle(sheet).color,
    getComputedStyle(sheet).backgroundColor,
  ])
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  const foot = await page.evaluate(() => document.documentElement.style.getPropertyValue('--print-foot'))
  expect(foot).toContain(`${app.url}${WIZARD}/${id}/print`)
  expect(foot).toMatch(/printed \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)
})

test('nothing is skipped, taken twice or gone on with by hand, and a rehearsal that was stopped says so', async ({
  browser,
}) => {
  const page = await operator(browser)
  const id = await begin(page)
  const replay = await signedIn(app.url, OPERATORS[1] ?? '')
  const press = (name: string, input: object) =>
    replay.call({ ...actionNamed(name), page: `${WIZARD}/${id}` }, [{ commandId: newId(), rehearsalId: id, ...input }])
  for (const step of STEPS.slice(1)) {
    const answer = await press('takeRehearsalStep', { step })
    expect(answer.code).toBe('refused')
    expect(answer.text).toContain('First comes “Open the form”.')
  }
  expect((await press('checkRehearsalStep', { step: 'open' })).code).toBe('refused')
  expect((await press('signRehearsal', { name: OPERATORS[1] })).code).toBe('refused')
  expect((await press('takeRehearsalStep', { step: 'open', version: 0 })).code).toBe('invalid')
  expect(await edgesOf(id)).toEqual([])

  // Both tabs press at the same moment, and one of them is closed while the step is at work.
  const other = await operator(browser, OPERATORS[1])
  await look(other, `${WIZARD}/${id}`)
  await Promise.all([button(page, BUTTONS.open).click(), button(other, BUTTONS.open).click()])
  await page.close()
  await isDone(other, 'open')
  expect(await edgesOf(id)).toEqual(['open'])
  expect((await press('takeRehearsalStep', { step: 'open' })).code).toBe('ok')
  expect(await edgesOf(id)).toEqual(['open'])

  await other.context().setOffline(true)
  await button(other, BUTTONS.extend).click()
  await expect(other.getByText('No answer came back').first()).toBeVisible()
  await expect(other.getByText('This device is offline.')).toBeVisible()
  await other.context().setOffline(false)
  await button(other, 'Try again').click()
  await isDone(other, 'extend')
  expect(await edgesOf(id)).toEqual(['open', 'extend'])

  await button(other, 'Stop').click()
  await button(other, 'Leave it').click()
  expect((await rehearsal(id)).stoppedAt).toBeNull()
  await button(other, 'Stop').click()
  await button(other, 'Stop the rehearsal').click()
  await expect(other.getByText('This rehearsal was stopped')).toBeVisible()
  await expect(button(other, BUTTONS.close)).toHaveCount(0)
  expect((await press('takeRehearsalStep', { step: 'close' })).code).toBe('refused')
  await look(other, `${WIZARD}/${id}/print`)
  await expect(other.getByText('Stopped: opens the way for nothing')).toBeVisible()
  await look(other, `${WIZARD}/${newId()}`)
  await expect(other.getByRole('heading', { name: 'Not found' })).toBeAttached()
})

/** Where the server dies in each step: before its work, in the middle of a move, between two parts, before its record. */
const DEATHS: [StepName, string][] = [
  ['open', 'rehearsal.open.move'],
  ['extend', 'rehearsal.extend.deliver'],
  ['close', 'run.close.after-claim'],
  ['generate', 'run.generate.before-finalize'],
  ['reopen', 'rehearsal.reopen.begun'],
  ['regenerate', 'rehearsal.regenerate.generate'],
  ['approve', 'rehearsal.approve.judged'],
  ['send', 'after-intent'],
]

test.describe('a server killed in a step and started again', () => {
  let page: Page
  let id: string
  let later = 0

  /** Another server in the place of the one that died, once nothing that it held counts any more. */
  async function again(failpoint?: string) {
    await app.stop()
    app = await start(failpoint ? { failpoint } : {})
    later += HOUR
    app.setClock(later)
  }

  test.beforeAll(async ({ browser }) => {
    page = await operator(browser)
    id = await begin(page)
  })

  for (const [step, point] of DEATHS)
    test(`dead in “${step}” at ${point}: the wizard stands where it stood, and goes on`, async () => {
      await again(`${point}:kill`)
      await look(page, `${WIZARD}/${id}`)
      // The server before died in the step before: that is gone on with first.
      const before = STEPS[STEPS.indexOf(step) - 1]
      if (before) {
        await button(page, 'Go on with this step').click()
        await isDone(page, before)
      }
      await button(page, BUTTONS[step]).click()
      await app.ended
      expect(app.child.signalCode, `${point} was met`).toBe('SIGKILL')
      await expect(page.getByText('No answer came back').first()).toBeVisible()
    })

  test('what nobody can know a person decides; then it ends signed, each event once, each mail once', async () => {
    await again()
    await look(page, `${WIZARD}/${id}`)
    await button(page, 'Go on with this step').click()
    await expect(stepOf(page, 'send')).toHaveAttribute('data-state', 'failed')
    await expectAccessible(page, 'a failed step')
    const send = /^Send (all \d+ )?again$/
    await page.getByRole('button', { name: send }).click()
    await page.getByRole('dialog').getByRole('button', { name: send }).click()
    await expect(page.getByRole('button', { name: send })).toHaveCount(0)
    await button(page, 'Check again').click()
    await isDone(page, 'send')
    await page.getByRole('textbox', { name: 'Your own name' }).fill(OLIVE)
    await button(page, 'Sign the record').click()
    await expect(page.getByText(`Signed by ${OLIVE}`)).toBeVisible()
    await expectOnce(id)
  })
})

test.describe('npm run rehearse', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-rehearsals-'))
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** @returns its exit code and all that it printed */
  const run = (args: string[], env: Record<string, string> = {}): Promise<{ code: number | null; text: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['scripts/rehearse.mjs', ...args], {
        env: { ...process.env, DAYBOOK_HOME: folder, REHEARSE_PASSWORD: PASSWORD, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let text = ''
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part))
      child.once('close', (code) => resolve({ code, text }))
    })

  test('a mail server that refuses fails the check of the mails; once it takes them the same rehearsal passes', async () => {
    const refusing = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
    })
    refusing.on('error', () => {})
    await new Promise<void>((ready) => refusing.listen(0, '127.0.0.1', ready))
    const { port: smtpPort } = refusing.server.address() as { port: number }
    const broken = await start({ port: PORT + 1, smtpPort })
    try {
      const failed = await run(['--url', broken.url, '--email', OLIVE, '--report', join(folder, 'failed')])
      expect(failed.text).toMatch(/FAILED 5 invitations, all to the operator +expected 5 of 5, found 0 of 5/)
      expect(failed.text).toMatch(/^failed: Open the form: 5 invitations, all to the operator: .*Then check again/m)
      expect(failed.code).toBe(1)
      expect(readFileSync(join(folder, 'failed/report.html'), 'utf8')).toContain('FAILED')
    } finally {
      await broken.stop()
      await new Promise<void>((closed) => refusing.close(closed))
    }

    // Under a name that is not theirs it is not signed; its report is kept all the same.
    const unsigned = await run(['--url', app.url, '--email', OLIVE, '--sign', 'Somebody Else'])
    expect(unsigned.text).toContain('It was under way, and goes on where it stands.')
    for (const step of STEPS) expect(unsigned.text).toMatch(new RegExp(`^${STEPS.indexOf(step) + 1}\\. `, 'm'))
    expect(unsigned.text).toMatch(/^ {3}ok {5}state is SENT +SENT$/m)
    expect(unsigned.text).toMatch(/^It was not signed\. Type your own name/m)
    expect(unsigned.code).toBe(2)
    const [report = ''] = /\S+report\.html/.exec(unsigned.text) ?? []
    const html = readFileSync(report, 'utf8')
    for (const step of STEPS) {
      const picture = `${STEPS.indexOf(step) + 1}-${step}.png`
      expect(html).toContain(`src="${picture}"`)
      expect(existsSync(report.replace('report.html', picture)), picture).toBe(true)
    }
    expect(html).toContain('It was not signed.')

    const passed = await run(['--url', app.url, '--email', OLIVE, '--sign', OLIVE.toUpperCase()])
    expect(passed.text).toMatch(/^passed: 8 steps, \d+ checks, signed by olive@anchor\.test$/m)
    expect(passed.code).toBe(0)
    const [latest] = await stage.world.db.rehearsal.findMany({ orderBy: { beganAt: 'desc' }, take: 1 })
    expect(latest?.signedName).toBe(OLIVE)
    await expectOnce(latest?.id ?? '')
  })

  test('what cannot be run is said in a sentence, with 2', async () => {
    const url = ['--url', app.url]
    const refused: [string[], Record<string, string>, RegExp][] = [
      [['--link'], {}, /^--link is not an option that it has\./],
      [['--url', 'http://127.0.0.1:9'], {}, /^Nothing answers at http:\/\/127\.0\.0\.1:9: run npm start/],
      [[], {}, /^Daybook has not been started from this home/],
      [[...url, '--email', OLIVE], { REHEARSE_PASSWORD: 'wrong' }, /^olive@anchor\.test could not sign in at .*: .+\./],
      [url, {}, /^Say who signs in/],
      [[...url, '--email', EDITOR], {}, /^This account may not rehearse: sign in as an operator or an admin\./],
      [[...url, '--email', OLIVE, '--roster', 'The Ship'], {}, /^“The Ship” is no roster that can be rehearsed\./],
    ]
    for (const [args, env, says] of refused) {
      const { code, text } = await run(args, { PORT: '', ...env })
      expect(text).toMatch(says)
      expect(text.trim().split('\n'), text).toHaveLength(1)
      expect(code, text).toBe(2)
    }
    expect(await run(['--help'])).toMatchObject({ code: 0, text: expect.stringContaining('--report <folder>') })
  })
})
