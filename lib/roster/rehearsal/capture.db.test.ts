import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { must } from '@/lib/testing/engine'
import { type RehearsalWorld, rehearsalWorld } from '@/lib/testing/rehearsing'
import { loadMailOf, loadRehearsal } from './loaders'
import { signRehearsal } from './process'

// No mail server is set: what a fresh installation has.
vi.hoisted(() => {
  process.env.ROSTER_BUILD = 'build-one'
  delete process.env.SMTP_URL
})

// A whole rehearsal is some hundred statements: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

let w: RehearsalWorld
beforeAll(async () => {
  w = await rehearsalWorld()
})
afterAll(() => w.end())

it('without a mail server the mails are captured, and each can be read as it would have left', async () => {
  const { id: rosterId } = await w.roster({ tenders: 5 })
  const id = await w.begin(rosterId)
  await w.passUntil(id)
  await must(signRehearsal(w.press(), id, { name: 'Olive Marsh', commandId: newId() }))
  const view = await loadRehearsal(w.press(), id)
  expect(view).toMatchObject({ others: 0, inboxCount: 13 })
  expect(new Set(view?.inbox.map(({ state }) => state.label))).toEqual(new Set(['Captured']))
  const found = view?.steps
    .flatMap(({ checks }) => checks.filter(({ name }) => name === 'mails'))
    .map((one) => one.found)
  expect(found).toEqual(['5 of 5, captured', '3 of 3, captured', 'none', '5 of 5, captured'])
  const mail = await loadMailOf(w.press(), id, view?.inbox[0]?.id ?? '')
  expect(mail?.mail).toMatchObject({
    to: expect.stringContaining(`<${w.olive.email}>`),
    html: expect.stringContaining('<html'),
  })
  expect(await loadMailOf(w.press(), newId(), view?.inbox[0]?.id ?? '')).toBeNull()
})
