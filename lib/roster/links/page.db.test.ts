import { convertIcsCalendar } from 'ts-ics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { loadSwaps } from '../swaps/loaders'
import { ask, confirm, handOver, offer } from '../swaps/process'
import { listSeats, listShifts } from '../week/data'
import { ensureLinks } from './effects'
import { loadFeed, loadTenderPage } from './loaders'
import { renewLink, revokeLink } from './process'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

async function sentWeek() {
  const made = await w.weekIn('APPROVED', { tenders: 6 })
  await w.must(w.queue(made))
  await w.post(w.ctx, undefined, made.id)
  const [shift] = await listShifts(w.ctx, made.id)
  if (!shift) throw new Error('a week without shifts')
  const seats = await listSeats(w.ctx, made.id)
  const on = seats.filter(({ shiftId }) => shiftId === shift.id).map(({ tenderId }) => tenderId)
  const free = made.tenders.map(({ id }) => id).filter((id) => !on.includes(id))
  return { ...made, shift, giver: on[0] ?? '', beside: on[1] ?? '', free: free[0] ?? '' }
}
type Sent = Awaited<ReturnType<typeof sentWeek>>

const tokenOf = async (kind: 'page' | 'calendar', id: string) => (await ensureLinks(w.ctx, kind, [id])).get(id) ?? ''
const pageOf = async (id: string, ctx: Context = w.ctx) => {
  const page = await loadTenderPage(ctx, await tokenOf('page', id))
  if (!page) throw new Error('no page')
  return page
}
const feedOf = async (id: string, ctx: Context = w.ctx) => {
  const feed = await loadFeed(ctx, await tokenOf('calendar', id))
  if (!feed.ok) throw new Error('no feed')
  return { body: feed.body, calendar: convertIcsCalendar(undefined, feed.body) }
}
const uidOf = (week: Sent, tenderId: string) => `${week.id}-${week.shift.id}-${tenderId}@daybook`
const at = (week: Sent, ms: number) => w.later(w.ctx, week.shift.startsAt.getTime() - w.ctx.now().getTime() + ms)
const dump = () => w.db
  .$queryRaw`SELECT (SELECT count(*) FROM tender_link) AS links, (SELECT count(*) FROM audit_event) AS events,
  (SELECT count(*) FROM swap) AS swaps, (SELECT count(*) FROM message) AS messages`

test('the page shows what they work and with whom, and a swap in its steps on both sides; looking writes nothing', async () => {
  const week = await sentWeek()
  const own = (id: string) => pageOf(id).then(({ shifts }) => shifts.find((shift) => shift.id === week.shift.id))
  const wanted = (id: string) => pageOf(id).then((page) => page.wanted)
  for (const id of [week.giver, week.free, week.beside]) await tokenOf('page', id)
  const before = await dump()
  expect(await own(week.giver)).toMatchObject({ role: 'Bar', swap: null, locked: null, others: [expect.any(String)] })
  expect(await own(week.free)).toBeUndefined()
  expect(await dump()).toEqual(before)

  const begun = await w.must(ask(w.ctx, { shiftId: week.shift.id, fromTenderId: week.giver, note: 'A wedding.' }))
  expect((await own(week.giver))?.swap).toMatchObject({ note: 'A wedding.', taker: null })
  expect(await wanted(week.free)).toMatchObject([{ swapId: begun.id, offered: false, note: 'A wedding.', why: null }])
  expect(await wanted(week.beside)).toMatchObject([{ why: 'You work this shift already.' }])
  expect(await wanted(week.giver)).toEqual([])

  await w.must(offer(w.ctx, begun.id, { version: 0, tenderId: week.free }))
  expect((await own(week.giver))?.swap?.taker).toMatch(/^Tender \d$/)
  expect(await wanted(week.free)).toMatchObject([{ offered: true, version: 1 }])
  expect(await wanted(week.beside)).toEqual([])

  await w.must(confirm(w.ctx, begun.id, { version: 1 }))
  expect(await own(week.giver)).toBeUndefined()
  expect(await own(week.free)).toMatchObject({ swap: null })
})

test('a shift that runs can not be given away any more, and one that is over is counted for whoever worked it', async () => {
  const week = await sentWeek()
  await w.must(handOver(w.ctx, { shiftId: week.shift.id, fromTenderId: week.giver, toTenderId: week.free, note: '' }))
  const running = await pageOf(week.free, at(week, 60_000))
  expect(running.shifts.find(({ id }) => id === week.shift.id)?.locked).toMatch('has begun')
  const over = at(week, week.shift.endsAt.getTime() - week.shift.startsAt.getTime() + 60_000)
  const worked = (await pageOf(week.free, over)).worked
  expect([worked, (await pageOf(week.giver, over)).worked]).toEqual([1, 0])
})

test('the card of a week judges by that week, and locks what has begun', async () => {
  const week = await sentWeek()
  const begun = await w.must(ask(w.ctx, { shiftId: week.shift.id, fromTenderId: week.giver, note: '' }))
  await w.must(offer(w.ctx, begun.id, { version: 0, tenderId: week.free }))
  const before = await loadSwaps(w.ctx, week.id)
  expect(before?.open).toMatchObject([{ id: begun.id, version: 1, state: 'offered', locked: null, begun: null }])
  expect(before?.board.shifts).toHaveLength(3)
  expect(before?.seats).toHaveLength(6)
  await w.db.tender.update({ where: { id: week.free }, data: { active: false } })
  expect((await loadSwaps(w.ctx, week.id))?.open[0]?.locked).toMatch('active tender')
  const after = await loadSwaps(at(week, 60_000), week.id)
  expect(after?.open[0]?.begun).toMatch('has begun')
  expect(after?.seats.some(({ shiftId }) => shiftId === week.shift.id)).toBe(false)
  expect(await loadSwaps(w.ctx, (await w.weekIn('ASSIGNED')).id)).toBeNull()
})

test('the form that is open, answered or not, stands on the page of whoever was asked', async () => {
  const made = await w.weekIn('COLLECTING')
  const { form } = await pageOf(made.tenders[0]?.id ?? '')
  expect(form).toMatchObject({ answered: true, url: expect.stringContaining('/availability/') })
  const past = w.later(w.ctx, 48 * 3_600_000)
  expect((await pageOf(made.tenders[0]?.id ?? '', past)).form).toBeNull()
})

test('a link of another kind, a revoked one and one of somebody who left open no page', async () => {
  const { tenders } = await w.roster({ tenders: 3 })
  const [one = '', two = '', three = ''] = tenders.map(({ id }) => id)
  expect(await loadTenderPage(w.ctx, await tokenOf('calendar', one))).toBeNull()
  expect(await loadTenderPage(w.ctx, 'x'.repeat(43))).toBeNull()
  const old = await tokenOf('page', two)
  await renewLink(w.ctx, { kind: 'page', tenderId: two, commandId: crypto.randomUUID() })
  expect(await loadTenderPage(w.ctx, old)).toBeNull()
  const left = await tokenOf('page', three)
  await w.db.tender.update({ where: { id: three }, data: { active: false } })
  expect(await loadTenderPage(w.ctx, left)).toBeNull()
})

test('the address of the calendar stands on the page only while there is one that can be made again', async () => {
  const { tenders } = await w.roster({ tenders: 1 })
  const [{ id = '' } = {}] = tenders
  expect((await pageOf(id)).calendar).toBeNull()
  const token = await tokenOf('calendar', id)
  expect((await pageOf(id)).calendar).toMatch(new RegExp(`/calendar/${token}\\.ics$`))
  await revokeLink(w.ctx, { kind: 'calendar', tenderId: id, commandId: crypto.randomUUID() })
  expect((await pageOf(id)).calendar).toBeNull()
  expect(await loadFeed(w.ctx, token)).toEqual({ ok: false, gone: true })
  expect(await loadFeed(w.ctx, 'x'.repeat(43))).toEqual({ ok: false, gone: false })
})

test('the feed has the shifts of sent weeks, under the identities of the mails, and a swap makes the entry a newer one', async () => {
  const week = await sentWeek()
  const draft = await w.weekIn('ASSIGNED')
  expect((await feedOf(draft.tenders[0]?.id ?? '')).calendar.events ?? []).toEqual([])
  const first = await feedOf(week.giver)
  expect((await feedOf(week.giver)).body).toBe(first.body)
  const entry = first.calendar.events?.find(({ uid }) => uid === uidOf(week, week.giver))
  expect([entry?.sequence ?? 0, entry?.summary]).toEqual([0, 'Bar, The Anchor'])
  expect([entry?.start.date, entry?.end?.date]).toEqual([week.shift.startsAt, week.shift.endsAt])
  expect(first.body).toMatch(/^X-WR-CALNAME:The Anchor shifts/m)
  expect(first.body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H')
  expect(first.body).not.toContain('@anchor.test')

  const beside = (await feedOf(week.beside)).calendar.events?.find(({ uid }) => uid === uidOf(week, week.beside))
  // A calendar's instants are whole seconds.
  const after = w.later(w.ctx, 2_000)
  await w.must(handOver(after, { shiftId: week.shift.id, fromTenderId: week.giver, toTenderId: week.free, note: '' }))
  expect((await feedOf(week.giver)).calendar.events ?? []).toHaveLength((first.calendar.events?.length ?? 0) - 1)
  const taken = (await feedOf(week.free)).calendar.events?.find(({ uid }) => uid === uidOf(week, week.free))
  expect(taken).toMatchObject({ sequence: 1 })
  const newer = (await feedOf(week.beside)).calendar.events?.find(({ uid }) => uid === uidOf(week, week.beside))
  expect(newer).toMatchObject({ sequence: 1 })
  expect(newer?.lastModified?.date.getTime()).toBeGreaterThan(beside?.lastModified?.date.getTime() ?? Infinity)
  expect(newer?.description).not.toBe(beside?.description)
})

test('the feed of somebody who left has what they worked and nothing that is to come', async () => {
  const week = await sentWeek()
  const isThere = async (ms: number) =>
    (await feedOf(week.giver, at(week, ms))).calendar.events?.some(({ uid }) => uid === uidOf(week, week.giver)) ??
    false
  const over = week.shift.endsAt.getTime() - week.shift.startsAt.getTime()
  await w.db.tender.update({ where: { id: week.giver }, data: { active: false } })
  expect([await isThere(-60_000), await isThere(over - 60_000), await isThere(over)]).toEqual([false, false, true])
  await w.db.tender.update({ where: { id: week.giver }, data: { active: true } })
  expect(await isThere(-60_000)).toBe(true)
})

test('the feed goes back eight weeks', async () => {
  const week = await sentWeek()
  const hasIt = async (ms: number) =>
    (await feedOf(week.giver, at(week, ms))).calendar.events?.some(({ uid }) => uid === uidOf(week, week.giver)) ??
    false
  const weeks = 7 * 24 * 3_600_000
  expect([await hasIt(7 * weeks), await hasIt(9 * weeks)]).toEqual([true, false])
})
