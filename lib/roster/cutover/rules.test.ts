import { describe, expect, it, test } from 'vitest'
import { engineWords, noteWords } from './labels'
import { flipOf, flipView, gatesOf, gateViews } from './rules'
import type { BusyWeek, GateFacts, SignedRehearsal } from './schema'

const NOW = new Date('2026-12-10T12:00:00Z')
const DAY = 24 * 3_600_000
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)

const SIGNED: SignedRehearsal = {
  ...{ id: 's', build: 'b1', signedName: 'Olive' },
  ...{ beganAt: ago(2), signedAt: ago(1) },
}
/** Dormant since ten days, in the gap, with a rehearsal signed yesterday on the build that runs. */
const FACTS: GateFacts = {
  ...{ flag: 'DORMANT', version: 4, changedAt: ago(10), killed: false, build: 'b1' },
  ...{ busy: [], ahead: [], signed: SIGNED, openRehearsal: null, leases: 0, unknown: 0 },
}
const BUSY: BusyWeek = {
  ...{ id: 'w', rosterName: 'The Anchor', zone: 'Europe/London', weekOf: '2026-12-14', state: 'COLLECTING' },
  ...{ version: 3, v2: false, acting: null, over: false, queued: false },
}
const OPEN = { id: 'o', build: 'b1', beganAt: ago(0), passed: 3 }
const LIVE = { flag: 'LIVE', version: 5 } as const
const gate = (changes: Partial<GateFacts>, name: string, now = NOW) => {
  const facts = { ...FACTS, ...changes }
  return gatesOf(facts, flipOf(facts), now).find((one) => one.name === name)
}

test('going live asks for the gap, a rehearsal and no switch; rolling back for the gap alone', () => {
  expect(gatesOf(FACTS, 'goLive', NOW).map(({ name, open }) => [name, open])).toEqual([
    ['gap', true],
    ['rehearsal', true],
    ['killSwitch', true],
  ])
  expect(gatesOf({ ...FACTS, ...LIVE }, 'rollBack', NOW).map(({ name }) => name)).toEqual(['gap'])
})

describe('the idle gap', () => {
  it('says when the next form opens, in the roster’s zone', () => {
    const opensAt = new Date('2026-12-16T14:00:00Z')
    const week = { id: 'd', rosterName: 'The Anchor', zone: 'America/New_York', weekOf: '2026-12-28', opensAt }
    const ahead = [{ ...week, autopilot: false, v2: false }]
    const text = (changes: Partial<GateFacts>) => gate({ ahead, ...changes }, 'gap')?.text
    expect(text({})).toMatch(/The next form opens Wed 16 Dec 09:00 EST\.$/)
    expect(text(LIVE)).toMatch(/The next form is due Wed 16 Dec 09:00 EST, and waits for a press of its button\.$/)
    expect(text({ ...LIVE, killed: true })).toMatch(/The next form opens Wed/)
    expect(text({ ...LIVE, ahead: [{ ...week, autopilot: true, v2: true }] })).toMatch(/The next form opens Wed/)
  })

  it('is open while no week is under way', () => {
    expect(gate({}, 'gap')).toEqual({
      ...{ name: 'gap', open: true },
      text: 'No form is open, and no week that was opened waits to be sent.',
    })
  })

  it.each<[string, Partial<BusyWeek>, Partial<GateFacts>, string]>([
    ['an open form', {}, {}, 'The Anchor, week of 14 December is collecting. Bring it to its end first.'],
    ['a roster to send', { state: 'APPROVED', v2: true }, LIVE, 'is approved. Bring it to its end first.'],
    [
      'one that the switch caught',
      { state: 'ASSIGNED', v2: true },
      { ...LIVE, killed: true },
      'is assigned. Finish it with the old engine, then bring it to its end.',
    ],
    [
      'one of the old engine under the switch',
      { state: 'CLOSED' },
      { ...LIVE, killed: true },
      'is closed. Bring it to its end first.',
    ],
    [
      'a form left open for ever',
      { over: true },
      {},
      'is collecting. It is over: close its form, then put it aside on Today.',
    ],
    [
      'one that nobody sent',
      { state: 'ASSIGNED', over: true },
      {},
      'is assigned. It is over and was not sent: put it aside on Today.',
    ],
    [
      'mails that nobody decided about',
      { state: 'APPROVED', over: true, queued: true },
      {},
      'is approved. It is over: decide in the Outbox what became of its mails.',
    ],
  ])('is closed by %s, which says what to do', (_, week, changes, text) => {
    const found = gate({ ...changes, busy: [{ ...BUSY, ...week }] }, 'gap')
    expect(found?.open).toBe(false)
    expect(found?.text).toBe(`A week is under way: ${text.replace(/^is/, 'The Anchor, week of 14 December is')}`)
  })

  it('names the first of several, and how many more there are', () => {
    expect(gate({ busy: [BUSY, BUSY, BUSY] }, 'gap')?.text).toContain('is collecting, and 2 more. Bring it')
  })
})

describe('the rehearsal', () => {
  it.each<[string, Partial<GateFacts>, boolean, string]>([
    ['signed on this build', {}, true, 'Olive signed a rehearsal on this build.'],
    ['none', { signed: null }, false, 'No rehearsal has been signed yet. Rehearse a week first.'],
    [
      'another build',
      { build: 'b2' },
      false,
      'The last rehearsal was on another build than the one that runs. Rehearse again.',
    ],
    [
      'from before the last rollback',
      { changedAt: ago(1.5) },
      false,
      'The last rehearsal was before the engines were last changed over. Rehearse again.',
    ],
    ['on the day the flag was made, which nobody flipped', { version: 0, changedAt: ago(1.5) }, true, 'Olive signed'],
    ['under way', { signed: null, openRehearsal: OPEN }, false, 'then sign it.'],
    [
      'played to its end',
      { signed: null, openRehearsal: { ...OPEN, passed: 8 } },
      false,
      'nobody has signed. Sign it.',
    ],
    [
      'under way on another build',
      { signed: null, openRehearsal: { ...OPEN, build: 'b0' } },
      false,
      'The rehearsal under way began on another build than the one that runs. Stop it, and rehearse again.',
    ],
    [
      'under way since before the rollback',
      { signed: null, openRehearsal: { ...OPEN, beganAt: ago(11) } },
      false,
      'The rehearsal under way began before the engines were changed over. Stop it, and rehearse again.',
    ],
    ['signed, and another one under way', { openRehearsal: OPEN }, true, 'signed'],
  ])('%s', (_, changes, open, text) => {
    const found = gate(changes, 'rehearsal')
    expect([found?.open, found?.text]).toEqual([open, expect.stringContaining(text)])
  })

  it('counts for fourteen days from its signature, to the millisecond', () => {
    const end = new Date(SIGNED.signedAt.getTime() + 14 * DAY)
    expect(gate({}, 'rehearsal', new Date(end.getTime() - 1))?.open).toBe(true)
    expect(gate({}, 'rehearsal', end)).toMatchObject({
      open: false,
      text: 'The last rehearsal was signed more than 14 days ago. Rehearse again.',
    })
  })
})

test('the switch says where it is', () => {
  expect(gate({}, 'killSwitch')).toMatchObject({ open: true })
  expect(gate({ killed: true }, 'killSwitch')).toMatchObject({
    open: false,
    text: expect.stringContaining('take PUB_SCHEDULER_V2=off out of the environment of this server'),
  })
})

describe('the page', () => {
  it('locks the flip with the reason of the first gate that is closed', () => {
    const facts = (changes: Partial<GateFacts>) => flipView({ ...FACTS, ...changes }, NOW)
    expect(facts({})).toEqual({ edge: 'goLive', allowed: true, reason: null, version: 4 })
    expect(facts(LIVE)).toEqual({ edge: 'rollBack', allowed: true, reason: null, version: 5 })
    const all = { busy: [BUSY], signed: null, killed: true }
    expect(facts(all).reason).toBe('A week is under way: bring it to its end first.')
    expect(facts({ ...all, busy: [] }).reason).toBe('Rehearse a week first.')
    expect(facts({ ...all, busy: [], openRehearsal: OPEN }).reason).toBe('Finish the rehearsal first.')
    expect(facts({ ...all, busy: [], openRehearsal: { ...OPEN, passed: 8 } }).reason).toBe('Sign the rehearsal first.')
    expect(facts({ killed: true }).reason).toBe('Lift the kill switch of this server first.')
    expect(facts({ ...LIVE, killed: true }).allowed, 'the switch locks no rollback').toBe(true)
  })

  it('leads to where each closed gate is mended, and to the rehearsal that counts', () => {
    const links = (changes: Partial<GateFacts>) =>
      gateViews({ ...FACTS, ...changes }, 'Europe/London', NOW).flatMap(({ link }) => link?.href ?? [])
    const past = (week: Partial<BusyWeek>) => ({ busy: [{ ...BUSY, over: true, ...week }] })
    expect(links({})).toEqual(['/roster/cutover/rehearsal/s'])
    expect(links({ busy: [BUSY], signed: null })).toEqual(['/roster/w', '/roster/cutover/rehearsal'])
    expect(links({ ...past({}), ...LIVE })).toEqual(['/roster/w'])
    expect(links({ ...past({ state: 'CLOSED' }), ...LIVE })).toEqual(['/'])
    expect(links({ ...past({ state: 'APPROVED', queued: true }), ...LIVE })).toEqual(['/outbox?subject=w'])
    expect(links({ signed: null, openRehearsal: OPEN })).toEqual(['/roster/cutover/rehearsal/o'])
    const ready = { signed: null, openRehearsal: { ...OPEN, passed: 8 } }
    const labels = gateViews({ ...FACTS, ...ready }, 'Europe/London', NOW).flatMap(({ link }) => link?.label ?? [])
    expect(labels).toEqual(['Sign it'])
  })

  it('says until when a rehearsal counts, in the company’s zone', () => {
    const [, found] = gateViews(FACTS, 'Europe/London', NOW)
    expect(found?.text).toBe('Olive signed it Wed 9 Dec 12:00 GMT. It counts until Wed 23 Dec 12:00 GMT.')
  })

  it('shows leases and unknown mails beside the gates, which lock nothing', () => {
    const views = (changes: Partial<GateFacts>) =>
      gateViews({ ...FACTS, ...changes }, 'Europe/London', NOW)
        .slice(3)
        .map(({ state, title, link }) => [state, title, link?.href])
    expect(views({})).toEqual([
      ['open', 'No action in flight', undefined],
      ['open', 'No mail unknown', undefined],
    ])
    expect(views({ leases: 1, unknown: 2 })).toEqual([
      ['waits', '1 action in flight', '/timeline?desk=roster&kind=leases'],
      ['waits', '2 schedule mails unknown', '/outbox?kind=schedule&state=unknown'],
    ])
    expect(flipView({ ...FACTS, leases: 1, unknown: 2 }, NOW).allowed).toBe(true)
  })
})

test('what stands above the rosters: the old engine, the switch, and nothing while the new one moves the weeks', () => {
  expect(noteWords('LIVE', false)).toBeNull()
  expect(noteWords('DORMANT', false)).toMatchObject({ tone: 'quiet', text: expect.stringMatching(/^The old engine/) })
  expect(noteWords('DORMANT', true)).toEqual(noteWords('DORMANT', false))
  expect(noteWords('LIVE', true)).toMatchObject({ tone: 'act', text: expect.stringContaining('switched off') })
})

test('the engine in charge has its words in each of the four cases', () => {
  const titles = (['DORMANT', 'LIVE'] as const).flatMap((flag) =>
    [false, true].map((killed) => engineWords(flag, killed).title),
  )
  expect(titles).toEqual([
    'The old engine moves the weeks',
    'The new engine is switched off on this server',
    'The new engine moves the weeks',
    'The new engine is switched off on this server',
  ])
  expect(engineWords('LIVE', true).text).not.toBe(engineWords('DORMANT', true).text)
})
