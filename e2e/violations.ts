import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * What axe finds on a page, or in a part of it. Not judged: a mail's frame, in which no script runs, so that axe would
 * wait for its own there for ever; react-aria's announcer, which holds for a second what a screen reader is told. A page
 * that somebody is being led to has no title until its name comes. @param rules of axe; all of them unless given
 */
export async function violationsOf(page: Page, part?: string, rules?: string[]) {
  await expect(page).toHaveTitle(/./)
  const axe = new AxeBuilder({ page }).exclude('iframe').exclude('[data-live-announcer]')
  if (rules) axe.withRules(rules)
  return (await (part ? axe.include(part) : axe).analyze()).violations
}
