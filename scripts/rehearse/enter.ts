import type { Page } from '@playwright/test'
import { open } from './browser'
import { Refused } from './refused'
import { lastSaid, look } from './wizard'

const BEGIN = '/roster/cutover/rehearsal'

/**
 * Comes to the rehearsal that is under way, or begins one. @returns whether it was under way
 * @throws Refused, with what to do
 */
export async function enter(page: Page, roster: string | undefined): Promise<boolean> {
  await open(page, BEGIN)
  // The page may lead on, or turn out not to be there, once it has begun to arrive.
  const wizard = page.locator('[data-rehearsal]')
  const none = page.getByRole('heading', { name: 'Not found', level: 1 })
  await wizard.or(none).or(page.locator('[data-begin]')).first().waitFor({ state: 'attached' })
  if ((await none.count()) > 0) throw new Refused('This account may not rehearse: sign in as an operator or an admin.')
  const isUnderWay = (await wizard.count()) > 0
  if (!isUnderWay) await begin(page, roster)
  await wizard.waitFor()
  const { title } = await look(page)
  if (isUnderWay && roster !== undefined && title !== `Rehearsal of ${roster}`)
    throw new Refused(`Another one is under way: ${title}. Finish or stop it first, or leave --roster out.`)
  return isUnderWay
}

async function begin(page: Page, roster: string | undefined): Promise<void> {
  const button = page.getByRole('button', { name: 'Begin the rehearsal' })
  if ((await button.count()) === 0)
    throw new Refused('There is no roster to rehearse yet: make one under Roster first.')
  if (roster !== undefined) await choose(page, roster)
  if ((await button.getAttribute('aria-disabled')) === 'true')
    throw new Refused(`No roster can be rehearsed as it is. ${await unfit(page)}`.trim())
  await button.click()
  const hasBegun = await page.waitForURL(`**${BEGIN}/*`).then(
    () => true,
    () => false,
  )
  if (!hasBegun)
    throw new Refused((await lastSaid(page)) || 'The rehearsal did not begin, and the page does not say why.')
}

/** Each choice says its roster's name and what it has: '24 tenders, 12 shifts a week'. */
async function choose(page: Page, roster: string): Promise<void> {
  for (const choice of await page.locator('main label').all()) {
    const text = (await choice.textContent()) ?? ''
    if (text.startsWith(roster) && /^ *\d+ tenders?,/.test(text.slice(roster.length))) return choice.click()
  }
  const isOnlyOne = await page.locator('main').getByText(roster, { exact: true }).isVisible()
  if (!isOnlyOne) throw new Refused(`“${roster}” is no roster that can be rehearsed. ${await unfit(page)}`.trim())
}

/** The rosters that cannot be rehearsed, each with its reason. */
const unfit = async (page: Page): Promise<string> =>
  (
    await page.getByRole('list', { name: 'Rosters that cannot be rehearsed' }).getByRole('listitem').allTextContents()
  ).join(' ')
