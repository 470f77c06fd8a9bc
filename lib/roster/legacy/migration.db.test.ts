import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { loadToday } from '@/lib/alerts/loaders'
import { verify } from '@/lib/engine/seal'
import type { Transport } from '@/lib/messages/transport/contract'
import { smtpTransport } from '@/lib/messages/transport/smtp'
import { as, type Context, TICK } from '@/lib/platform/context'
import { hashToken, newId } from '@/lib/platform/ids'
import { addDays } from '@/lib/platform/plain-date'
import { machines, subjects, tickParts, todaySources } from '@/lib/registry'
import { openMailbox } from '@/lib/testing/mailbox'
import { databaseAt, migrateOn } from '@/lib/testing/migrations'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { loadTimeline } from '@/lib/timeline/loaders'
import { tokenOf } from '../answers/effects'
import { loadForm } from '../answers/loaders'
import { loadReminder } from '../answers/reminders/loaders'
import { remind } from '../answers/reminders/process'
import { rosterTick } from '../clock/process'
import { ensureLinks } from '../links/effects'
import { loadFeed, loadTenderPage } from '../links/loaders'
import { momentOf, type Pattern, planShifts, weekOfInstant } from '../rules'
import { edit } from '../seats/process'
import { loadMails } from '../sending/loaders'
import { send } from '../sending/process'
import { loadWall } from '../sending/wall/loaders'
import { ask } from '../swaps/process'
import { listSeats } from '../week/data'
import { loadWeek } from '../week/loaders'
import * as week from '../week/process'
import { loadWhy } from '../why/loaders'
import { legacyTick } from './clock/process'

const ZONE = 'Europe/London'
const HOUR = 3_600_000
const STAGES = ['opened', 'closed', 'generated', 'reopened', 'approved', 'sent'] as const
type Stage = (typeof STAGES)[number]
/** As it was written then. */
const RHYTHM = {
  ...{ opens: { daysBefore: 14, time: '09:00' }, closes: { daysBefore: 7, time: '08:00' } },
  ...{ generates: { daysBefore: 7, time: '09:00' }, sendBy: { daysBefore: 4, time: '18:00' } },
  ...{ autopilot: false, makesWeeks: false },
}
const HOURS = { startTime: '18:00', endTime: '23:00', role: 'Bar', minSeats: 1, targetSeats: 2, keyWanted: true }

type Old = { stage: Stage; id: string; rosterId: string; weekOf: string; tenders: string[] }

/** A week that an installation without v2 is in the middle of, in its own words: plain SQL of its owner. */
async function weekOfThen(owner: pg.Client, stage: Stage, now: Date): Promise<Old> {
  const [id, rosterId] = [newId(), newId()]
  const weekOf = addDays(weekOfInstant(ZONE, now), stage === 'sent' ? 7 : 14)
  const then = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString()
  const reached = STAGES.indexOf(stage)
  const stamp = (at: Stage, hours: number) => (reached >= STAGES.indexOf(at) ? then(hours) : null)
  await owner.query('INSERT INTO roster VALUES ($1, $2, $3, $4, $5)', [
    rosterId,
    `The ${stage}`,
    ZONE,
    RHYTHM,
    then(999),
  ])
  const tenders = [newId(), newId(), newId(), newId()]
  for (const [n, tender] of tenders.entries()) {
    const email = `${n + 1}.${stage}@anchor.test`
    // The last one left long ago.
    await owner.query(
      `INSERT INTO tender (id, roster_id, name, email, email_norm, key_holder, active, created_at) VALUES ($1, $2, $3, $4, $4, $5, $6, $7)`,
      [tender, rosterId, `Tender ${n + 1}`, email, n === 0, n < 3, then(998)],
    )
  }
  const patterns = [1, 3, 5].map((weekday): Pattern => ({ id: newId(), weekday, ...HOURS }))
  for (const one of patterns)
    await owner.query(
      `INSERT INTO shift_template (id, roster_id, weekday, start_time, end_time, role, min_seats, target_seats, key_wanted, active)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, true)`,
      [one.id, rosterId, one.weekday, ...Object.values(HOURS)],
    )
  await owner.query(
    `INSERT INTO roster_run (id, roster_id, week_of, status, opened_at, closed_at, generated_at, approved_at, sent_at, created_at,
                             reopened_at, settings_override)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[id, rosterId, weekOf, { approved: 'approved', sent: 'sent' }[stage as string] ?? 'pending'],
      ...[
        stamp('opened', 50),
        stamp('closed', 8),
        stamp('generated', 6),
        stamp('approved', 4),
        stamp('sent', 2),
        then(99),
        stage === 'reopened' ? then(5) : null,
        stage === 'generated' ? { sendBy: { daysBefore: 3, time: '10:00' } } : null,
      ],
    ],
  )
  const shifts = planShifts(ZONE, weekOf, patterns).map((shift) => ({ ...shift, id: newId() }))
  for (const one of shifts)
    await owner.query(
      `INSERT INTO shift (id, run_id, template_id, date, start_time, end_time, starts_at, ends_at, role, min_seats, target_seats, key_wanted)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ...[one.id, id, one.templateId, one.date, one.startTime, one.endTime, one.startsAt, one.endsAt],
        ...[one.role, one.minSeats, one.targetSeats, one.keyWanted],
      ],
    )
  for (const tender of tenders.slice(0, 3))
    await owner.query('INSERT INTO availability_link VALUES ($1, $2, $3, $4)', [
      ...[id, tender, hashToken(tokenOf(id, tender)), then(50)],
    ])
  const choices = Object.fromEntries(shifts.map((shift) => [shift.id, 'yes']))
  for (const tender of tenders.slice(0, 2))
    await owner.query(`INSERT INTO availability VALUES ($1, $2, $3, $4, true, $5, NULL, '')`, [
      ...[newId(), id, tender, then(40), choices],
    ])
  if (reached >= STAGES.indexOf('generated'))
    for (const shift of shifts)
      for (const tender of tenders.slice(0, 2))
        await owner.query('INSERT INTO assignment VALUES ($1, $2, $3, false)', [id, shift.id, tender])
  return { stage, id, rosterId, weekOf, tenders }
}

type Columns = Map<string, string[]>
const columnsOf = async (owner: pg.Client): Promise<Columns> => {
  const { rows } = await owner.query<{ table_name: string; names: string[] }>(
    `SELECT c.table_name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS names
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE '\\_%' GROUP BY 1`,
  )
  return new Map(rows.map(({ table_name, names }) => [table_name, names]))
}
/** Every row of the tables as the server writes it out, with these columns alone. */
async function rowsOf(owner: pg.Client, tables: Columns): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [table, names] of tables) {
    const list = names.map((name) => `"${name}"`).join(', ')
    const { rows } = await owner.query<{ row: string }>(`SELECT ROW(${list})::text AS row FROM "${table}" ORDER BY 1`)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

let w: RosterWorld
let owner: pg.Client
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let smtp: Transport
let weeks: Old[]
let before: { columns: Columns; rows: Record<string, string[]> }
const of = (stage: Stage): Old => weeks.find((one) => one.stage === stage) as Old

beforeAll(async () => {
  const database = await databaseAt(inject('testServer'), '0034_reopened_at')
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  const now = new Date((await owner.query<{ now: Date }>('SELECT clock_timestamp() AS now')).rows[0]?.now ?? 0)
  await owner.query(`INSERT INTO company VALUES ($1, 'The Anchor', $2, false, $3)`, [newId(), ZONE, now])
  weeks = []
  for (const stage of STAGES) weeks.push(await weekOfThen(owner, stage, now))
  const columns = await columnsOf(owner)
  before = { columns, rows: await rowsOf(owner, columns) }
  migrateOn(database)
  w = await rosterWorld(undefined, database)
  mailbox = await openMailbox()
  smtp = smtpTransport({ url: `smtp://127.0.0.1:${mailbox.port}` })
}, 180_000)
afterAll(async () => {
  smtp.close()
  await mailbox.close()
  await owner.end()
  await w.end()
})

const at = (instant: Date): Context => as(w.at(instant), TICK)
const tick = async (instant: Date) => {
  for (const part of [rosterTick, legacyTick])
    await part.run(at(instant), await part.plan(at(instant)), { left: () => 60_000 })
}
const clockOf = async (id: string) => {
  const { deadlineAt, zone, weekOf, settings } = await w.week(id)
  return { closes: deadlineAt, generates: momentOf(zone, weekOf, settings.generates) }
}

describe('migrations in the middle of a week of the old engine', () => {
  test('leave every old column as it was, to the byte', async () => {
    expect([...before.columns.keys()]).toContain('roster_run')
    expect(Object.values(before.rows).flat().length).toBeGreaterThan(70)
    expect(await rowsOf(owner, before.columns)).toEqual(before.rows)
  })

  test('give every new one of these tables NULL, its default, or what is worked out from the old ones', async () => {
    const now = await columnsOf(owner)
    const added = [...before.columns].flatMap(([table, old]) =>
      (now.get(table) ?? []).filter((name) => !old.includes(name)).map((name) => ({ table, name })),
    )
    expect(added.filter(({ table }) => table === 'roster_run')).toHaveLength(18)
    for (const { table, name } of added) {
      const { rows } = await owner.query<{ fallback: string | null; generated: string }>(
        `SELECT column_default AS fallback, is_generated AS generated FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name = $1 AND column_name = $2`,
        [table, name],
      )
      if (rows[0]?.generated === 'ALWAYS') continue
      const { rowCount } = await owner.query(
        `SELECT FROM "${table}" WHERE "${name}" IS DISTINCT FROM (${rows[0]?.fallback ?? 'NULL'})`,
      )
      expect([table, name, rowCount]).toEqual([table, name, 0])
    }
  })

  test('leave the old engine in charge, at the stage at which it was', async () => {
    expect((await w.db.cutover.findFirstOrThrow()).state).toBe('DORMANT')
    const states = await Promise.all(weeks.map(async ({ id }) => (await w.week(id)).state))
    expect(states).toEqual(['COLLECTING', 'CLOSED', 'ASSIGNED', 'COLLECTING', 'APPROVED', 'SENT'])
    for (const { id } of weeks) expect(await w.week(id)).toMatchObject({ v2State: null, version: 0 })
  })

  test('leave a record that verifies: each week was made, though nobody wrote it down then', async () => {
    expect((await verify(w.ctx, machines)).faults).toEqual([])
    const page = await loadTimeline(w.ctx, subjects, { subject: `run:${of('opened').id}` })
    expect(page.rows).toHaveLength(1)
  })
})

describe('what its pages show of such weeks', () => {
  test('the week, whatever it does not know of itself', async () => {
    const views = new Map(
      await Promise.all(weeks.map(async ({ stage, id }) => [stage, await loadWeek(w.ctx, id)] as const)),
    )
    for (const view of views.values()) {
      expect(view?.deadline?.label).toMatch(/08:00/)
      expect(view?.sentence).toMatch(/3 shifts, 6 seats/)
    }
    const shown = STAGES.map((stage) => [views.get(stage)?.hasRoster, views.get(stage)?.filled])
    expect(shown.map(([roster, filled]) => (roster ? filled : null))).toEqual([null, null, 6, 6, 6, 6])
    const generated = views.get('generated')
    expect(generated?.sentence).toMatch(/Fri \d+ \w+ 10:00/)
    expect(generated?.people.map(({ seats }) => seats)).toEqual(['sss', 'sss', '...'])
    expect(generated?.edges.approve.allowed).toBe(true)
  })

  test('Today: what waits for a person', async () => {
    const { entries } = await loadToday(w.ctx, todaySources, 'admin')
    const about = entries.filter(({ href }) => href === `/roster/${of('generated').id}`)
    expect(about.map(({ title }) => title)).toEqual(['The roster is made: read it through and approve'])
  })

  test('the mails before they are written, the sheet for the wall, and why somebody has a seat', async () => {
    for (const stage of ['generated', 'approved'] as const) {
      const { id, tenders } = of(stage)
      expect(await loadMails(w.ctx, id, null)).toMatchObject({ stage: 'preview', recipients: { length: 3 } })
      expect(await loadWall(w.ctx, id)).not.toBeNull()
      const [seat] = await listSeats(w.ctx, id)
      const why = await loadWhy(w.ctx, id, { shiftId: seat?.shiftId ?? '', tenderId: seat?.tenderId ?? '' })
      expect(why?.title).toMatch(/on /)
      expect(tenders).toContain(seat?.tenderId)
    }
    expect(await loadMails(w.ctx, of('sent').id, null)).toMatchObject({ stage: 'written', written: [] })
  })

  test('a tender’s own page: the form that is open, and the shifts of a week that was sent then', async () => {
    const [asked] = of('opened').tenders
    const [worker] = of('sent').tenders
    const people = [asked ?? '', worker ?? '']
    const pages = await ensureLinks(w.ctx, 'page', people)
    const form = await loadTenderPage(w.ctx, pages.get(asked ?? '') ?? '')
    expect(form?.form).toMatchObject({ answered: true, until: { label: expect.stringMatching(/08:00/) } })
    const page = await loadTenderPage(w.ctx, pages.get(worker ?? '') ?? '')
    expect(page?.shifts).toHaveLength(3)
    const feeds = await ensureLinks(w.ctx, 'calendar', people)
    const feed = await loadFeed(w.ctx, feeds.get(worker ?? '') ?? '')
    expect(feed.ok && feed.body.match(/BEGIN:VEVENT/g)).toHaveLength(3)
  })
})

describe('the old engine carries them to their end', () => {
  test('opened, or opened again: an answer comes in time, who is silent is reminded, the clock closes and generates', async () => {
    const { id, tenders } = of('opened')
    const again = of('reopened')
    const both = () => Promise.all([id, again.id].map(async (one) => (await w.week(one)).state))
    const silent = tenders[2] ?? ''
    expect((await loadReminder(w.ctx, id))?.due.map(({ tenderId }) => tenderId)).toEqual([silent])
    await w.must(remind(w.ctx, id, newId()))
    await w.post(w.ctx, smtp)
    expect(mailbox.received.map(({ to }) => to)).toEqual(['3.opened@anchor.test'])
    expect(await loadForm(w.ctx, tokenOf(id, silent))).toMatchObject({ mode: 'open', answer: null })
    expect(await w.must(w.answer(id, silent, 'yes'))).toMatchObject({ inTime: true, state: 'COLLECTING' })
    const { closes, generates } = await clockOf(id)
    await w.must(w.answer(again.id, again.tenders[2] ?? '', 'yes'))
    await tick(new Date(closes.getTime() - 60_000))
    expect(await both()).toEqual(['COLLECTING', 'COLLECTING'])
    await tick(new Date(closes.getTime() + 1000))
    expect(await both()).toEqual(['CLOSED', 'CLOSED'])
    // What was generated before the form was opened again stays until it is generated anew.
    expect((await listSeats(w.ctx, again.id)).length).toBe(6)
    await tick(new Date(generates.getTime() + 1000))
    expect(await both()).toEqual(['ASSIGNED', 'ASSIGNED'])
    expect(await w.week(again.id)).toMatchObject({ v2State: null, reopenedAt: expect.any(Date) })
  })

  test('closed: a late answer is taken in, and a person generates', async () => {
    const { id, tenders } = of('closed')
    expect(await w.must(w.answer(id, tenders[2] ?? '', 'yes'))).toMatchObject({ inTime: false })
    await w.must(week.takeLateAndGenerate(w.ctx, id, await w.version(id)))
    expect((await listSeats(w.ctx, id)).map(({ tenderId }) => tenderId)).toContain(tenders[2])
  })

  test('generated: it is changed by hand and made again around that, from what it was', async () => {
    const { id } = of('generated')
    const [seat] = await listSeats(w.ctx, id)
    const pair = { shiftId: seat?.shiftId ?? '', tenderId: seat?.tenderId ?? '' }
    await w.must(edit(w.ctx, id, await w.version(id), { change: 'pin', ...pair }))
    await w.must(week.regenerate(w.ctx, id, await w.version(id)))
    const moves = await w.moves(id)
    expect(moves.at(-1)?.data).toMatchObject({ filled: 6, added: 0, removed: 0 })
    expect(await listSeats(w.ctx, id)).toContainEqual({ ...pair, pinned: true })
  })

  test('approved: nobody bound it then, so it is bound to what is shown as it is sent', async () => {
    const { id, weekOf } = of('approved')
    const { version, hash } = await w.bound(id)
    expect(await w.week(id)).toMatchObject({ approvedHash: null, approvedBy: null })
    const stale = { version, hash: '0'.repeat(64), typed: weekOf }
    expect(await send(w.ctx, id, stale)).toMatchObject({ ok: false, reason: 'roster_changed' })
    await w.must(send(w.ctx, id, { version, hash, typed: weekOf }))
    expect(await w.week(id)).toMatchObject({ v2State: null, state: 'APPROVED', approvedHash: hash })
  })

  test('all are sent, each active tender has one schedule, and v2 was never in it', async () => {
    for (const stage of ['opened', 'closed', 'generated', 'reopened'] as const)
      await w.must(week.approve(w.ctx, of(stage).id, await w.bound(of(stage).id)))
    for (const { id, weekOf } of weeks.slice(0, 4)) await w.must(w.queue({ id, weekOf }))
    await Promise.all([w.post(w.ctx, smtp), w.post(w.ctx, smtp)])
    await tick(w.ctx.now())
    for (const { id } of weeks) {
      expect(await w.week(id)).toMatchObject({ state: 'SENT', v2State: null, status: 'sent' })
      const edges = (await w.moves(id)).map(({ edge }) => edge)
      expect(edges.filter((edge) => !/^(birth|old)/.test(edge ?? ''))).toEqual([])
    }
    const expected = weeks.slice(0, 5).flatMap(({ stage }) => [1, 2, 3].map((n) => [`${n}.${stage}@anchor.test`, 1]))
    expect([...mailbox.schedules()].sort()).toEqual(expected.sort())
    expect((await verify(w.ctx, machines)).faults).toEqual([])
  })

  test('after that a seat changes hands, also in the week that was sent then', async () => {
    for (const stage of ['approved', 'sent'] as const) {
      const { id } = of(stage)
      const [seat] = await listSeats(w.ctx, id)
      const asking = { shiftId: seat?.shiftId ?? '', fromTenderId: seat?.tenderId ?? '', note: '' }
      await w.must(ask(w.ctx, asking))
    }
  })

  test('a whole tick goes through them without a fault', async () => {
    for (const part of tickParts.filter(({ name }) => name !== 'messages')) {
      const report = await part.run(w.ctx, await part.plan(w.ctx), { left: () => 60_000 })
      expect([part.name, report.failed]).toEqual([part.name, 0])
    }
  })
})
