import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { must } from '@/lib/testing/engine'
import { type RehearsalWorld, rehearsalWorld } from '@/lib/testing/rehearsing'
import { rosterTick } from '../clock/process'
import { readGates } from '../cutover/data'
import { goLive, rollBack } from '../cutover/process'
import { gatesOf } from '../cutover/rules'
import { legacyTick } from '../legacy/clock/process'
import { loadRehearsal } from './loaders'
import { checkAgain, decideMails, signRehearsal, stopRehearsal } from './process'

const build = vi.hoisted(() => (name: string) => {
  process.env.ROSTER_BUILD = name
})

// A whole rehearsal is some hundred statements: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

let w: RehearsalWorld
beforeAll(async () => {
  build('build-one')
  w = await rehearsalWorld()
})
afterAll(() => w.end())
beforeEach(async () => {
  build('build-one')
  await w.stopOpen()
})

const flag = async () => (await w.db.cutover.findMany())[0] ?? { version: 0, state: 'none' }
const flip = async (how: typeof goLive) => how(w.press(), { commandId: newId(), version: (await flag()).version })
const sign = (id: string, name: string, by = w.olive, commandId = newId()) =>
  signRehearsal(w.press({}, by), id, { name, commandId })

describe('the engines', () => {
  it('while the old one is in charge a rehearsal passes the new one, and once it is signed the way is open', async () => {
    const { id: rosterId } = await w.roster()
    await must(flip(rollBack))
    expect(await flag()).toMatchObject({ state: 'DORMANT' })
    expect(await flip(goLive)).toMatchObject({ ok: false, reason: 'rehearsal' })
    const id = await w.begin(rosterId)
    await w.passUntil(id)
    expect(await flip(goLive)).toMatchObject({ ok: false, reason: 'rehearsal' })
    await must(sign(id, 'Olive Marsh'))
    const gates = gatesOf(await readGates(w.press()), 'goLive', w.ctx.now())
    expect(gates.map(({ open }) => open)).toEqual([true, true, true])
    const moves = await w.moves((await w.rehearsal(id)).runId)
    expect(moves.every(({ edge }) => !edge?.startsWith('old'))).toBe(true)
    await must(flip(goLive))
    expect(await flag()).toMatchObject({ state: 'LIVE' })
  })

  it('where the new one is switched off in the environment a rehearsal passes it all the same', async () => {
    const { id: rosterId } = await w.roster()
    const killed = w.press({ killed: true })
    const id = await w.begin(rosterId, killed)
    await w.passUntil(id, null, killed)
    await must(sign(id, 'Olive Marsh'))
  })
})

it('the clocks of both engines and the ordinary delivery pass a rehearsal by, however long it lies there', async () => {
  const { id: rosterId } = await w.roster({ settings: { autopilot: true, makesWeeks: true } })
  const id = await w.begin(rosterId)
  await w.passUntil(id, 'close')
  const { runId, copyId } = await w.rehearsal(id)
  const seen = async () => [
    await w.week(runId),
    await w.mailsOf(runId),
    await w.db.rosterRun.count({ where: { rosterId: copyId } }),
    await w.db.auditEvent.count({ where: { subjectId: runId } }),
  ]
  const before = await seen()
  for (const days of [30, 45, 200]) {
    const ctx = w.later(w.ctx, days * 86_400_000)
    for (const part of [rosterTick, legacyTick]) await part.run(ctx, await part.plan(ctx), { left: () => 60_000 })
    await w.post(ctx)
  }
  expect(await seen()).toEqual(before)
})

describe('another build', () => {
  it('ends a rehearsal that is under way: no step and no signature, only stopping it', async () => {
    const { id: rosterId } = await w.roster()
    const id = await w.begin(rosterId)
    await w.passUntil(id, 'generate')
    build('build-two')
    for (const refused of [await w.take(id, 'generate'), await w.take(id, 'generate', w.press({}, w.max))])
      expect(refused).toMatchObject({ ok: false, reason: 'other_build', text: expect.stringContaining('Stop it') })
    expect(await w.take(id, 'close')).toMatchObject({ ok: true, state: 'done' })
    expect(await loadRehearsal(w.press(), id)).toMatchObject({
      isThisBuild: false,
      build: 'build-one',
      next: 'generate',
      locked: expect.stringContaining('updated'),
    })
    build('build-one')
    await w.passUntil(id)
    build('build-two')
    expect(await sign(id, 'Olive Marsh')).toMatchObject({ ok: false, reason: 'other_build' })
    expect((await must(stopRehearsal(w.press(), id, { commandId: newId() }))).text).toContain('record stays')
    const other = await w.begin(rosterId)
    expect((await w.rehearsal(other)).build).toBe('build-two')
  })
})

describe('a signature', () => {
  it('takes eight passed steps and the own name of whoever is signed in; it is given once', async () => {
    const { id: rosterId } = await w.roster()
    const id = await w.begin(rosterId)
    await w.passUntil(id, 'send')
    expect(await sign(id, 'Olive Marsh')).toMatchObject({ ok: false, reason: 'not_all_passed' })
    await w.passUntil(id)
    expect(await sign(id, 'Olive Marsh', w.max)).toMatchObject({
      reason: 'other_name',
      text: expect.stringContaining('Max Marsh'),
    })
    expect(await sign(id, 'Olive')).toMatchObject({ ok: false, reason: 'other_name' })
    expect(
      await signRehearsal({ ...w.press(), actor: { kind: 'tick', id: null, name: 'Olive Marsh' } }, id, {
        name: 'Olive Marsh',
        commandId: newId(),
      }),
    ).toMatchObject({ reason: 'not_a_person' })
    const commandId = newId()
    const both = await Promise.all([
      sign(id, 'Max Marsh', w.max, commandId),
      sign(id, 'Max Marsh', w.max, commandId),
      sign(id, 'Olive Marsh'),
    ])
    const isMax = both[0]?.ok
    expect(both.map(({ ok }) => ok)).toEqual([isMax, isMax, !isMax])
    expect((await w.factsOf(id)).filter(([type]) => type === 'signed')).toHaveLength(1)
    const name = isMax ? 'Max Marsh' : 'Olive Marsh'
    expect(await loadRehearsal(w.press(), id)).toMatchObject({
      status: 'signed',
      signedName: name,
      operator: 'Olive Marsh',
    })
    for (const refused of [
      await sign(id, 'Olive Marsh'),
      await w.take(id, 'send'),
      await checkAgain(w.press(), id, { step: 'send' }),
      await stopRehearsal(w.press(), id, { commandId: newId() }),
      await decideMails(w.press(), id, { commandId: newId(), decision: 'letGo', rows: [{ id: newId(), seen: 0 }] }),
    ])
      expect(refused).toMatchObject({
        ok: false,
        reason: 'signed',
        text: expect.stringContaining(`${name} has signed`),
      })
  })
})

describe('stopping', () => {
  it('ends a rehearsal once, and leaves its steps as they are', async () => {
    const { id: rosterId } = await w.roster()
    const id = await w.begin(rosterId)
    await w.passUntil(id, 'close')
    const { runId } = await w.rehearsal(id)
    const commandId = newId()
    const stop = (by = w.olive, press = commandId) => stopRehearsal(w.press({}, by), id, { commandId: press })
    expect(await Promise.all([stop(), stop()])).toMatchObject([{ ok: true }, { ok: true }])
    expect(await stop(w.max, newId())).toMatchObject({ ok: false, reason: 'stopped' })
    expect((await w.factsOf(id)).at(-1)).toEqual(['stopped', null])
    expect(await w.factsOf(id)).toHaveLength(4)
    for (const refused of [await w.take(id, 'close'), await w.again(id, 'open'), await sign(id, 'Olive Marsh')])
      expect(refused).toMatchObject({ ok: false, reason: 'stopped', text: expect.stringContaining('Begin another') })
    const view = await loadRehearsal(w.press(), id)
    expect(view).toMatchObject({ status: 'stopped', next: null, inFlight: false })
    expect(view?.steps.map(({ state }) => state).join(' ')).toBe('done done todo todo todo todo todo todo')
    expect((await w.week(runId)).state).toBe('COLLECTING')
    expect(await w.take(newId(), 'open')).toMatchObject({ ok: false, reason: 'not_found' })
  })
})
