import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailView } from '@/lib/messages/outbox/schema'
import { thaw } from '@/lib/messages/rules'
import { as, type Context, SYSTEM } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { letterWriter } from '../mail/letters'
import { loadWeek } from '../week/loaders'
import { approve } from '../week/process'
import { readScene } from './data'
import { foreseeLinks } from './effects'
import { loadMails } from './loaders'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const fixed = (at: Date): Context => ({ ...w.ctx, now: () => at })

/** The bytes that the preview page reads, for everybody, at an instant. */
async function previewed(runId: string, at: Date): Promise<Map<string, string | null>> {
  const scene = await readScene(fixed(at), await w.week(runId))
  const write = letterWriter({
    ...scene,
    links: await foreseeLinks(
      w.ctx,
      scene.tenders.map(({ id }) => id),
    ),
  })
  return new Map(scene.tenders.map((tender) => [tender.id, write(tender, newId()).payload]))
}

async function oddWeek() {
  const made = await w.weekIn('APPROVED', { tenders: 7 })
  const [, lost, gone, odd, back] = made.tenders
  const set = (id: string | undefined, data: object) => w.db.tender.update({ where: { id: id ?? '' }, data })
  await set(lost?.id, { email: null, emailNorm: null })
  await set(gone?.id, { unsubscribedAt: w.ctx.now() })
  await set(odd?.id, { email: 'not an address' })
  await set(back?.id, { bouncedAt: w.ctx.now(), bouncedWhy: '550 no such mailbox.' })
  return made
}

describe('the mails before Send', () => {
  test('are those that Send freezes, byte for byte', async () => {
    const made = await oddWeek()
    const at = new Date(w.ctx.now().getTime())
    const before = await previewed(made.id, at)
    await w.must(w.queue(made, fixed(at)))
    const rows = await w.rows(made.id)
    expect(rows).toHaveLength(7)
    for (const row of rows) {
      const seen = before.get(row.personId ?? '')
      expect(row.payload && Buffer.from(row.payload).toString('base64'), row.recipientName).toBe(seen)
    }
    expect(rows.filter(({ payload }) => payload === null)).toHaveLength(3)
    // The addresses in them open something: they are the links that Send has made.
    const some = rows.find(({ payload }) => payload !== null)
    const { text } = thaw(some?.payload ?? new Uint8Array())
    expect(text).toMatch(/\/shifts\/[\w-]{43}\n/)
    expect(text).toMatch(/\/calendar\/[\w-]{43}\.ics\n/)
    expect(text).toMatch(/\/unsubscribe\/[\w-]{43}\n$/)
    expect(await w.db.tenderLink.count({ where: { tenderId: some?.personId ?? '' } })).toBe(3)
  })

  test('write nothing while they are only read', async () => {
    const made = await w.weekIn('ASSIGNED')
    const [{ id: first = '' } = {}] = made.tenders
    const links = () => w.db.tenderLink.count({ where: { tenderId: first } })
    const before = await links()
    await loadMails(w.ctx, made.id, first)
    expect(await links()).toBe(before)
    expect(await w.rows(made.id)).toEqual([])
  })

  test('list who cannot be reached first, with why and what mends it; the mail of one who bounced is there', async () => {
    const made = await oddWeek()
    const view = await loadMails(w.ctx, made.id, made.tenders[4]?.id ?? null)
    if (view?.stage !== 'preview') throw new Error('no preview')
    expect(view.recipients.map(({ name, trouble }) => [name, trouble?.lost ?? null])).toEqual([
      ['Tender 2', true],
      ['Tender 3', true],
      ['Tender 4', true],
      ['Tender 5', false],
      ['Tender 1', null],
      ['Tender 6', null],
      ['Tender 7', null],
    ])
    expect(view.recipients[3]?.trouble?.why).toBe('The last mail to this address came back: no such mailbox.')
    expect(view.chosen?.mail?.to).toContain('Tender 5')
    const lost = await loadMails(w.ctx, made.id, made.tenders[1]?.id ?? null)
    expect(lost).toMatchObject({ chosen: { mail: null } })
  })

  test('hold a person’s shifts as entries in the roster’s own time, under ids that stay', async () => {
    const made = await w.weekIn('ASSIGNED', { zone: 'Pacific/Auckland' })
    const read = async (): Promise<MailView | null> => {
      const one = await loadMails(w.ctx, made.id, made.tenders[0]?.id ?? null)
      return one?.stage === 'preview' ? (one.chosen?.mail ?? null) : null
    }
    const [file] = (await read())?.attachments ?? []
    expect(file?.entries[0]?.when).toMatch(/, 18:00 – (23:00|00:30) NZ[DS]T$/)
    expect(file?.entries[0]?.key).toMatch(new RegExp(`^${made.id}-[0-9a-f-]{36}-${made.tenders[0]?.id}@daybook$`))
    const [again] = (await read())?.attachments ?? []
    expect(again?.entries.map(({ key }) => key)).toEqual(file?.entries.map(({ key }) => key))
  })

  test('are not there before a roster is, and are those of the Outbox once they are written', async () => {
    const early = await w.weekIn('CLOSED')
    expect(await loadMails(w.ctx, early.id, null)).toMatchObject({ stage: 'early' })
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    const view = await loadMails(w.ctx, made.id, null)
    if (view?.stage !== 'written') throw new Error('not written')
    expect(view.written.map(({ name, mark }) => [name, mark.label])).toEqual(
      made.tenders.map(({ name }) => [name, 'Queued']),
    )
    expect(await loadMails(w.ctx, newId(), null)).toBeNull()
  })
})

describe('two people for a mass mail', () => {
  test.each([
    [500, true],
    [501, false],
  ])(
    '%i recipients: may the approver send, by page and by verb: %s',
    async (tenders, may) => {
      const made = await w.weekIn('APPROVED', { tenders })
      await w.db.appUser.upsert({
        where: { id: w.operator },
        update: {},
        create: {
          ...{ id: w.operator, name: 'Olive', email: 'olive@anchor.test', emailNorm: 'olive@anchor.test' },
          ...{ role: 'operator', createdAt: w.ctx.now() },
        },
      })
      const other = as(w.ctx, { kind: 'user', id: newId(), name: 'Oscar' })
      const page = (await loadWeek(w.ctx, made.id))?.edges.queue
      const elsewhere = (await loadWeek(other, made.id))?.edges.queue
      expect(page?.allowed).toBe(may)
      expect(elsewhere?.allowed).toBe(true)
      const outcome = await w.queue(made)
      expect(outcome.ok).toBe(may)
      if (may) return
      const named = 'Olive approved this roster. With more than 500 recipients somebody else presses Send.'
      expect(page?.reason).toBe(named)
      expect(outcome).toMatchObject({ reason: 'second_person', detail: named })
      await w.must(w.queue(made, other))
      expect(await w.rows(made.id)).toHaveLength(501)
    },
    120_000,
  )

  test('a roster of 501 that no person approved says how it comes to be sent', async () => {
    const made = await w.weekIn('ASSIGNED', { tenders: 501 })
    await w.must(approve(as(w.ctx, SYSTEM), made.id, await w.bound(made.id)))
    expect(await w.queue(made)).toMatchObject({ ok: false, detail: expect.stringContaining('approve it first') })
  }, 120_000)
})
