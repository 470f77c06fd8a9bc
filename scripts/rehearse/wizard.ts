import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { Refused } from './refused'

export type SeenCheck = {
  name: string
  text: string
  /** What was found; of a failed one what was expected, too. Empty while it is being checked. */
  finding: string
  ok: boolean | null
}
export type SeenStep = {
  /** From 1. */
  number: number
  name: string
  state: 'done' | 'running' | 'failed' | 'now' | 'todo'
  title: string
  checks: SeenCheck[]
  /** What to do, where it failed. */
  help: string
}
/** The wizard as its page shows it at one moment. */
export type Seen = {
  status: 'open' | 'ready' | 'signed' | 'stopped'
  title: string
  week: string
  address: string
  build: string
  /** What whoever is signed in would sign with. */
  signer: string
  steps: SeenStep[]
}

const WIZARD = '[data-rehearsal]'

/**
 * Reads the page: what is not on it is not known here either. (No function in it has a name: the loader of these files
 * would mark it with a helper that the page does not have.)
 */
export const look = (page: Page): Promise<Seen> =>
  page.locator(WIZARD).evaluate((wizard): Seen => {
    const { rehearsal, title, week, address, build, signer } = (wizard as HTMLElement).dataset
    return {
      status: rehearsal as Seen['status'],
      title: title ?? '',
      week: week ?? '',
      address: address ?? '',
      build: build ?? '',
      signer: signer ?? '',
      steps: [...wizard.querySelectorAll<HTMLElement>('[data-step]')].map((step, at) => ({
        number: at + 1,
        name: step.dataset.step ?? '',
        state: step.dataset.state as SeenStep['state'],
        title: step.querySelector('[data-part=title]')?.textContent ?? '',
        help: step.querySelector('[data-part=help]')?.textContent ?? '',
        checks: [...step.querySelectorAll<HTMLElement>('[data-check]')].map((check) => ({
          name: check.dataset.check ?? '',
          text: check.querySelector('[data-part=text]')?.textContent ?? '',
          finding: check.dataset.ok === 'null' ? '' : (check.querySelector('[data-part=finding]')?.textContent ?? ''),
          ok: check.dataset.ok === 'null' ? null : check.dataset.ok === 'true',
        })),
      })),
    }
  })

/** The step that is not through yet; none once all have passed. */
export const stepOf = ({ steps }: Seen): SeenStep | undefined => steps.find(({ state }) => state !== 'done')

/** The one button of the wizard: it takes the next step, goes on with it, or checks it again. */
const button = (page: Page): Locator => page.locator(`${WIZARD} [data-press] button`)

/**
 * Whether it can be pressed: `busy` while a step goes on by itself, a sentence where it is locked. One look, for what
 * is seen of a page that moves on in between would not fit together.
 */
export const standingOf = (page: Page): Promise<'free' | 'busy' | { locked: string }> =>
  button(page).evaluateAll(([found]) => {
    if (!found || found.hasAttribute('data-pending')) return 'busy'
    if (found.getAttribute('aria-disabled') !== 'true') return 'free'
    const why = found.getAttribute('aria-describedby')
    return { locked: (why && document.getElementById(why)?.textContent) || 'The button is locked.' }
  })

export const press = (page: Page): Promise<void> => button(page).click()

/** What the page said last, in its corner. */
export async function lastSaid(page: Page): Promise<string> {
  return (await page.getByRole('alertdialog').allTextContents()).at(-1)?.trim() ?? ''
}

/** How often what came of the signature is looked for, how long it may take, and the page after it has said something; in ms. */
const SIGN_LOOK_MS = 250
const SIGN_PATIENCE_MS = 30_000
const SIGN_SAID_MS = 3_000

/** Types the name under the record and presses. @throws Refused with the page's own sentence when it is not taken */
export async function sign(page: Page, name: string): Promise<void> {
  const before = await lastSaid(page)
  await page.getByRole('textbox', { name: 'Your own name' }).fill(name)
  await page.getByRole('button', { name: 'Sign the record' }).click()
  const signed = page.locator('[data-rehearsal=signed]')
  // What the page says in its corner goes away again, so it is kept as it comes.
  let [said, patience] = ['', SIGN_PATIENCE_MS]
  for (let waited = 0; waited < patience; waited += SIGN_LOOK_MS) {
    if ((await signed.count()) > 0) return
    const now = await lastSaid(page)
    if (!said && now && now !== before) [said, patience] = [now, waited + SIGN_SAID_MS]
    await sleep(SIGN_LOOK_MS)
  }
  throw new Refused(`It was not signed. ${said || 'The page does not say why.'}`)
}
