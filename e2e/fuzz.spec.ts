import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { hashPassword } from '@/lib/access/passwords/effects'
import { insertUser } from '@/lib/access/users/data'
import { as, SYSTEM } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { tokenOf } from '@/lib/roster/answers/effects'
import { ensureLinks } from '@/lib/roster/links/effects'
import { type App, startApp } from '@/lib/testing/app'
import { type BuiltAction, builtActions, builtPaths } from './access-build'
import { Visitor } from './access-visitor'
import { bodies, queries } from './fuzz-inputs'
import { setStage } from './stage'

/** Inputs for each action, route and page of the build. The same seed draws the same ones. */
const COUNT = process.env.FULL ? 1_000 : 60
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_130)
const SLOW_MS = 2_000
test.describe.configure({ timeout: process.env.FULL ? 3_600_000 : 600_000 })

const ADMIN = 'ada@anchor.test'
const PASSWORD = 'the-anchor-at-eight'
const CLOSED = ['unauthenticated', 'forbidden', 'not_found', 'invalid', 'refused', 'conflict', 'limited']
/** What no answer says: where our code stands, and the words of what it is made of. */
const LEAK =
  /\n\s+at |node_modules|\.tsx?:\d|PrismaClient|SyntaxError|TypeError|RangeError|syntax error at|relation "|daybook_app/

let stage: Awaited<ReturnType<typeof setStage>>
let app: App
let admin: Visitor
let week: {
  id: string
  rosterId: string
  tenders: { id: string }[]
  token: string
  page: string
  mail: string
  hash: string
  version: number
}
let users: string[]

test.beforeAll(async () => {
  stage = await setStage()
  const { world, mailbox } = stage
  const passwordHash = await hashPassword(PASSWORD)
  const person = { name: 'Ada', email: ADMIN, emailNorm: ADMIN, role: 'admin', passwordHash } as const
  await insertUser(as(world.ctx, SYSTEM), person)
  const made = await world.weekIn('ASSIGNED')
  await world.weekIn('COLLECTING')
  const [{ id: own = '' } = {}] = made.tenders
  const page = (await ensureLinks(world.ctx, 'page', [own])).get(own) ?? ''
  const mail = (await ensureLinks(world.ctx, 'mail', [own])).get(own) ?? ''
  week = { ...made, ...(await world.bound(made.id)), token: tokenOf(made.id, own), page, mail }
  users = (await world.db.appUser.findMany()).map(({ id }) => id)
  app = await startApp({ databaseUrl: world.database.url, smtpPort: mailbox.port, port: 3643 })
  admin = await entered()
})
test.afterAll(async () => {
  await app.stop()
  await stage.end()
})

async function entered(): Promise<Visitor> {
  const visitor = new Visitor(app.url)
  expect((await visitor.signIn(ADMIN, PASSWORD)).error).toBeNull()
  return visitor
}

/** A right input for each action that is known here; of others the press alone. */
function rightFor(name: string): Record<string, unknown> {
  const press = { commandId: newId() }
  const move = { ...press, runId: week.id, version: week.version }
  const timed = { ...move, local: '2039-12-01T18:00' }
  const moment = (daysBefore: number) => ({ daysBefore, time: '18:00' })
  const rhythm = { opens: moment(14), closes: moment(8), generates: moment(7), sendBy: moment(4), autopilot: false }
  const hours = { startTime: '18:00', endTime: '23:00' }
  const person = { name: 'Eve', email: 'eve@anchor.test', password: 'tide tables at nine' }
  const own = { ...press, rosterId: week.rosterId, seen: null }
  const user = { ...press, userId: users[1] }
  const active = { ...press, id: week.tenders[0]?.id, active: false }
  const list = { rosterId: week.rosterId, of: 'tenders', text: 'Name,E-mail\nEve,eve@x.test' }
  const swap = { ...press, swapId: newId(), version: 0 }
  const ownPress = { ...press, token: week.page }
  const ownSwap = { ...swap, token: week.page }
  const scheduled = { ...press, id: 'fuzz:none', version: 0 }
  const pageLink = { ...press, tenderId: week.tenders[1]?.id, kind: 'page' }
  const inputs: Record<string, Record<string, unknown>> = {
    ...{ openWeek: timed, extendDeadline: timed, reopenForm: timed, reopenAssigned: timed },
    ...{ closeForm: move, generateRoster: move, regenerateRoster: move, takeLateAnswers: move, unapproveRoster: move },
    ...{ putAside: move, finishWithOld: move },
    ...{ goLive: { ...press, version: 0 }, rollBack: { ...press, version: 0 } },
    approveRoster: { ...move, hash: week.hash },
    sendSchedule: { ...move, hash: week.hash, typed: '2040-01-09' },
    saveWeekSettings: { ...move, ...rhythm },
    editRoster: { ...move, change: { change: 'pin', tenderId: week.tenders[0]?.id, shiftId: newId() } },
    makeWeek: { ...press, rosterId: week.rosterId, weekOf: '2041-01-07' },
    saveTender: { ...own, tenderId: null, name: 'Eve', email: '', keyHolder: false },
    saveShift: {
      ...own,
      ...hours,
      templateId: null,
      weekday: 2,
      role: 'Bar',
      minSeats: 1,
      targetSeats: 2,
      keyWanted: true,
    },
    saveRoster: {
      ...own,
      rosterId: null,
      name: 'The Bell',
      zone: 'Europe/London',
      settings: { ...rhythm, makesWeeks: false },
    },
    ...{ setTenderActive: active, setShiftActive: active },
    checkImportFile: { ...press, ...list },
    writeImportFile: { ...press, ...list, digest: 'x'.repeat(64) },
    noteMailsBounce: { ...press, id: active.id, why: 'Nothing arrives.' },
    noteMailsArrive: { ...press, id: active.id },
    setMailStop: { token: week.mail, stops: true },
    addTenderRule: {
      ...press,
      rosterId: week.rosterId,
      kind: 'apart',
      tenderId: week.tenders[0]?.id,
      otherId: week.tenders[1]?.id,
    },
    ...{ confirmSwap: swap, withdrawSwap: swap, refuseSwap: { ...swap, reason: 'We need the key.' } },
    handOverShift: { ...press, shiftId: newId(), fromTenderId: active.id, toTenderId: null, note: '' },
    askSwap: { ...ownPress, shiftId: newId(), note: '' },
    ...{ offerSwap: ownSwap, retractOffer: ownSwap, keepShift: ownSwap },
    ...{ renewCalendar: ownPress, endCalendar: ownPress, setOwnMails: { ...ownPress, stops: true } },
    ...{ showPageLink: pageLink, renewPageLink: pageLink, revokeTenderLink: { ...pageLink, kind: 'calendar' } },
    remindSilent: { ...press, runId: week.id },
    ...{ pauseSchedule: { ...scheduled, reason: 'At the workshop.' }, resumeSchedule: scheduled },
    ...{ fireSchedule: { ...press, id: 'fuzz:none' }, reconcileSchedules: { ...press, dryRun: true } },
    saveWeekShift: {
      ...{ ...move, ...hours, shiftId: null, weekday: 2, role: 'Bar', minSeats: 1, targetSeats: 2, keyWanted: true },
    },
    dropWeekShift: { ...move, shiftId: newId() },
    removeTenderRule: { ...press, rosterId: week.rosterId, id: newId() },
    saveAnswer: { token: week.token, choices: { [newId()]: 'yes' }, most: null, note: '' },
    ...{ addUser: { ...press, ...person, role: 'editor' }, makeFirstAdmin: person, askLink: { email: person.email } },
    ...{ changeRole: { ...user, role: 'office' }, disableUser: user, enableUser: user, endSessions: user },
    resetPassword: { ...user, password: 'tide tables at nine' },
    changeOwnPassword: { ...press, current: 'wrong', next: 'tide tables at nine' },
    endOwnSession: { ...press, sessionId: newId() },
  }
  return inputs[name] ?? press
}

/** What a refusal must leave as it was. Mails of an action that was accepted may still be settling. */
async function fingerprint(): Promise<string> {
  const rows = await stage.world.db.$queryRaw<[{ print: string }]>`SELECT concat_ws('/',
    (SELECT md5(string_agg(u::text, '|' ORDER BY id)) FROM app_user u),
    (SELECT md5(string_agg(t::text, '|' ORDER BY id)) FROM tender t),
    (SELECT md5(string_agg(t::text, '|' ORDER BY id)) FROM shift_template t),
    (SELECT md5(string_agg(r::text, '|' ORDER BY id)) FROM roster r),
    (SELECT md5(string_agg(x::text, '|' ORDER BY id)) FROM tender_rule x),
    (SELECT md5(string_agg(s::text, '|' ORDER BY id)) FROM shift s),
    (SELECT md5(string_agg(a::text, '|' ORDER BY shift_id, tender_id)) FROM assignment a),
    (SELECT md5(string_agg(b::text, '|' ORDER BY shift_id, tender_id)) FROM ban b),
    (SELECT md5(string_agg(w::text, '|' ORDER BY id)) FROM swap w),
    (SELECT md5(string_agg(l::text, '|' ORDER BY id)) FROM tender_link l WHERE revoked_at IS NOT NULL),
    (SELECT md5(string_agg(r::text, '|' ORDER BY id)) FROM roster_run r),
    (SELECT count(*) FROM availability), (SELECT count(*) FROM message), (SELECT count(*) FROM lease),
    (SELECT count(*) FROM audit_event WHERE machine <> 'message')) AS print`
  return rows[0].print
}

/** Nothing ticks here, and health says so. */
const isHonest = (label: string, status: number) => status === 503 && label.startsWith('GET /api/health')

/** Asks, and once more when it took long: the machine may have been busy with something else. */
async function inTime(label: string, ask: () => Promise<Response>): Promise<{ response: Response; text: string }> {
  for (let attempt = 1; ; attempt++) {
    const began = performance.now()
    const response = await ask()
    const text = await response.text()
    const took = performance.now() - began
    if (!isHonest(label, response.status)) expect(response.status, label).toBeLessThan(500)
    expect(LEAK.exec(text)?.[0], label).toBeUndefined()
    if (took <= SLOW_MS) return { response, text }
    expect(attempt, `${label} took ${Math.round(took)} ms`).toBe(1)
  }
}

const draw = <T>(arbitrary: fc.Arbitrary<T>): T[] => fc.sample(arbitrary, { numRuns: COUNT, seed: SEED })
const known = () => [
  week.id,
  week.rosterId,
  week.token,
  week.mail,
  week.hash,
  ...users,
  ...week.tenders.map(({ id }) => id),
]

async function fuzzAction(action: BuiltAction): Promise<Record<string, number>> {
  const answers: Record<string, number> = {}
  const visitor = action.name === 'signOut' ? await entered() : admin
  let before = await fingerprint()
  for (const body of draw(bodies(rightFor(action.name), known()))) {
    const label = `${action.name} ${JSON.stringify(body).slice(0, 600)} (seed ${SEED})`
    const headers = {
      'next-action': action.id,
      'content-type': 'text/plain;charset=UTF-8',
      accept: 'text/x-component',
      origin: app.url,
    }
    const ask = () => visitor.fetch(action.page, { method: 'POST', headers, body })
    const { response, text } = await inTime(label, ask)
    const refused = /"ok":false,"code":"(\w+)"/.exec(text)?.[1]
    const code = refused ?? (text.includes('"ok":true') || response.headers.has('x-action-redirect') ? 'ok' : null)
    if (code === null) expect([400, 413], label).toContain(response.status)
    if (refused) expect(CLOSED, `${label} ${text.slice(-300)}`).toContain(refused)
    const after = await fingerprint()
    if (code !== 'ok') expect(after, label).toBe(before)
    before = after
    answers[code ?? response.status] = (answers[code ?? response.status] ?? 0) + 1
  }
  return answers
}

test(`each action takes ${COUNT} bodies without an error, and changes nothing that it refuses`, async () => {
  const actions = builtActions()
  expect(actions.length).toBeGreaterThan(20)
  for (const action of actions) console.log(`fuzz ${SEED} ${action.name}`, JSON.stringify(await fuzzAction(action)))
})

test(`each route takes ${COUNT} queries and bodies without an error`, async () => {
  const auth = ['csrf', 'error', 'signin', 'callback/oidc', 'signin/oidc', 'callback/credentials', 'callback/link']
  const urls = [...builtPaths().routes.map(({ url }) => url), ...auth.map((path) => `/api/auth/${path}`)]
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
  ]
  const before = await fingerprint()
  for (const url of urls) {
    for (const query of draw(queries(known())))
      await inTime(`GET ${url}${query} (seed ${SEED})`, () => admin.fetch(url + query))
    for (const [n, body] of draw(bodies({ email: ADMIN, password: 'x' }, known())).entries()) {
      const headers = { origin: app.url, 'content-type': types[n % types.length] ?? '' }
      const label = `POST ${url} ${headers['content-type']} ${JSON.stringify(body).slice(0, 600)} (seed ${SEED})`
      await inTime(label, () => admin.fetch(url, { method: 'POST', headers, body }))
    }
  }
  expect(await fingerprint()).toBe(before)
})

test(`each page takes ${COUNT / 2} addresses without an error`, async () => {
  const parts = fc.constantFrom(
    '%ff',
    '%00',
    'x',
    '..%2f..%2fetc',
    '__proto__',
    '%C3%A9',
    'a'.repeat(3_000),
    newId(),
    week.id,
  )
  for (const { url, entry } of builtPaths().pages) {
    const queried = draw(queries(known())).map((query) => url + query)
    const named = entry.includes('[') ? draw(parts).map((part) => url.replace(/[0-9a-f-]{36}/, part)) : queried
    const urls = [...queried.slice(0, COUNT / 4), ...named.slice(-COUNT / 4)]
    for (const each of urls) await inTime(`GET ${each} (seed ${SEED})`, () => admin.fetch(each))
  }
})
