import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Context, inTransaction } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { weekday } from '@/lib/platform/plain-date'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { rosterTick } from '../clock/process'
import { changeShift } from '../shifts/process'
import { valuesOf } from '../shifts/rules'
import { listAnswers, listSeats, listShifts } from '../week/data'
import { loadWeek } from '../week/loaders'
import { close, extend, makeWeek, open, takeLateAndGenerate } from '../week/process'
import { tokenOf } from './effects'
import { loadAnswer, loadForm } from './loaders'
import { type Answered, submitAnswer } from './process'
import { remind } from './reminders/process'
import { sortAnswers } from './rules'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const HOUR = 3_600_000
const tick = async (ctx: Context) => rosterTick.run(ctx, await rosterTick.plan(ctx), { left: () => 60_000 })

describe('case A4: the form is open at 17:59 and sent at 18:01', () => {
  test('case A4: refused for the roster with a clear page, kept as late for the operator, the roster untouched', async () => {
    const { id, tenders } = await w.weekIn('ASSIGNED')
    const [first] = tenders
    const seats = await listSeats(w.ctx, id)
    const version = await w.version(id)
    const before = await loadForm(w.ctx, tokenOf(id, first?.id ?? ''))
    expect(before).toMatchObject({ mode: 'late', answer: { saved: expect.stringMatching(/came in time/) } })
    expect(await w.answer(id, first?.id ?? '', 'no')).toMatchObject({ ok: true, inTime: false })
    expect([await listSeats(w.ctx, id), await w.version(id)]).toEqual([seats, version])
    const form = await loadForm(w.ctx, tokenOf(id, first?.id ?? ''))
    expect(form).toMatchObject({
      mode: 'late',
      answer: { saved: expect.stringMatching(/^Saved at \d\d:\d\d \w+, as late\./) },
    })
    const view = await loadWeek(w.ctx, id)
    expect(view?.late).toMatchObject([{ tenderId: first?.id, words: 'cannot work this week' }])
    expect(view?.answers.lines[0]).toMatchObject({ kind: 'late', yes: 0, no: 3 })
    expect(await loadAnswer(w.ctx, id, first?.id ?? '')).toMatchObject({ counts: false })
  })

  test('case A4: one second after the deadline by the database’s clock, while the form is not closed yet', async () => {
    const made = await w.make()
    const deadline = w.deadline()
    await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline }))
    const [one, two] = made.tenders
    const at = (ms: number) => w.later(w.ctx, deadline.getTime() + ms - w.ctx.now().getTime())
    expect(await w.answer(made.id, one?.id ?? '', 'yes', at(-5_000))).toMatchObject({ ok: true, inTime: true })
    expect(await w.answer(made.id, two?.id ?? '', 'yes', at(1_000))).toMatchObject({ ok: true, inTime: false })
    expect((await loadForm(at(1_000), tokenOf(made.id, two?.id ?? '')))?.mode).toBe('late')
  })

  test.each(['CLOSED', 'ASSIGNED'] as const)(
    'case A4: posted one second after closing, in %s: page says late, operator sees it beside Generate, one button takes it in',
    async (state) => {
      const { id, tenders } = await w.weekIn(state)
      const [first] = tenders
      const second = w.later(w.ctx, 1_000)
      expect(await w.answer(id, first?.id ?? '', 'no', second)).toMatchObject({ ok: true, inTime: false })
      const view = await loadWeek(second, id)
      expect(view?.edges.takeLate).toEqual({ allowed: true, reason: null })
      expect(view?.late).toHaveLength(1)
      const taken = await w.must(takeLateAndGenerate(second, id, await w.version(id)))
      expect(taken.to).toBe('ASSIGNED')
      expect((await listSeats(second, id)).map(({ tenderId }) => tenderId)).not.toContain(first?.id)
      expect((await loadWeek(second, id))?.late).toEqual([])
      expect((await loadForm(second, tokenOf(id, first?.id ?? '')))?.answer?.choices).toBeTruthy()
    },
  )
})

test('case A5: none of these is an answer: it counts as answered, and nobody is reminded of it', async () => {
  const made = await w.make()
  await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
  for (const tender of made.tenders.slice(1)) await w.answer(made.id, tender.id, 'no')
  const view = await loadWeek(w.ctx, made.id)
  expect([view?.answered, view?.asked]).toEqual([3, 4])
  const reminded = await remind(w.ctx, made.id, newId())
  expect(reminded.ok && reminded.wrote?.to).toBe(1)
  await w.answer(made.id, made.tenders[0]?.id ?? '', 'no')
  await w.must(close(w.ctx, made.id, await w.version(made.id)))
  expect((await w.moves(made.id)).at(-1)?.data).toEqual({ answered: 4, silent: 0 })
})

test('case A7: whatever zone a browser is in, the shifts have the day and the hours of the pub', async () => {
  for (const zone of ['America/Los_Angeles', 'Europe/London', 'Pacific/Auckland']) {
    const made = await w.make({ zone })
    await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
    const form = await loadForm(w.ctx, tokenOf(made.id, made.tenders[0]?.id ?? ''))
    expect(form?.shifts.map(({ when }) => when.replace(/ \d+,/, ''))).toEqual([
      'Mon 18:00 – 23:00',
      'Wed 18:00 – 23:00',
      'Fri 18:00 – 00:30',
    ])
    expect((await listShifts(w.ctx, made.id)).map(({ date }) => weekday(date))).toEqual([1, 3, 5])
    expect(form?.zone).toBe(zone)
  }
})

test('case A8: a scanner opens each link three times: nothing changes, and the token stays good', async () => {
  const { id, tenders } = await w.weekIn('COLLECTING')
  const token = tokenOf(id, tenders[0]?.id ?? '')
  const before = await fingerprint()
  for (let times = 0; times < 3; times++) expect(await loadForm(w.ctx, token)).toMatchObject({ mode: 'open' })
  expect(await fingerprint()).toEqual(before)
  expect(await w.answer(id, tenders[0]?.id ?? '', 'no')).toMatchObject({ ok: true, inTime: true })
})

async function fingerprint(): Promise<unknown> {
  const [row] = await w.db.$queryRaw<unknown[]>`
    SELECT (SELECT count(*)::int FROM audit_event) AS events, (SELECT count(*)::int FROM availability) AS answers,
           (SELECT md5(string_agg(l::text, '|' ORDER BY token_hash)) FROM availability_link l) AS links,
           (SELECT md5(string_agg(r::text, '|' ORDER BY id)) FROM roster_run r) AS weeks`
  return row
}

describe('whose form a link is', () => {
  test('of a week that has passed: it says so, and what is saved is late', async () => {
    const past = await w.weekIn('CLOSED')
    const long = w.later(w.ctx, 60 * 365 * 24 * HOUR)
    const link = tokenOf(past.id, past.tenders[0]?.id ?? '')
    expect(await loadForm(w.ctx, link)).toMatchObject({ mode: 'late', other: null })
    expect(await loadForm(long, link)).toMatchObject({ mode: 'over', other: null })
    expect(await w.answer(past.id, past.tenders[0]?.id ?? '', 'no', long)).toMatchObject({ ok: true, inTime: false })
  })

  test('another week of the same roster is open: the form of the closed one names it', async () => {
    const { id, rosterId, tenders } = await w.weekIn('CLOSED')
    const next = await makeWeek(w.ctx, { rosterId, weekOf: '2055-01-04' })
    if (!next.ok) throw new Error(next.reason)
    await w.must(open(w.ctx, next.id, { ...(await w.version(next.id)), deadline: w.deadline() }))
    const forms = await Promise.all([id, next.id].map((one) => loadForm(w.ctx, tokenOf(one, tenders[0]?.id ?? ''))))
    expect(forms.map((form) => form?.other)).toEqual([expect.stringMatching(/the week of 4 January\./), null])
  })
})

describe('an answer is kept to the shifts that were seen', () => {
  /** Runs `move` and ends it only once `answering` waits for its lock. */
  async function whileHeld(
    move: (tx: Context) => Promise<unknown>,
    answering: () => Promise<Answered>,
  ): Promise<Answered> {
    let answer: Promise<Answered> | null = null
    await inTransaction(w.ctx, async (tx) => {
      await move(tx)
      answer = answering()
      for (let waiting = 0; waiting === 0; ) {
        const [row] = await tx.db.$queryRaw<[{ n: number }]>`
          SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        waiting = row.n
      }
    })
    if (!answer) throw new Error('Nobody answered')
    return answer
  }

  test('an answer that waits for a move of the week is looked at again, and is not lost', async () => {
    const { id, tenders } = await w.weekIn('COLLECTING')
    const [one] = tenders
    const press = { ...(await w.version(id)), deadline: new Date(w.deadline().getTime() + HOUR) }
    const kept = await whileHeld(
      (tx) => w.must(extend(tx, id, press)),
      () => w.answer(id, one?.id ?? '', 'no'),
    )
    expect(kept).toMatchObject({ ok: true, inTime: true })
    const { used } = sortAnswers(await listAnswers(w.ctx, id), null)
    expect(Object.values(used.get(one?.id ?? '')?.choices ?? {})).toEqual(['no', 'no', 'no'])
  })

  test('an answer that waits while a shift moves is not taken for one to the new time', async () => {
    const { id, tenders } = await w.weekIn('COLLECTING')
    const token = tokenOf(id, tenders[0]?.id ?? '')
    const form = await loadForm(w.ctx, token)
    const [shift] = await listShifts(w.ctx, id)
    if (!shift) throw new Error('The week has no shift')
    const input = { shiftId: shift.id, ...valuesOf(shift), startTime: '16:00' }
    const version = await w.version(id)
    const choices = Object.fromEntries((form?.shifts ?? []).map((one) => [one.id, 'no' as const]))
    const answer = { token, choices, most: null, note: '', seen: form?.seen ?? '' }
    const kept = await whileHeld(
      (tx) => changeShift(tx, id, version, input),
      () => submitAnswer(w.ctx, answer),
    )
    expect(kept).toEqual({ ok: false, reason: 'shifts_changed' })
  })

  test('one of shifts that the week does not have is refused, whatever it claims to have seen', async () => {
    const { id, tenders } = await w.weekIn('COLLECTING')
    const token = tokenOf(id, tenders[0]?.id ?? '')
    const form = await loadForm(w.ctx, token)
    const choices = Object.fromEntries((form?.shifts ?? []).map((shift) => [shift.id, 'yes' as const]))
    const answer = { token, choices, most: null, note: '' }
    expect(await submitAnswer(w.ctx, { ...answer, seen: 'something else' })).toMatchObject({ reason: 'shifts_changed' })
    expect(await submitAnswer(w.ctx, { ...answer, choices: { ...choices, [newId()]: 'yes' } })).toMatchObject({
      ok: false,
    })
    expect(await submitAnswer(w.ctx, { ...answer, seen: form?.seen ?? '' })).toMatchObject({ ok: true })
  })
})

describe('a nudge whose reason is gone is let go', () => {
  const nudges = (id: string) => w.db.message.findMany({ where: { subjectId: id, kind: 'nudge' } })

  test('the deadline was moved, or the form closed, before it left', async () => {
    await w.db.appUser.create({
      data: {
        id: newId(),
        name: 'Olive',
        email: 'olive@anchor.test',
        emailNorm: 'olive@anchor.test',
        role: 'operator',
        createdAt: w.ctx.now(),
      },
    })
    const made = await w.make()
    await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
    const later = w.later(w.ctx, 25 * HOUR)
    await tick(later)
    expect((await nudges(made.id)).map(({ state }) => state)).toEqual(['queued'])
    const deadline = new Date(later.now().getTime() + HOUR)
    await w.must(extend(later, made.id, { ...(await w.version(made.id)), deadline }))
    await w.post(later)
    expect((await nudges(made.id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['let_go', 'What it was about was done before this could be sent.'],
    ])
  })
})
