import { describe, expect, it } from 'vitest'
import type { Answer } from '../../answers/rules'
import { hashRoster } from '../../picker/hash'
import type { Choice, Seat, Week, WeekTender } from '../../schema'
import { CHANGED_NOTE, LATE_NOTE } from '../answers/rules'
import { MOVES, versionBefore } from '../rules'
import { STEPS, type StepName } from '../schema'
import { HELP, helpOf } from './labels'
import { checksOf } from './rules'
import { type Facts, type MailRow, type Move, PARTS, type PartName } from './schema'

const OLIVE = 'olive@anchor.test'
const DAY = 86_400_000
const at = (day: number) => new Date(Date.UTC(2027, 0, 1) + day * DAY)

const tenders: WeekTender[] = ['Ana', 'Ben', 'Cy', 'Dev'].map((name) => ({
  ...{ id: name, name, email: name === 'Dev' ? null : OLIVE, keyHolder: true, active: true },
  ...{ unsubscribed: false, bounced: false },
}))
const seatsOf = (...pairs: string[]): Seat[] =>
  pairs.map((pair) => ({ tenderId: pair.split(' ')[0] ?? '', shiftId: pair.split(' ')[1] ?? '', pinned: false }))
/** The roster of the first generate, and the one after Ana said no to Friday. */
const [FIRST, SECOND] = [seatsOf('Ana Fri', 'Ben Sat'), seatsOf('Ben Fri', 'Cy Sat')]

const answer = (tenderId: string, day: number, over: Partial<Answer> = {}): Answer => ({
  id: `${tenderId} ${day}`,
  tenderId,
  answeredAt: at(day),
  inTime: true,
  choices: { Fri: 'yes', Sat: 'if_needed' },
  most: null,
  note: '',
  ...over,
})
const saidNo: Record<string, Choice> = { Fri: 'no', Sat: 'if_needed' }

/** Days on which things happen: step n begins on day 10 n, moves on the day after, and its answers come on the third. */
const dayOf = (step: StepName) => 10 * (STEPS.indexOf(step) + 1)
const HAPPENED: [StepName, Answer[]][] = [
  ['open', [answer('Ana', 12)]],
  ['extend', [answer('Ben', 22), answer('Cy', 22)]],
  ['close', [answer('Ana', 32, { inTime: false, note: LATE_NOTE })]],
  ['regenerate', [answer('Ana', 62, { choices: saidNo, note: CHANGED_NOTE })]],
]
const DEADLINES = ['2027-03-24T18:00:00.000Z', '2027-03-25T18:00:00.000Z', '2027-03-26T18:00:00.000Z']
const made = (seats: Seat[], added: number, removed: number) => ({
  ...{ inputHash: 'i', hash: hashRoster(seats), seats: 2, filled: seats.length, added, removed },
})
const DATA: object[] = [
  { deadline: DEADLINES[0] },
  { deadline: DEADLINES[1] },
  { answered: 3 },
  made(FIRST, 2, 0),
  { deadline: DEADLINES[2] },
  { answered: 3 },
  made(SECOND, 2, 2),
  made(SECOND, 0, 0),
  { hash: hashRoster(SECOND) },
  { hash: hashRoster(SECOND) },
  {},
]
const TYPES = 'opened extended closed generated reopened closed generated regenerated approved queued sent'.split(' ')

const mail = (personId: string, version: number | null): MailRow => ({
  ...{
    kind: version === null ? 'schedule' : 'invitation',
    version,
    personId,
    captured: false,
    why: null,
    notBefore: null,
  },
  ...(personId === 'Dev' ? { bytes: false, state: 'let_go' } : { bytes: true, state: 'sent' }),
})

/** Everything as it must be when a step is done. */
function factsAfter(step: StepName): Facts {
  const until = STEPS.indexOf(step)
  const count = versionBefore(step) + MOVES[step].length
  const steps = STEPS.slice(0, until + 1)
  const moves = steps.flatMap((name) =>
    MOVES[name].map((edge, n): Move => {
      const version = versionBefore(name) + n + 1
      const type = `run.${TYPES[version - 1]}`
      return {
        version,
        type,
        edge,
        actorKind: 'user',
        actorName: 'Olive',
        data: { ...DATA[version - 1] },
        at: at(dayOf(name) + 1),
      }
    }),
  )
  const after = <T>(from: StepName, value: T, before: T): T => (until >= STEPS.indexOf(from) ? value : before)
  const seats = after('regenerate', SECOND, after('generate', FIRST, []))
  const states = ['COLLECTING', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'COLLECTING', 'ASSIGNED', 'APPROVED', 'SENT']
  const week = {
    zone: 'Europe/London',
    weekOf: '2027-03-29',
    settings: { closes: { daysBefore: 3, time: '18:00' } },
    state: states[until],
    version: count,
    lease: null,
    deadlineAt: new Date(after('reopen', DEADLINES[2], after('extend', DEADLINES[1], DEADLINES[0])) ?? ''),
    answersUntil: after('reopen', at(51), after('extend', at(21), null)),
    pick: seats.length > 0 ? { hash: hashRoster(seats) } : null,
    approvedHash: after('approve', hashRoster(seats), null),
  } as unknown as Week
  const leases = {
    close: ['close'],
    generate: ['generate'],
    regenerate: ['close', 'generate', 'generate'],
    send: ['send', 'send'],
  }
  return {
    step,
    now: at(dayOf(step) + 5),
    address: OLIVE,
    beganAt: at(dayOf(step)),
    week,
    shifts: [],
    tenders,
    seats,
    answers: HAPPENED.filter(([name]) => steps.includes(name)).flatMap(([, answers]) => answers),
    due: step === 'open' ? ['Ana'] : step === 'extend' ? ['Ana', 'Ben', 'Cy'] : [],
    moves,
    leases: (leases[step as 'close'] ?? []).map((kind) => ({ kind, outcome: 'finalized', ms: 200 })),
    mails: [
      ...['Ana', 'Ben', 'Cy', 'Dev'].map((who) => mail(who, 1)),
      ...after(
        'extend',
        ['Ben', 'Cy', 'Dev'].map((who) => mail(who, 2)),
        [],
      ),
      ...after('reopen', [mail('Dev', 5)], []),
      ...after(
        'send',
        ['Ana', 'Ben', 'Cy', 'Dev'].map((who) => mail(who, null)),
        [],
      ),
    ],
    addressed: [OLIVE],
    strays: 0,
    held: false,
  }
}

const all = (step: StepName) => new Set<PartName>(PARTS[step])
const failed = (facts: Facts) =>
  checksOf(facts, all(facts.step))
    .filter(({ ok }) => !ok)
    .map(({ name }) => name)
const line = ({ text, expected, found }: { text: string; expected: string; found: string }) =>
  `${text} | ${expected} | ${found}`

describe('a step that did what it must', () => {
  it.each(STEPS)('%s passes each of its checks', (step) => {
    const checks = checksOf(factsAfter(step), all(step))
    expect(checks.filter(({ ok }) => ok !== true)).toEqual([])
    expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length)
    for (const { name } of checks) expect(Object.keys(HELP)).toContain(name)
  })

  it('says what it found in few words', () => {
    const said = STEPS.flatMap((step) => checksOf(factsAfter(step), all(step)).map(line))
    expect(said).toEqual(
      expect.arrayContaining([
        'state is COLLECTING | COLLECTING | COLLECTING',
        'one event | 1 | 1, by Olive',
        'three events, one each | 3 | 3, by Olive',
        '3 invitations, all to the operator | 3 of 3 | 3 of 3',
        '2 invitations to whoever is silent, all to the operator | 2 of 2 | 2 of 2',
        'nobody is silent, nobody is written to | none | none',
        '1 who cannot be written to is listed | 1 of 1 | 1 of 1',
        'lease free again | free | held 0.2 s',
        'form refuses, a late answer is kept | kept | kept',
        'the changed answer changed the roster | 1 seat or more | 4 seats',
        'same input, same roster | 0 seats | 0 seats',
        '3 schedule mails, one a person, all to the operator | 3 of 3 | 3 of 3',
        'nobody else is written to | 0 others | 0 others',
      ]),
    )
  })

  it('shows what is still being checked as that, with what it expects', () => {
    const checks = checksOf(factsAfter('open'), new Set(['move']))
    expect(checks.filter(({ ok }) => ok === null).map(({ name, found }) => [name, found])).toEqual([
      ['mails', 'checking'],
      ['others', 'checking'],
      ['answers', 'checking'],
    ])
  })
})

type Spoil = (facts: Facts) => Partial<Facts>
const moved = (facts: Facts, version: number, over: Partial<Move>): Partial<Facts> => ({
  moves: facts.moves.map((move) => (move.version === version ? { ...move, ...over } : move)),
})
const mails = (facts: Facts, over: Partial<MailRow>, n = -2): Partial<Facts> => ({
  mails: facts.mails.map((row, at) => (at === facts.mails.length + n ? { ...row, ...over } : row)),
})
const week = (facts: Facts, over: object): Partial<Facts> => ({ week: { ...facts.week, ...over } })

/** Step, what went wrong, how it looks, and which checks must see it. */
const WRONG: [StepName, string, Spoil, string[]][] = [
  ['open', 'the week is in another state', (f) => week(f, { state: 'DRAFT' }), ['state']],
  ['open', 'a move has no event', (f) => ({ moves: f.moves.slice(1) }), ['events', 'deadline']],
  [
    'open',
    'a move has two events',
    (f) => ({ moves: [...f.moves, ...f.moves.map((m) => ({ ...m, version: 2 }))] }),
    ['events', 'deadline'],
  ],
  ['open', 'the clock made the move', (f) => moved(f, 1, { actorKind: 'autopilot' }), ['events']],
  ['open', 'the old engine made the move', (f) => moved(f, 1, { edge: 'oldOpen' }), ['events']],
  ['open', 'the week went on', (f) => week(f, { version: 2 }), ['events']],
  ['open', 'somebody holds the week', (f) => week(f, { lease: { kind: 'close', until: at(99) } }), ['lease']],
  ['open', 'the deadline is another', (f) => week(f, { deadlineAt: at(3) }), ['deadline']],
  ['open', 'one mail failed', (f) => mails(f, { state: 'failed', why: 'No.' }), ['mails']],
  ['open', 'the fate of one is unknown', (f) => mails(f, { state: 'unknown' }), ['mails']],
  ['open', 'one waits for its time', (f) => mails(f, { state: 'queued', notBefore: at(99) }), ['mails']],
  ['open', 'somebody was forgotten', (f) => ({ mails: f.mails.slice(1) }), ['mails']],
  ['open', 'somebody has two', (f) => ({ mails: [...f.mails, mail('Ana', 1)] }), ['mails']],
  ['open', 'a stranger has one', (f) => ({ mails: [...f.mails, mail('Eve', 1)] }), ['mails']],
  ['open', 'one went to a tender', () => ({ addressed: [OLIVE, 'ana@anchor.test'] }), ['mails', 'others']],
  ['open', 'a real week’s mail was written', () => ({ strays: 1 }), ['others']],
  ['open', 'who has no address is not listed', (f) => ({ mails: f.mails.slice(0, 3) }), ['listed']],
  ['open', 'an answer is missing', () => ({ answers: [] }), ['answers']],
  [
    'extend',
    'the deadline did not move',
    (f) => ({
      ...moved(f, 2, { data: { deadline: DEADLINES[0] } }),
      ...week(f, { deadlineAt: new Date(DEADLINES[0] ?? '') }),
    }),
    ['deadline'],
  ],
  ['extend', 'who had answered is written to again', (f) => ({ mails: [...f.mails, mail('Ana', 2)] }), ['mails']],
  [
    'extend',
    'an answer came late',
    (f) => ({ answers: f.answers.map((a) => (a.tenderId === 'Cy' ? { ...a, inTime: false } : a)) }),
    ['answers'],
  ],
  [
    'close',
    'its lease was never ended',
    (f) => ({ leases: f.leases.map((l) => ({ ...l, outcome: null })) }),
    ['lease'],
  ],
  [
    'close',
    'its lease was taken over',
    (f) => ({ leases: f.leases.map((l) => ({ ...l, outcome: 'superseded' })) }),
    ['lease'],
  ],
  ['close', 'answers were not counted', (f) => moved(f, 3, { data: { answered: 1 } }), ['counted']],
  ['close', 'the late answer counts', (f) => ({ answers: f.answers.map((a) => ({ ...a, inTime: true })) }), ['late']],
  ['close', 'the late answer is lost', (f) => ({ answers: f.answers.filter(({ note }) => note === '') }), ['late']],
  ['close', 'a mail was written', (f) => ({ mails: [...f.mails, mail('Ana', 3)] }), ['no-mail']],
  ['generate', 'the roster is another than the picker’s', () => ({ seats: SECOND }), ['roster']],
  ['generate', 'the roster is another than the week says', (f) => week(f, { pick: { hash: 'x' } }), ['roster']],
  [
    'generate',
    'nobody is picked',
    (f) => ({ seats: [], ...moved(f, 4, { data: made([], 0, 0) }), ...week(f, { pick: { hash: hashRoster([]) } }) }),
    ['seats'],
  ],
  [
    'generate',
    'somebody works who said no',
    (f) => ({ answers: f.answers.map((a) => ({ ...a, choices: saidNo })) }),
    ['pairs'],
  ],
  ['generate', 'a schedule was written', (f) => ({ mails: [...f.mails, mail('Ana', null)] }), ['no-mail']],
  ['reopen', 'the roster is gone', () => ({ seats: [] }), ['kept']],
  ['reopen', 'the late answer stays late', (f) => week(f, { answersUntil: at(21) }), ['late-counts']],
  [
    'regenerate',
    'no answer was changed',
    (f) => ({ answers: f.answers.filter(({ note }) => note !== CHANGED_NOTE) }),
    ['changed'],
  ],
  ['regenerate', 'the change changed nothing', (f) => moved(f, 7, { data: made(SECOND, 0, 0) }), ['changed']],
  [
    'regenerate',
    'who said no keeps the seat',
    (f) => ({ seats: FIRST, ...week(f, { pick: { hash: hashRoster(FIRST) } }) }),
    ['changed', 'roster', 'pairs'],
  ],
  ['regenerate', 'the same input gave another roster', (f) => moved(f, 8, { data: made(SECOND, 1, 1) }), ['same']],
  [
    'regenerate',
    'one of its three moves is missing',
    (f) => ({ moves: f.moves.filter(({ version }) => version !== 8) }),
    ['same', 'events'],
  ],
  ['approve', 'another roster is bound', (f) => week(f, { approvedHash: hashRoster(FIRST) }), ['bound']],
  ['approve', 'the roster changed after it', () => ({ seats: FIRST }), ['bound']],
  ['approve', 'it bound what was not shown', (f) => moved(f, 9, { data: { hash: hashRoster(FIRST) } }), ['bound']],
  ['send', 'the week is not done', (f) => week(f, { state: 'APPROVED' }), ['state']],
  ['send', 'one mail waits', (f) => mails(f, { state: 'queued' }), ['mails']],
  ['send', 'somebody has two', (f) => ({ mails: [...f.mails, mail('Ana', null)] }), ['mails']],
  ['send', 'what went out was not approved', (f) => moved(f, 10, { data: { hash: 'x' } }), ['bound']],
  ['send', 'a restore holds everything', (f) => ({ ...mails(f, { state: 'queued' }), held: true }), ['mails']],
]

describe('a check fails when', () => {
  it.each(WRONG)('%s: %s', (step, _what, spoil, seen) => {
    const facts = factsAfter(step)
    expect(failed({ ...facts, ...spoil(facts) })).toEqual(seen)
  })

  it('anything is wrong: each one that there is fails somewhere above, and says what to do', () => {
    const known = new Set(STEPS.flatMap((step) => checksOf(factsAfter(step), all(step)).map(({ name }) => name)))
    expect(new Set(WRONG.flatMap(([, , , seen]) => seen))).toEqual(known)
    for (const name of [...known, 'move']) expect(helpOf(name)).toMatch(/(Stop|Check|Look|Mend|again)/)
  })

  it('a lease was held by a server that died, it says so and passes', () => {
    const facts = factsAfter('close')
    const leases = [{ kind: 'close', outcome: 'superseded', ms: 60_000 }, ...facts.leases]
    const lease = checksOf({ ...facts, leases }, all('close')).find(({ name }) => name === 'lease')
    expect(lease).toMatchObject({ ok: true, found: 'held 0.2 s, after one that died' })
  })
})
