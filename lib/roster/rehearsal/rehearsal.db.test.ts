import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { normaliseAddress } from '@/lib/messages/rules'
import { newId } from '@/lib/platform/ids'
import { must } from '@/lib/testing/engine'
import { type RehearsalWorld, rehearsalWorld } from '@/lib/testing/rehearsing'
import { addRule } from '../pairs/process'
import { findWeek } from '../week/data'
import { makeWeek, open } from '../week/process'
import { loadRehearsal } from './loaders'
import { signRehearsal } from './process'
import { STEPS } from './schema'

/** The way out and the build are read once a process. */
const mailbox = await vi.hoisted(async () => {
  const opened = await (await import('@/lib/testing/mailbox')).openMailbox()
  process.env.SMTP_URL = `smtp://127.0.0.1:${opened.port}`
  process.env.ROSTER_BUILD = 'build-one'
  return opened
})

// A whole rehearsal is some hundred statements: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

let w: RehearsalWorld
beforeAll(async () => {
  w = await rehearsalWorld()
})
afterAll(async () => {
  await w.end()
  await mailbox.close()
})
beforeEach(async () => {
  await w.stopOpen()
  mailbox.received.length = 0
})

const sign = (id: string, name = 'Olive Marsh', by = w.olive) =>
  signRehearsal(w.press({}, by), id, { name, commandId: newId() })

/** A roster with a sent week and one whose form is open: what a rehearsal must leave alone. */
async function company(tenders = 6) {
  const sent = await w.weekIn('APPROVED', { tenders })
  await must(w.queue(sent))
  await w.post(w.ctx, undefined, sent.id)
  expect(await w.week(sent.id)).toMatchObject({ state: 'SENT' })
  const next = await must(makeWeek(w.ctx, { rosterId: sent.rosterId, weekOf: '2045-01-02' }))
  await must(open(w.ctx, next.id, { version: 0, deadline: w.deadline() }))
  return { ...sent, next: next.id }
}

/** Every row that is not a rehearsal's, table by table. */
async function real(): Promise<Record<string, string>> {
  const rosters = 'SELECT id FROM roster WHERE rehearsal_of IS NULL'
  const runs = `SELECT id FROM roster_run WHERE kind = 'week'`
  const tables: Record<string, string> = {
    roster: 'rehearsal_of IS NULL',
    tender: `roster_id IN (${rosters})`,
    shift_template: `roster_id IN (${rosters})`,
    tender_rule: `roster_id IN (${rosters})`,
    tender_link: `tender_id IN (SELECT id FROM tender WHERE roster_id IN (${rosters}))`,
    roster_run: `roster_id IN (${rosters})`,
    shift: `run_id IN (${runs})`,
    availability: `run_id IN (${runs})`,
    availability_link: `run_id IN (${runs})`,
    assignment: `run_id IN (${runs})`,
    ban: `run_id IN (${runs})`,
    swap: `run_id IN (${runs})`,
    message: 'NOT rehearsal',
    message_attempt: 'message_id IN (SELECT id FROM message WHERE NOT rehearsal)',
    lease: `subject_id IN (${runs})`,
    audit_event: `subject_id IN (${runs} UNION SELECT id FROM message WHERE NOT rehearsal
      UNION SELECT id FROM tender WHERE roster_id IN (${rosters}) UNION ${rosters})`,
    app_user: 'true',
    cutover: 'true',
  }
  const digests = Object.entries(tables).map(async ([table, where]) => {
    const [row] = await w.db.$queryRawUnsafe<[{ rows: string }]>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS rows FROM ${table} t WHERE ${where}`,
    )
    return [table, row.rows] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}

const subjects = () => mailbox.received.map(({ subject }) => subject.replace(/^Week of [^:]+: /, '')).sort()

describe('a whole rehearsal', () => {
  it('passes its eight steps, mails its operator alone, and touches nothing of the real roster', async () => {
    const made = await company()
    const before = await real()
    const id = await w.begin(made.rosterId)
    await w.passUntil(id)
    await must(sign(id))
    expect(await real()).toEqual(before)
    expect(Number(before.message?.split(' ')[0])).toBeGreaterThan(6)

    // Each tender's own mailbox is on the same server.
    expect(new Set(mailbox.received.map(({ to }) => to))).toEqual(new Set([w.olive.email]))
    expect(mailbox.received).toHaveLength(15)
    expect(new Set(mailbox.received.map(({ messageId }) => messageId)).size).toBe(15)
    const invited = subjects().filter((subject) => subject === 'when can you work?')
    const again = subjects().filter((subject) => subject.startsWith('you can still answer'))
    expect([invited.length, again.length, mailbox.schedules().get(w.olive.email)]).toEqual([6, 3, 6])

    const { runId } = await w.rehearsal(id)
    expect(await findWeek(w.ctx, runId)).toMatchObject({
      state: 'SENT',
      status: 'sent',
      version: 11,
      kind: 'rehearsal',
    })
    const moves = (await w.moves(runId)).slice(1)
    const edges = 'open extend close generate reopenAssigned close generate regenerate approve queue send'
    expect(moves.map(({ edge }) => edge).join(' ')).toBe(edges)
    expect(new Set(moves.map(({ actorName }) => actorName))).toEqual(new Set(['Olive Marsh']))
    expect(await w.factsOf(id)).toEqual([
      ['began', null],
      ...STEPS.map((step) => ['step_passed', step]),
      ['signed', null],
    ])
  })

  it('is a record: what its page shows comes from its rows, whatever becomes of the roster, and the rows stand', async () => {
    const { id: rosterId } = await w.roster()
    const id = await w.begin(rosterId)
    await w.passUntil(id)
    expect(await loadRehearsal(w.press(), id)).toMatchObject({ status: 'ready', next: null, signedName: null })
    await must(sign(id, ' olive  MARSH '))
    const record = await loadRehearsal(w.press(), id)
    expect(record).toMatchObject({
      title: 'Rehearsal of The Anchor',
      rosterName: 'The Anchor',
      status: 'signed',
      operator: 'Olive Marsh',
      signedName: 'Olive Marsh',
      address: w.olive.email,
      build: 'build-one',
      others: 0,
      inboxCount: 10,
      inFlight: false,
      lease: null,
      waiting: [],
    })
    expect(record?.steps.flatMap(({ checks }) => checks).every(({ ok }) => ok)).toBe(true)
    expect(record?.steps.map(({ state }) => state)).toEqual(STEPS.map(() => 'done'))
    await w.db.roster.update({ where: { id: rosterId }, data: { name: 'The Old Anchor', zone: 'Asia/Tokyo' } })
    await w.db.tender.updateMany({ where: { rosterId }, data: { active: false } })
    await w.db.appUser.update({ where: { id: w.olive.id }, data: { name: 'Olive Elm' } })
    expect(await loadRehearsal(w.press(), id)).toEqual({ ...record, at: expect.any(String) })
    await w.db.appUser.update({ where: { id: w.olive.id }, data: { name: 'Olive Marsh' } })

    for (const change of [
      `UPDATE rehearsal SET signed_name = 'Max'`,
      `UPDATE rehearsal_step SET checks = '[]'`,
      `UPDATE rehearsal_step SET passed = false`,
      `DELETE FROM rehearsal_step`,
      `DELETE FROM rehearsal`,
    ])
      await expect(w.db.$executeRawUnsafe(change), change).rejects.toThrow()
    expect(await loadRehearsal(w.press(), id)).toEqual({ ...record, at: expect.any(String) })
  })

  it('lists the same people as the roster whom no mail can reach, and carries nobody’s address but the operator’s', async () => {
    const { id: rosterId, tenders } = await w.roster({ tenders: 7 })
    const [none, broken, stopped, bounced, left] = tenders.map(({ id: tender }) => ({ where: { id: tender } }))
    if (!none || !broken || !stopped || !bounced || !left) throw new Error('seven were made')
    await w.db.tender.update({ ...none, data: { email: null, emailNorm: null } })
    await w.db.tender.update({ ...broken, data: { email: 'rosa at anchor', emailNorm: 'rosa at anchor' } })
    await w.db.tender.update({ ...stopped, data: { unsubscribedAt: w.ctx.now() } })
    await w.db.tender.update({
      ...bounced,
      data: { bouncedAt: w.ctx.now(), bouncedWhy: '550 rosa@anchor.test unknown' },
    })
    await w.db.tender.update({ ...left, data: { active: false } })
    const [, , , , , one, other] = tenders
    await must(
      addRule(w.ctx, {
        commandId: newId(),
        rosterId,
        kind: 'apart',
        tenderId: one?.id ?? '',
        otherId: other?.id ?? '',
      }),
    )
    const id = await w.begin(rosterId)
    await w.passUntil(id, 'extend')
    const { copyId: copy, runId } = await w.rehearsal(id)
    const copies = await w.db.tender.findMany({ where: { rosterId: copy }, orderBy: { name: 'asc' } })
    expect(
      copies.map(({ name, email, unsubscribedAt, bouncedAt }) => [name, email, !!unsubscribedAt, !!bouncedAt]),
    ).toEqual([
      ['Tender 1', null, false, false],
      ['Tender 2', null, false, false],
      ['Tender 3', w.olive.email, true, false],
      ['Tender 4', w.olive.email, false, true],
      ['Tender 6', w.olive.email, false, false],
      ['Tender 7', w.olive.email, false, false],
    ])
    expect(
      copies.map(({ email, emailNorm, id: tender }) => emailNorm === (email && `rehearsal:${tender}`)),
    ).not.toContain(false)
    expect(copies.map(({ bouncedWhy }) => bouncedWhy)).toEqual(copies.map(() => null))
    expect(await w.db.tenderRule.count({ where: { rosterId: copy, kind: 'apart' } })).toBe(1)
    const checks = JSON.parse(await w.checksOf(id, 'open')) as { name: string; text: string; found: string }[]
    expect(checks.find(({ name }) => name === 'mails')).toMatchObject({ found: '3 of 3' })
    expect(checks.find(({ name }) => name === 'listed')).toMatchObject({
      text: '3 who cannot be written to are listed',
      found: '3 of 3',
    })
    await w.passUntil(id)
    expect(mailbox.received.every(({ to }) => to === w.olive.email)).toBe(true)
    expect(mailbox.schedules().get(w.olive.email)).toBe(3)
    const rows = await w.mailsOf(runId)
    const whole = JSON.stringify(
      rows.map((row) => ({ ...row, payload: row.payload && Buffer.from(row.payload).toString(), fence: 0 })),
    )
    for (const { email } of await w.db.tender.findMany({ where: { rosterId, email: { not: null } } }))
      expect(whole).not.toContain(normaliseAddress(email ?? ''))
  })
})
