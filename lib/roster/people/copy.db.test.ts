import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { type Scratch, scratchRun } from '@/lib/testing/rehearsal'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { findTenderBy } from '../links/data'
import { ensureLinks } from '../links/effects'
import { loadFeed, loadTenderPage } from '../links/loaders'
import { renewLink, revokeLink, showLink } from '../links/process'
import { addRule, removeRule } from '../pairs/process'
import { listNamedTenders, nameRosters, nameTemplates, nameTenders, nameWeeks } from '../record/data'
import { findSubjects } from '../record/loaders'
import { loadExport } from './imports/loaders'
import { checkImport, importFile } from './imports/process'
import { loadRoster, loadRosters } from './loaders'
import * as people from './process'
import { loadStop } from './reach/loaders'
import { markBounced, markReachable, stopMails } from './reach/process'
import { USUAL_RHYTHM } from './rules'

// The copy of a roster that a rehearsal plays on: in no list, and nobody's to change.
let w: RosterWorld
let real: Awaited<ReturnType<RosterWorld['make']>>
let scratch: Scratch
let templateId: string
let ruleId: string
const weekOf = '2040-01-09'

beforeAll(async () => {
  w = await rosterWorld()
  real = await w.make()
  scratch = await scratchRun(w.ctx, { rosterId: real.rosterId, address: 'olive@anchor.test', weekOf })
  const [template] = await w.db.shiftTemplate.findMany({ where: { rosterId: real.rosterId } })
  if (!template) throw new Error('a roster without a pattern')
  templateId = newId()
  ruleId = newId()
  await w.db.shiftTemplate.create({ data: { ...template, id: templateId, rosterId: scratch.copyId } })
  const pair = { tenderId: scratch.tenders[0]?.id ?? '', otherId: scratch.tenders[1]?.id ?? '' }
  await w.db.tenderRule.create({
    data: { id: ruleId, rosterId: scratch.copyId, kind: 'apart', ...pair, createdAt: w.ctx.now() },
  })
})
afterAll(() => w.end())

/** Everything of the copy as it stands, without when it was read. */
const standing = async () => ({
  roster: await w.db.roster.findUnique({ where: { id: scratch.copyId } }),
  tenders: await w.db.tender.findMany({ where: { rosterId: scratch.copyId }, orderBy: { id: 'asc' } }),
  templates: await w.db.shiftTemplate.findMany({ where: { rosterId: scratch.copyId } }),
  rules: await w.db.tenderRule.findMany({ where: { rosterId: scratch.copyId } }),
})

describe('is in no list', () => {
  test('of rosters, and its tenders and weeks are not found', async () => {
    expect((await loadRosters(w.ctx)).map(({ id }) => id)).toEqual([real.rosterId])
    expect(await loadRoster(w.ctx, scratch.copyId)).toBeNull()
    const found = async (typed: string) => (await findSubjects(w.ctx, typed)).map(({ label, note }) => [label, note])
    expect(await found('scratch')).toEqual([])
    expect((await listNamedTenders(w.db)).map(({ id }) => id).sort()).toEqual(real.tenders.map(({ id }) => id).sort())
    // One roster: its name stands beside nothing.
    expect(await found('week of')).toEqual([['Week of 9 January', 'Draft, 2040']])
    expect(await found('tender 1')).toEqual([['Tender 1', '']])
  })

  test('of files', async () => {
    for (const of of ['tenders', 'shifts'] as const) {
      expect(await loadExport(w.ctx, scratch.copyId, of)).toBeNull()
      expect(await loadExport(w.ctx, real.rosterId, of)).not.toBeNull()
    }
  })

  test('and on the record it is called a rehearsal, and leads nowhere', async () => {
    const [tender] = scratch.tenders
    const names = async (of: typeof nameWeeks, ...ids: string[]) => [...(await of(w.db, ids)).values()]
    expect(await names(nameWeeks, scratch.runId)).toEqual([{ name: 'Week of 9 January, rehearsal', href: null }])
    expect(await names(nameWeeks, real.id)).toEqual([{ name: 'Week of 9 January', href: `/roster/${real.id}` }])
    expect(await names(nameTenders, tender?.id ?? '')).toEqual([{ name: 'Zoe Scratch, rehearsal', href: null }])
    expect(await names(nameTemplates, templateId)).toEqual([
      { name: expect.stringMatching(/day 18:00, Bar, rehearsal$/), href: null },
    ])
    expect(await names(nameRosters, scratch.copyId, real.rosterId)).toEqual(
      expect.arrayContaining([
        { name: 'The Anchor, rehearsal', href: null },
        { name: 'The Anchor', href: `/roster/settings?roster=${real.rosterId}` },
      ]),
    )
  })
})

describe('is nobody’s to change', () => {
  const GONE = { ok: false, gone: true, reason: people.GONE.reason }
  const commandId = () => newId()
  const tenderOf = () => scratch.tenders[0]?.id ?? ''
  const shift = {
    weekday: 2,
    startTime: '18:00',
    endTime: '23:00',
    role: 'Bar',
    minSeats: 1,
    targetSeats: 2,
    keyWanted: false,
  }
  const who = { name: 'Ana', email: 'ana@anchor.test', keyHolder: false }

  test.each<[string, () => Promise<unknown>]>([
    [
      'a tender added',
      () =>
        people.saveTender(w.ctx, { commandId: newId(), rosterId: scratch.copyId, tenderId: null, seen: null, ...who }),
    ],
    [
      'a tender changed, by its own roster or by the real one',
      async () => {
        const [row] = await w.db.$queryRaw<
          [{ seen: string }]
        >`SELECT md5(t::text) AS seen FROM tender t WHERE id = ${tenderOf()}::uuid`
        const input = { commandId: newId(), rosterId: real.rosterId, tenderId: tenderOf(), ...row, ...who }
        expect(await people.saveTender(w.ctx, input)).toEqual(GONE)
        return people.saveTender(w.ctx, { ...input, rosterId: scratch.copyId })
      },
    ],
    ['a tender made not active', () => people.setTenderActive(w.ctx, tenderOf(), false)],
    ['a tender marked as bounced', () => markBounced(w.ctx, { id: tenderOf(), why: 'full' })],
    ['a tender marked as reached', () => markReachable(w.ctx, tenderOf())],
    [
      'a shift added',
      () =>
        people.saveTemplate(w.ctx, {
          commandId: newId(),
          rosterId: scratch.copyId,
          templateId: null,
          seen: null,
          ...shift,
        }),
    ],
    [
      'a shift changed',
      async () => {
        const [row] = await w.db.$queryRaw<
          [{ seen: string }]
        >`SELECT md5(s::text) AS seen FROM shift_template s WHERE id = ${templateId}::uuid`
        return people.saveTemplate(w.ctx, {
          commandId: newId(),
          rosterId: scratch.copyId,
          templateId,
          ...row,
          ...shift,
        })
      },
    ],
    ['a shift retired', () => people.setTemplateActive(w.ctx, templateId, false)],
    [
      'its name and rhythm',
      async () => {
        const [row] = await w.db.$queryRaw<
          [{ seen: string }]
        >`SELECT md5(o::text) AS seen FROM roster o WHERE id = ${scratch.copyId}::uuid`
        const input = { commandId: newId(), rosterId: scratch.copyId, ...row, name: 'Mine', zone: 'Europe/Paris' }
        return people.saveRoster(w.ctx, { ...input, settings: USUAL_RHYTHM })
      },
    ],
    [
      'a file looked at',
      () => checkImport(w.ctx, { rosterId: scratch.copyId, of: 'tenders', text: 'Name,E-mail\nAna,ana@x.test\n' }),
    ],
    [
      'a file imported',
      async () => {
        const file = { of: 'tenders' as const, text: 'Name,E-mail\nAna,ana@x.test\n' }
        const looked = await checkImport(w.ctx, { rosterId: real.rosterId, ...file })
        if (!looked.ok) throw new Error(looked.reason)
        return importFile(w.ctx, {
          commandId: newId(),
          rosterId: scratch.copyId,
          ...file,
          digest: looked.report.digest,
        })
      },
    ],
    [
      'a rule added',
      () =>
        addRule(w.ctx, {
          commandId: newId(),
          rosterId: scratch.copyId,
          kind: 'apart',
          tenderId: tenderOf(),
          otherId: scratch.tenders[2]?.id ?? '',
        }),
    ],
    ['a rule removed', () => removeRule(w.ctx, { commandId: newId(), rosterId: scratch.copyId, id: ruleId })],
  ])('%s', async (_what, change) => {
    const before = await standing()
    expect(await change()).toEqual(GONE)
    expect(await standing()).toEqual(before)
  })

  test('links of its tenders are shown to, taken back and renewed by nobody', async () => {
    const token = (await ensureLinks(w.ctx, 'page', [tenderOf()])).get(tenderOf()) ?? ''
    const press = { kind: 'page' as const, tenderId: tenderOf(), commandId: commandId() }
    expect(await revokeLink(w.ctx, press)).toEqual({ ok: false })
    expect(await renewLink(w.ctx, press)).toBeNull()
    expect(await showLink(w.ctx, press)).toBeNull()
    expect(await findTenderBy(w.ctx, 'page', token)).toMatchObject({ tenderId: tenderOf(), revoked: false })
  })
})

test('what its mails link to opens, and shows nothing of real weeks', async () => {
  const id = scratch.tenders[1]?.id ?? ''
  const token = async (kind: 'page' | 'calendar' | 'mail') => (await ensureLinks(w.ctx, kind, [id])).get(id) ?? ''
  expect(await loadTenderPage(w.ctx, await token('page'))).toMatchObject({
    roster: 'The Anchor',
    shifts: [],
    wanted: [],
  })
  expect(await loadFeed(w.ctx, await token('calendar'))).toMatchObject({ ok: true })
  const mail = await token('mail')
  const stop = { roster: 'The Anchor', name: 'Max Scratch', email: 'olive@anchor.test' }
  expect(await loadStop(w.ctx, mail)).toEqual({ ...stop, stopped: false })
  expect(await stopMails(w.ctx, { token: mail, stops: true })).toBe(true)
  expect(await loadStop(w.ctx, mail)).toEqual({ ...stop, stopped: true })
})
