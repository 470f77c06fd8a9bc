import { expect, test } from '@playwright/test'
import { deriveToken } from '@/lib/platform/secrets'
import { homeEnv, sql } from './access-visitor'

/** The link in the mails of somebody of the sample who gets them, and their row. */
async function somebody() {
  const [link] = await sql<{ id: string; serial: number }>(
    `SELECT t.id, l.serial FROM tender_link l JOIN tender t ON t.id = l.tender_id
      WHERE l.kind = 'mail' AND l.revoked_at IS NULL AND t.active AND t.unsubscribed_at IS NULL ORDER BY t.id LIMIT 1`,
  )
  const id = link?.id ?? ''
  const token = deriveToken(homeEnv().NEXTAUTH_SECRET ?? '', 'tender-link', 'mail', id, String(link?.serial))
  const row = async () => {
    const [found] = await sql<{ print: string; stopped: boolean; links: string; events: number }>(
      `SELECT md5(t::text) AS print, t.unsubscribed_at IS NOT NULL AS stopped,
              (SELECT md5(string_agg(l::text, '|' ORDER BY l.id)) FROM tender_link l WHERE l.tender_id = t.id) AS links,
              (SELECT count(*)::int FROM audit_event a WHERE a.machine = 'tender' AND a.subject_id = t.id) AS events
         FROM tender t WHERE t.id = $1`,
      [id],
    )
    return found
  }
  return { token, row }
}

test('case A8: scanners that open the link to stop the mails change nothing; one POST without a session does', async ({
  page,
  request,
}) => {
  const { token, row } = await somebody()
  const before = await row()
  for (const url of [`/unsubscribe/${token}`, `/api/unsubscribe/${token}`])
    for (let times = 0; times < 3; times++)
      for (const method of ['GET', 'HEAD']) expect((await request.fetch(url, { method })).status(), method).toBe(200)
  expect(await row()).toEqual(before)

  // As RFC 8058 has it: no origin, no cookie, always this body; and a mail server that asks twice.
  for (let times = 0; times < 2; times++) {
    const form = { 'List-Unsubscribe': 'One-Click' }
    const answer = await request.post(`/api/unsubscribe/${token}`, { form })
    expect([answer.status(), await answer.text()]).toEqual([200, 'Your mails are stopped.\n'])
  }
  expect(await row()).toMatchObject({ stopped: true, events: (before?.events ?? 0) + 1 })
  expect((await request.post(`/api/unsubscribe/${'x'.repeat(43)}`)).status()).toBe(404)

  await page.goto(`/api/unsubscribe/${token}`)
  await page.locator('html[data-ready]').waitFor()
  await expect(page.getByRole('heading', { name: 'Your mails are stopped' })).toBeVisible()
  await page.getByRole('button', { name: 'Get mails again' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Stop the mails of this roster?' })).toBeVisible()
  await expect(page.getByText('Mails come again')).toBeVisible()
  expect(await row()).toMatchObject({ stopped: false, events: (before?.events ?? 0) + 2 })
})
