import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureTransport } from '@/lib/messages/transport/capture'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { edit } from '../../seats/process'
import { findWeek } from '../../week/data'
import { loadWeek } from '../../week/loaders'
import { close, extend, generate, open, reopen, reopenAssigned } from '../../week/process'
import { tokenOf } from '../effects'
import { loadForm } from '../loaders'
import { writeReminders } from './data'
import { loadReminder } from './loaders'
import { type Reminded, remind } from './process'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const HOUR = 3_600_000
const TRIALS = process.env.FULL ? 40 : 4
const press = (id: string, ctx: Context = w.ctx): Promise<Reminded> => remind(ctx, id, newId())
const wrote = async (id: string, ctx?: Context) => {
  const done = await press(id, ctx)
  return done.ok ? (done.wrote?.to ?? 0) : done.reason
}

/** An open week of four whose invitations are out; the first so many have answered. */
async function asked(answered = 1) {
  const made = await w.make()
  await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
  await w.post(w.ctx, captureTransport(), made.id)
  for (const tender of made.tenders.slice(0, answered)) await w.answer(made.id, tender.id, 'yes')
  return made
}
const reminders = (id: string) =>
  w.db.message.findMany({ where: { subjectId: id, kind: 'reminder' }, orderBy: { recipientName: 'asc' } })
const states = async (id: string) => (await reminders(id)).map(({ state }) => state)
const events = (id: string) => w.db.auditEvent.findMany({ where: { subjectId: id, type: 'run.reminded' } })

async function addTender(rosterId: string, name: string, email: string | null = `${newId()}@anchor.test`) {
  const id = newId()
  const row = { id, rosterId, name, email, emailNorm: email, keyHolder: false, active: true, createdAt: w.ctx.now() }
  await w.db.tender.create({ data: row })
  return id
}

describe('who is reminded', () => {
  test('not who left, though a seat of theirs stands from before the form was opened again', async () => {
    const { id, tenders } = await asked(3)
    const silent = tenders[3]?.id ?? ''
    await w.must(close(w.ctx, id, await w.version(id)))
    await w.must(generate(w.ctx, id, await w.version(id)))
    const full = await w.db.assignment.findFirst({ where: { runId: id } })
    const seat = { shiftId: full?.shiftId ?? '', tenderId: full?.tenderId ?? '' }
    await w.must(
      edit(w.ctx, id, await w.version(id), { change: 'move', ...seat, toShiftId: seat.shiftId, toTenderId: silent }),
    )
    await w.must(reopenAssigned(w.ctx, id, { ...(await w.version(id)), deadline: w.deadline() }))
    await w.db.tender.update({ where: { id: silent }, data: { active: false } })
    expect(await wrote(id)).toBe('not_to_remind')
    expect((await loadReminder(w.ctx, id))?.due).toEqual([])
    await w.db.tender.update({ where: { id: silent }, data: { active: true } })
    expect(await wrote(id)).toBe(1)
  })

  test('nobody by a statement that the deadline or the close overtook', async () => {
    const { id } = await asked(1)
    const deadline = (await w.week(id)).deadlineAt
    const none = { to: 0, first: 0, without: 0 }
    const reminding = () => ({ commandId: newId(), deadline, links: [], messages: [], data: none })
    const past = w.later(w.ctx, deadline.getTime() - w.ctx.now().getTime())
    expect(await writeReminders(past, id, reminding())).toBe(false)
    expect(await writeReminders(w.ctx, id, reminding())).toBe(true)
    await w.must(close(w.ctx, id, await w.version(id)))
    expect(await writeReminders(w.ctx, id, reminding())).toBe(false)
    expect(await events(id)).toHaveLength(1)
  })

  test('those who have not answered, once each; a second press reminds only those not reminded yet', async () => {
    const { id, rosterId, tenders } = await asked(1)
    expect(await wrote(id)).toBe(3)
    expect(await wrote(id)).toBe('not_to_remind')
    const added = await addTender(rosterId, 'Zoe')
    expect(await wrote(id)).toBe(1)
    expect((await reminders(id)).map(({ personId }) => personId)).toEqual([
      ...tenders.slice(1).map((one) => one.id),
      added,
    ])
    await w.post(w.ctx, captureTransport(), id)
    expect(await states(id)).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect((await events(id)).map(({ data }) => data)).toEqual([
      { to: 3, first: 0, without: 0 },
      { to: 1, first: 1, without: 0 },
    ])
    const lines = (await loadWeek(w.ctx, id))?.answers.lines
    expect(lines?.map(({ reminded }) => reminded?.split(' ')[0] ?? null)).toEqual([
      null,
      'reminded',
      'reminded',
      'reminded',
      'asked',
    ])
  })

  test('whoever was added after the opening gets a link and is asked for the first time', async () => {
    const { id, rosterId } = await asked(0)
    const zoe = await addTender(rosterId, 'Zoe')
    expect(await loadForm(w.ctx, tokenOf(id, zoe))).toBeNull()
    expect((await loadWeek(w.ctx, id))?.answers.lines.map(({ kind }) => kind)).toEqual([
      ...Array(4).fill('silent'),
      'unasked',
    ])
    expect(await wrote(id)).toBe(5)
    const subjects = (await reminders(id)).map(({ subjectLine }) => subjectLine)
    expect(subjects.at(-1)).toMatch(/when can you work\?$/)
    expect(subjects[0]).toMatch(/you can still answer until/)
    expect(await loadForm(w.ctx, tokenOf(id, zoe))).toMatchObject({ name: 'Zoe', mode: 'open' })
    expect(await w.answer(id, zoe, 'no')).toMatchObject({ ok: true, inTime: true })
  })

  test('who cannot be written to is named with the reason, has no row, and is reminded once they can be', async () => {
    const { id, rosterId, tenders } = await asked(2)
    const zoe = await addTender(rosterId, 'Zoe', null)
    await w.db.tender.update({ where: { id: tenders[3]?.id ?? '' }, data: { unsubscribedAt: w.ctx.now() } })
    expect((await loadReminder(w.ctx, id))?.without).toMatchObject([
      { tenderId: tenders[3]?.id, name: 'Tender 4', why: 'Unsubscribed from mail.' },
      { name: 'Zoe', why: 'No e-mail address.' },
    ])
    expect(await wrote(id)).toBe(1)
    expect((await events(id))[0]?.data).toEqual({ to: 1, first: 0, without: 2 })
    await w.db.tender.update({ where: { id: zoe }, data: { email: 'zoe@anchor.test', emailNorm: 'zoe@anchor.test' } })
    expect(await wrote(id)).toBe(1)
  })

  test('nobody who left, nobody whose late answer waits, nobody while the form is not open', async () => {
    const { id, tenders } = await asked(0)
    await w.db.tender.update({ where: { id: tenders[0]?.id ?? '' }, data: { active: false } })
    const afterwards = w.later(w.ctx, 25 * HOUR)
    expect(await press(id, afterwards)).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/deadline has passed/),
    })
    await w.answer(id, tenders[1]?.id ?? '', 'yes', afterwards)
    await w.must(
      extend(afterwards, id, { ...(await w.version(id)), deadline: new Date(afterwards.now().getTime() + HOUR) }),
    )
    expect((await loadReminder(afterwards, id))?.due.map(({ name }) => name)).toEqual(['Tender 3', 'Tender 4'])
    await w.must(close(w.ctx, id, await w.version(id)))
    expect(await press(id)).toMatchObject({ ok: false, detail: expect.stringMatching(/form is closed/) })
    const draft = await w.make()
    expect(await press(draft.id)).toMatchObject({ ok: false, detail: expect.stringMatching(/open the form first/) })
    expect(await press(newId())).toMatchObject({ ok: false, kind: 'unknown' })
    expect(await reminders(id)).toEqual([])
  })
})

describe('the preview', () => {
  test('is the mail that goes out, and writes nothing', async () => {
    const { id, tenders } = await asked(1)
    const before = await fingerprint()
    const first = await loadReminder(w.ctx, id)
    const third = await loadReminder(w.ctx, id, tenders[2]?.id ?? '')
    expect(await fingerprint()).toEqual(before)
    expect(first?.due.map(({ name }) => name)).toEqual(['Tender 2', 'Tender 3', 'Tender 4'])
    expect([first?.shown?.tenderId, third?.shown?.tenderId]).toEqual([tenders[1]?.id, tenders[2]?.id])
    await press(id)
    const sent = (await reminders(id)).find(({ personId }) => personId === tenders[2]?.id)
    const frozen = JSON.parse(Buffer.from(sent?.payload ?? []).toString('utf8'))
    expect(third?.shown?.mail).toMatchObject({ subject: frozen.subject, html: frozen.html, text: frozen.text })
    const after = await loadReminder(w.ctx, id)
    expect([after?.due, after?.before.map(({ words }) => words)]).toEqual([[], Array(3).fill('reminder on its way')])
  })
})

async function fingerprint(): Promise<unknown> {
  const [row] = await w.db.$queryRaw<unknown[]>`
    SELECT (SELECT count(*)::int FROM audit_event) AS events, (SELECT count(*)::int FROM message) AS messages,
           (SELECT count(*)::int FROM availability_link) AS links, (SELECT count(*)::int FROM tender_link) AS stops,
           (SELECT count(*)::int FROM availability) AS answers,
           (SELECT md5(string_agg(r::text, '|' ORDER BY id)) FROM roster_run r) AS weeks`
  return row
}

describe('races', () => {
  test('two operators and a double press: nobody has two, one event says it', async () => {
    for (let trial = 0; trial < TRIALS; trial++) {
      const { id } = await asked(1)
      const mine = newId()
      const all = await Promise.all([mine, mine, newId(), newId()].map((commandId) => remind(w.ctx, id, commandId)))
      const told = all.map((one) => (one.ok ? (one.wrote?.to ?? 'repeat') : one.reason))
      expect(told.filter((one) => one === 3)).toHaveLength(1)
      expect([(await reminders(id)).length, (await events(id)).length]).toEqual([3, 1])
      const again = await remind(w.ctx, id, mine)
      expect(again.ok ? again.wrote : again.reason).toEqual(told[0] === 3 || told[1] === 3 ? null : 'not_to_remind')
    }
  }, 60_000)

  test('an answer between preview and press is seen; one between press and delivery lets the reminder go', async () => {
    const { id, tenders } = await asked(1)
    expect((await loadReminder(w.ctx, id))?.due).toHaveLength(3)
    await w.answer(id, tenders[1]?.id ?? '', 'no')
    expect(await wrote(id)).toBe(2)
    await w.answer(id, tenders[2]?.id ?? '', 'no')
    await w.post(w.ctx, captureTransport(), id)
    expect((await reminders(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['let_go', 'They answered before this could be sent.'],
      ['sent', null],
    ])
  })

  test('an answer and a press at the same moment: whoever answered first has no mail', async () => {
    for (let trial = 0; trial < TRIALS; trial++) {
      const { id, tenders } = await asked(1)
      const answers = tenders.slice(1, 3).map((tender) => w.answer(id, tender.id, 'yes'))
      await Promise.all([...answers, press(id)])
      await w.post(w.ctx, captureTransport(), id)
      const sent = (await reminders(id)).filter(({ state }) => state === 'sent').map(({ personId }) => personId)
      expect(sent).toEqual([tenders[3]?.id])
    }
  }, 60_000)

  test('a press that dies before its end has written nothing, and the next one everything', async () => {
    const { id } = await asked(1)
    const broken = { ...w.ctx, requestId: '\u0000' }
    await expect(press(id, broken)).rejects.toThrow()
    expect([await reminders(id), await events(id)]).toEqual([[], []])
    expect(await wrote(id)).toBe(3)
    // The worker dies before it sends: whoever comes next sends, and nobody a second time.
    await w.post(w.ctx, captureTransport(), id)
    await w.post(w.ctx, captureTransport(), id)
    expect(await states(id)).toEqual(['sent', 'sent', 'sent'])
  })
})

describe('what is not sent any more is let go with its reason', () => {
  const reasons = async (id: string, kind: string) =>
    (await w.db.message.findMany({ where: { subjectId: id, kind, state: 'let_go' } })).map(({ reason }) => reason)

  test('a reminder of a form that was closed, of a deadline that passed or was moved, of who left', async () => {
    const closed = await asked(3)
    await press(closed.id)
    await w.must(close(w.ctx, closed.id, await w.version(closed.id)))
    await w.post()
    expect(await reasons(closed.id, 'reminder')).toEqual(['The form was closed before this could be sent.'])
    const passed = await asked(3)
    await press(passed.id)
    await w.post(w.later(w.ctx, 25 * HOUR))
    expect(await reasons(passed.id, 'reminder')).toEqual(['The deadline passed before this could be sent.'])
    const left = await asked(3)
    await press(left.id)
    await w.db.tender.update({ where: { id: left.tenders[3]?.id ?? '' }, data: { active: false } })
    await w.post()
    expect(await reasons(left.id, 'reminder')).toEqual(['They are not active any more.'])
    const moved = await asked(3)
    await press(moved.id)
    await w.must(
      extend(w.ctx, moved.id, { ...(await w.version(moved.id)), deadline: new Date(w.deadline().getTime() + HOUR) }),
    )
    await w.post()
    expect(await reasons(moved.id, 'reminder')).toEqual([
      'The deadline was moved before this could be sent: it names the old one.',
    ])
  })

  test('an invitation that waits while the deadline is moved: each person has the newer one alone', async () => {
    const made = await w.make()
    await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
    await w.answer(made.id, made.tenders[0]?.id ?? '', 'yes')
    const later = new Date(w.deadline().getTime() + 2 * HOUR)
    await w.must(extend(w.ctx, made.id, { ...(await w.version(made.id)), deadline: later }))
    await w.post(w.ctx, captureTransport(), made.id)
    const rows = await w.db.message.findMany({ where: { subjectId: made.id, kind: 'invitation', state: 'sent' } })
    expect(rows.map(({ subjectLine }) => subjectLine.includes('you can still answer'))).toEqual([true, true, true])
    expect(await reasons(made.id, 'invitation')).toEqual(
      Array(4).fill('The deadline was moved before this could be sent: it names the old one.'),
    )
  })

  test('after a close and a reopening the invitation of the first opening stays away', async () => {
    const made = await w.make()
    await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
    await w.must(close(w.ctx, made.id, await w.version(made.id)))
    await w.must(reopen(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
    await w.post(w.ctx, captureTransport(), made.id)
    const sent = await w.db.message.count({ where: { subjectId: made.id, kind: 'invitation', state: 'sent' } })
    expect([sent, (await findWeek(w.ctx, made.id))?.state]).toEqual([4, 'COLLECTING'])
  })
})
