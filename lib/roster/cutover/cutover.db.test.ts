import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimStatement } from '@/lib/engine/store'
import { captureTransport } from '@/lib/messages/transport/capture'
import type { Transport } from '@/lib/messages/transport/contract'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { beginRehearsal, flagTo, flip, killed, passSteps, rehearsed, signRehearsal } from '@/lib/testing/two-engines'
import { rosterTick } from '../clock/process'
import { finishWithOld } from '../engines/process'
import { legacyTick } from '../legacy/clock/process'
import { run } from '../machine'
import { putAside } from '../today/process'
import { approve, changeSettings, close, open, unapprove } from '../week/process'
import { readGates, rosterEngine } from './data'
import { cutoverToday, engineNote, loadCutover, loadGates } from './loaders'
import { FLAG_ID } from './machine'
import { goLive, rollBack } from './process'

/** A company of its own for each test: the flag is the whole installation's. It begins live. */
let w: RosterWorld
let rosterId: string
beforeEach(async () => {
  w = await rosterWorld()
  rosterId = (await w.roster()).id
})
afterEach(() => w.end())

const HOUR = 3_600_000
const TRIALS = process.env.FULL ? 100 : 12

const ticked = async (part: typeof rosterTick | typeof legacyTick, ctx: Context) =>
  part.run(ctx, await part.plan(ctx), { left: () => 60_000 })
const flag = () => w.db.cutover.findUniqueOrThrow({ where: { id: FLAG_ID } })
const press = async () => ({ version: (await flag()).version, commandId: newId() })
const v2State = async (id: string) => (await w.db.rosterRun.findUniqueOrThrow({ where: { id } })).v2State
const flips = () =>
  w.db.auditEvent.findMany({ where: { machine: 'cutover', version: { gt: 1 } }, orderBy: { version: 'asc' } })

/** Takes a live lease on a closed week, as a generate that is under way has it. */
async function claim(id: string) {
  const order = { id, ...(await w.version(id)), commandId: newId(), reason: null, attempt: null, data: {}, set: {} }
  await claimStatement(w.ctx, run, { edge: 'generate', lease: 'generate', token: newId(), order, guards: [] })
}

/** A way out that never answers: what became of its mails nobody knows. */
const silent: Transport = {
  ...captureTransport(),
  name: 'smtp',
  send: async () => ({ kind: 'no_answer', code: 'ETIMEDOUT', detail: 'No answer came.' }),
}

describe('a flip', () => {
  test('moves the flag, says who and after which rehearsal, and its repeat does nothing', async () => {
    const down = await press()
    await w.must(rollBack(w.ctx, down))
    expect(await rollBack(w.ctx, down)).toMatchObject({ ok: true, kind: 'repeat', to: 'DORMANT' })
    await rehearsed(w.ctx, rosterId)
    const up = await press()
    const went = await w.must(goLive(w.ctx, up))
    expect(await goLive(w.ctx, up)).toMatchObject({ ok: true, kind: 'repeat', version: went.version })
    // A press that comes again after the next flip is still that press, and flips nothing back.
    expect(await rollBack(w.ctx, down)).toMatchObject({ ok: true, kind: 'repeat' })
    const { signed, build, changedAt } = await readGates(w.ctx)
    expect(await flips()).toMatchObject([
      { type: 'cutover.rolled_back', actorName: 'Olive', data: {} },
      { type: 'cutover.went_live', actorName: 'Olive', data: { rehearsal: signed?.id, build } },
    ])
    expect(await flag()).toMatchObject({ state: 'LIVE', changedAt })
  })

  test.each(['goLive', 'rollBack'] as const)(
    'two of %s at once: one moves the flag, the other is told',
    async (edge) => {
      if (edge === 'goLive') {
        await flagTo(w.ctx, 'DORMANT', rosterId)
        await rehearsed(w.ctx, rosterId)
      }
      const before = await flag()
      const verb = edge === 'goLive' ? goLive : rollBack
      const presses = [await press(), await press(), await press()]
      const outcomes = await Promise.all(presses.map((one) => verb(w.ctx, one)))
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      for (const lost of outcomes.filter(({ ok }) => !ok))
        expect(lost).toMatchObject({ kind: 'lost', reason: 'changed_since' })
      expect((await flag()).version).toBe(before.version + 1)
    },
  )

  test('the same press from two tabs is one flip', async () => {
    const one = await press()
    const outcomes = await Promise.all([rollBack(w.ctx, one), rollBack(w.ctx, one)])
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['moved', 'repeat'])
  })

  test('of a page that is behind is refused, and so is one that has been done', async () => {
    const stale = await press()
    await w.must(flip(w.ctx, 'rollBack'))
    await rehearsed(w.ctx, rosterId)
    expect(await goLive(w.ctx, stale)).toMatchObject({ ok: false, kind: 'lost', reason: 'changed_since' })
    expect(await rollBack(w.ctx, await press())).toMatchObject({ kind: 'illegal', reason: 'not_from_DORMANT' })
    await w.must(flip(w.ctx, 'goLive'))
    expect(await goLive(w.ctx, await press())).toMatchObject({ kind: 'illegal', reason: 'not_from_LIVE' })
  })

  test('to go live once it is live is refused as that, whether or not anything was ever rehearsed', async () => {
    expect(await readGates(w.ctx)).toMatchObject({ flag: 'LIVE', signed: null })
    expect(await goLive(w.ctx, await press())).toMatchObject({ kind: 'illegal', reason: 'not_from_LIVE' })
    expect(await goLive(w.ctx, { commandId: newId(), version: 7 })).toMatchObject({ kind: 'lost' })
  })
})

describe('each gate, closed and open', () => {
  test('rolling back is refused at every state of a week, with the week and the way on', async () => {
    for (const state of ['COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED'] as const) {
      const made = await w.weekIn(state)
      const refusal = await flip(w.ctx, 'rollBack')
      expect(refusal, state).toMatchObject({ ok: false, kind: 'guard', reason: 'gap', state: 'LIVE' })
      expect('detail' in refusal && refusal.detail).toMatch(
        new RegExp(
          `^A week is under way: The Anchor, week of .* is ${state.toLowerCase()}\\. Bring it to its end first\\.$`,
        ),
      )
      if (state !== 'APPROVED') {
        await over(made.id, state)
        continue
      }
      // Its mails are written and on their way: still under way. The last one settles it.
      await w.must(w.queue(made))
      expect(await flip(w.ctx, 'rollBack')).toMatchObject({ reason: 'gap' })
      await w.post()
      expect((await w.week(made.id)).state).toBe('SENT')
    }
    await w.must(flip(w.ctx, 'rollBack'))
    expect((await flag()).state).toBe('DORMANT')
  })

  test('going live is refused gate by gate, each with its sentence, and passes once all are open', async () => {
    await w.must(flip(w.ctx, 'rollBack'))
    const made = await w.weekIn('COLLECTING')
    const refused = async (name: string, says: RegExp, by = w.ctx) => {
      const refusal = await flip(by, 'goLive')
      expect(refusal).toMatchObject({ ok: false, kind: 'guard', reason: name, detail: expect.stringMatching(says) })
    }
    await refused('gap', /is collecting\. Bring it to its end first\.$/)
    await over(made.id, 'COLLECTING')
    await refused('rehearsal', /^No rehearsal has been signed yet\. Rehearse a week first\.$/)
    const { id } = await beginRehearsal(w.ctx, rosterId)
    await refused('rehearsal', /^A rehearsal is under way\. Take its steps to the end, then sign it\.$/)
    await signRehearsal(w.ctx, id)
    await refused('killSwitch', /take PUB_SCHEDULER_V2=off out/, killed(w.ctx))
    await w.must(flip(w.ctx, 'goLive'))
  })

  test('a rehearsal of this build counts beside a later one of another', async () => {
    await w.must(flip(w.ctx, 'rollBack'))
    await rehearsed(w.ctx, rosterId)
    const other = await beginRehearsal(w.later(w.ctx, HOUR), rosterId, { build: 'another' })
    await signRehearsal(w.later(w.ctx, HOUR), other.id)
    await w.must(flip(w.later(w.ctx, 2 * HOUR), 'goLive'))
  })

  test('a week that ended unsent and was put aside closes no gap, but an open form does until it is closed', async () => {
    const made = await w.weekIn('COLLECTING')
    const { endsAt } = await w.week(made.id)
    const after = w.at(new Date(endsAt.getTime() + HOUR))
    expect(await flip(after, 'rollBack')).toMatchObject({ detail: expect.stringContaining('close its form, then put') })
    expect(await putAside(after, made.id, await w.version(made.id))).toEqual({ ok: true })
    expect(await flip(after, 'rollBack')).toMatchObject({ reason: 'gap' })
    await w.must(close(after, made.id, await w.version(made.id)))
    await w.must(flip(after, 'rollBack'))
    // What v2 left there is over: it needs nobody, and a person may still hand it to the old engine.
    expect((await loadCutover(after)).halfDone).toEqual([])
    await w.must(finishWithOld(after, made.id, await w.version(made.id)))
    expect(await v2State(made.id)).toBeNull()
  })

  test('nor does one at which somebody still acts, put aside or not', async () => {
    const made = await w.weekIn('CLOSED')
    await over(made.id, 'CLOSED')
    await claim(made.id)
    const after = w.at(new Date((await w.week(made.id)).endsAt.getTime() + HOUR))
    expect(await flip(w.ctx, 'rollBack')).toMatchObject({ reason: 'gap' })
    await w.must(flip(after, 'rollBack'))
  })

  test('leases and unknown mails are counted, and lock nothing', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    await w.post(w.ctx, silent)
    await claim((await w.weekIn('CLOSED')).id)
    expect(await readGates(w.ctx)).toMatchObject({ leases: 1, unknown: 4, flag: 'LIVE' })
    expect((await loadGates(w.ctx, '/')).gates.map(({ name, state, title }) => [name, state, title])).toEqual([
      ['gap', 'closed', 'Idle gap'],
      ['leases', 'waits', '1 action in flight'],
      ['unknown', 'waits', '4 schedule mails unknown'],
    ])
  })
})

/** Brings a week to its end as one that nobody sent and somebody has seen. */
async function over(id: string, state: string) {
  if (state === 'COLLECTING') await w.must(close(w.ctx, id, await w.version(id)))
  const { endsAt } = await w.week(id)
  expect(await putAside(w.at(new Date(endsAt.getTime() + HOUR)), id, await w.version(id))).toEqual({ ok: true })
}

describe('the kill switch in one of two processes', () => {
  test('the other goes on with v2; this one offers the old engine, says so, and cannot go live', async () => {
    const off = killed(w.ctx)
    const made = await w.weekIn('ASSIGNED')
    expect([await rosterEngine(w.ctx), await rosterEngine(off)]).toEqual(['v2', 'killed'])
    expect([await engineNote(w.ctx), (await engineNote(off))?.tone]).toEqual([null, 'act'])
    const page = await loadCutover(off)
    expect(page.engine).toMatchObject({ flag: 'LIVE', killed: true, mark: { label: 'Switched off' } })
    expect(page.halfDone).toMatchObject([{ id: made.id, mark: { label: 'Assigned' }, lockedReason: null }])
    expect((await loadCutover(w.ctx)).halfDone).toEqual([])
    // The other process is not switched off, so the week is moved on from under the page of this one.
    await w.must(approve(w.ctx, made.id, await w.bound(made.id)))
    const stale = { version: page.halfDone[0]?.version ?? 0, commandId: newId() }
    expect(await finishWithOld(off, made.id, stale)).toMatchObject({ kind: 'lost', reason: 'changed_since' })
    await w.must(finishWithOld(off, made.id, await w.version(made.id)))
    expect(await v2State(made.id)).toBeNull()
    await w.must(unapprove(w.ctx, made.id, await w.version(made.id)))
    expect(await v2State(made.id)).toBe('ASSIGNED')
  })

  test('a week at which somebody acts is there with what goes on, and waits', async () => {
    const made = await w.weekIn('CLOSED')
    await claim(made.id)
    const [week] = (await loadCutover(killed(w.ctx))).halfDone
    expect(week?.lockedReason).toBe('Somebody is generating the roster at this moment. It takes a few seconds.')
    expect(await finishWithOld(killed(w.ctx), made.id, await w.version(made.id))).toMatchObject({ kind: 'lease' })
  })

  test('a switch locks no rollback in the gap, and health says killed whatever the flag', async () => {
    const off = killed(w.ctx)
    await w.must(flip(off, 'rollBack'))
    expect([await rosterEngine(w.ctx), await rosterEngine(off)]).toEqual(['legacy', 'killed'])
    await rehearsed(w.ctx, rosterId)
    expect(await flip(off, 'goLive')).toMatchObject({ reason: 'killSwitch' })
    await w.must(flip(w.ctx, 'goLive'))
  })
})

describe('hole 25: a flip and a clock never pass each other unseen', () => {
  const soon = () => sleep(Math.random() * 25)

  test(`rollback against autopilot’s opening × ${TRIALS}`, async () => {
    for (let trial = 0; trial < TRIALS; trial++) {
      await flagTo(w.ctx, 'LIVE', rosterId)
      const made = await w.make({ settings: { autopilot: true } })
      const due = w.at(new Date((await w.week(made.id)).opensAt.getTime() + HOUR))
      const [, back] = await Promise.all([ticked(rosterTick, due), soon().then(() => flip(w.ctx, 'rollBack'))])
      const state = [(await flag()).state, await v2State(made.id)]
      expect(state).toEqual(back.ok ? ['DORMANT', 'DRAFT'] : ['LIVE', 'COLLECTING'])
      // Whichever it was, the engine in charge goes on with the week.
      await ticked(rosterTick, due)
      await ticked(legacyTick, due)
      expect((await w.week(made.id)).state).toBe('COLLECTING')
      expect(await v2State(made.id)).toBe(back.ok ? null : 'COLLECTING')
      await over(made.id, 'COLLECTING')
    }
  }, 300_000)

  test(`going live against the old clock’s opening × ${TRIALS}`, async () => {
    for (let trial = 0; trial < TRIALS; trial++) {
      await flagTo(w.ctx, 'DORMANT', rosterId)
      await rehearsed(w.ctx, rosterId)
      const made = await w.make({ settings: { autopilot: true } })
      const due = w.at(new Date((await w.week(made.id)).opensAt.getTime() + HOUR))
      const [, up] = await Promise.all([ticked(legacyTick, due), soon().then(() => flip(w.ctx, 'goLive'))])
      expect([(await flag()).state, (await w.week(made.id)).state]).toEqual(
        up.ok ? ['LIVE', 'DRAFT'] : ['DORMANT', 'COLLECTING'],
      )
      await ticked(rosterTick, due)
      await ticked(legacyTick, due)
      expect([(await w.week(made.id)).state, await v2State(made.id)]).toEqual([
        'COLLECTING',
        up.ok ? 'COLLECTING' : null,
      ])
      await over(made.id, 'COLLECTING')
    }
  }, 300_000)
})

describe('what is shown', () => {
  test('a week that the old clock would have opened, until it is opened or on autopilot', async () => {
    await w.must(flip(w.ctx, 'rollBack'))
    await rehearsed(w.ctx, rosterId)
    const [press, pilot] = [await w.make(), await w.make()]
    const unclocked = async (ctx = w.ctx) => {
      const entries = await cutoverToday.entries(ctx)
      const told = entries.filter(({ key }) => key.includes('unclocked')).map(({ href, text }) => [href, text])
      const page = (await loadCutover(ctx)).unclocked
      expect(told.map(([href]) => href)).toEqual(page.map(({ href }) => href))
      for (const [at, { opens }] of page.entries()) expect(told[at]?.[1]).toContain(`opened it ${opens.label}`)
      return page.map(({ id }) => id)
    }
    expect(await unclocked(), 'the old clock opens them').toEqual([])
    await w.must(flip(w.ctx, 'goLive'))
    expect((await unclocked()).sort()).toEqual([press.id, pilot.id].sort())
    expect(await unclocked(killed(w.ctx))).toEqual([])
    expect(await unclocked(w.at(new Date((await w.week(press.id)).opensAt.getTime() + HOUR)))).not.toContain(press.id)
    const own = { opens: null, closes: null, generates: null, sendBy: null }
    await w.must(changeSettings(w.ctx, pilot.id, { ...(await w.version(pilot.id)), autopilot: true, ...own }))
    expect(await unclocked()).toEqual([press.id])
    await w.must(open(w.ctx, press.id, { ...(await w.version(press.id)), deadline: w.deadline() }))
    expect(await unclocked()).toEqual([])
    const made = await w.make()
    expect(await unclocked(), 'one that was made since is known to wait').not.toContain(made.id)
  })

  test('of a company that never flipped nor rehearsed', async () => {
    const page = await loadCutover(w.ctx)
    expect(page).toMatchObject({ rehearsals: [], halfDone: [], goOn: null, inFlight: false })
    expect(page.flip).toMatchObject({ edge: 'rollBack', allowed: true })
  })

  test('beside a rehearsal, no gate leads to the page that it stands on', async () => {
    await w.must(flip(w.ctx, 'rollBack'))
    const begin = '/roster/cutover/rehearsal'
    const links = async (here: string) => (await loadGates(w.ctx, here)).gates.flatMap(({ link }) => link?.href ?? [])
    expect([await links('/'), await links(begin)]).toEqual([[begin], []])
    const { id } = await beginRehearsal(w.ctx, rosterId)
    expect([await links(begin), await links(`${begin}/${id}`)]).toEqual([[`${begin}/${id}`], []])
  })

  test('the rehearsals, newest first, and who changed the engines over', async () => {
    await w.must(flip(w.ctx, 'rollBack'))
    await rehearsed(w.ctx, rosterId)
    const stopped = await beginRehearsal(w.later(w.ctx, HOUR), rosterId)
    await w.db.rehearsal.update({ where: { id: stopped.id }, data: { stoppedAt: w.later(w.ctx, HOUR).now() } })
    const { id } = await beginRehearsal(w.later(w.ctx, 2 * HOUR), rosterId)
    const page = await loadCutover(w.ctx)
    expect(page.rehearsals.map(({ status, passed }) => [status, passed])).toEqual([
      ['open', 0],
      ['stopped', 0],
      ['signed', 8],
    ])
    expect(page).toMatchObject({ goOn: id, inFlight: true, steps: 8, engine: { by: 'Olive' } })
    expect(page.flip.allowed, 'the one that was signed counts while another is under way').toBe(true)
  })

  test('on Today: rehearse first, then the rehearsal that is under way, then the button; nothing once live', async () => {
    const shown = async (ctx = w.ctx) =>
      (await cutoverToday.entries(ctx)).map(({ title, urgency, actions }) => [title, urgency, actions[0]])
    const link = (label: string, href: string) => expect.objectContaining({ kind: 'link', label, href })
    expect(await shown()).toEqual([])
    await w.must(flip(w.ctx, 'rollBack'))
    const rehearse = [
      'Rehearse before the new engine takes over',
      2,
      link('Rehearse a week', '/roster/cutover/rehearsal'),
    ]
    expect(await shown()).toEqual([rehearse])
    const { id } = await beginRehearsal(w.ctx, rosterId)
    expect(await shown()).toEqual([
      ['A rehearsal is under way', 3, link('Go on with it', `/roster/cutover/rehearsal/${id}`)],
    ])
    await passSteps(w.ctx, id)
    expect(await shown()).toEqual([
      ['A rehearsal waits to be signed', 3, link('Sign it', `/roster/cutover/rehearsal/${id}`)],
    ])
    await signRehearsal(w.ctx, id)
    expect(await shown()).toEqual([['The new engine can take over', 2, link('Open the cut-over', '/roster/cutover')]])
    const made = await w.make()
    await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
    expect(await shown()).toEqual([
      ['Rehearsed: the new engine takes over in the next gap', 3, link('Open the cut-over', '/roster/cutover')],
    ])
    await over(made.id, 'COLLECTING')
    await w.must(flip(w.ctx, 'goLive'))
    expect(await shown()).toEqual([])
    expect(await shown(killed(w.ctx))).toEqual([
      ['The new engine is switched off on this server', 3, link('Open the cut-over', '/roster/cutover')],
    ])
  })
})
