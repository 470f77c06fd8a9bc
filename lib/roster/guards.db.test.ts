import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { edit } from './seats/process'
import { listSeats, listShifts } from './week/data'

// What somebody who holds the app's password can do to a roster with psql, past the desk's own code.
let w: RosterWorld
let app: pg.Client
let other: pg.Client
beforeAll(async () => {
  w = await rosterWorld()
  app = new pg.Client(w.database.url)
  other = new pg.Client(w.database.url)
  await Promise.all([app.connect(), other.connect()])
})
afterAll(async () => {
  await Promise.all([app.end(), other.end()])
  await w.end()
})

const refused = (code: string, sql: string) => expect(app.query(sql)).rejects.toMatchObject({ code })
const seatOf = async (id: string) => {
  const [seat] = await listSeats(w.ctx, id)
  if (!seat) throw new Error('nobody is on the roster')
  return seat
}

describe.each(['APPROVED', 'SENT'] as const)('the roster of a week that is %s', (state) => {
  let id: string
  let where: string
  beforeAll(async () => {
    const made = await w.weekIn('APPROVED')
    id = made.id
    where = `WHERE run_id = '${id}'`
    if (state === 'APPROVED') return
    await w.must(w.queue(made))
    await w.post(w.ctx, undefined, id)
    expect((await w.week(id)).state).toBe('SENT')
  })

  test.each([
    ['a seat removed', () => `DELETE FROM assignment ${where}`],
    ['a seat pinned', () => `UPDATE assignment SET pinned = NOT pinned ${where}`],
    [
      'a seat added',
      () =>
        `INSERT INTO assignment SELECT '${id}', s.id, t.id, false FROM shift s, tender t WHERE s.run_id = '${id}'
         ON CONFLICT (shift_id, tender_id) DO UPDATE SET pinned = true`,
    ],
    [
      'a shift at another time',
      () => `UPDATE shift SET ends_at = ends_at + interval '1 h', end_time = '23:30' ${where}`,
    ],
    [
      'a shift added',
      () => `INSERT INTO shift SELECT gen_random_uuid(), run_id, template_id, date, start_time, end_time, starts_at, ends_at, role,
               min_seats, target_seats, key_wanted FROM shift ${where} LIMIT 1`,
    ],
    ['a shift renumbered, the seats along with it', () => `UPDATE shift SET id = gen_random_uuid() ${where}`],
    ['a ban', () => `INSERT INTO ban SELECT run_id, shift_id, tender_id FROM assignment ${where}`],
    ['another hash', () => `UPDATE roster_run SET approved_hash = 'x' WHERE id = '${id}'`],
    ['another approver', () => `UPDATE roster_run SET approved_by = gen_random_uuid() WHERE id = '${id}'`],
    ['another week', () => `UPDATE roster_run SET week_of = week_of + 7000 WHERE id = '${id}'`],
    [
      'another roster by its number',
      () => `UPDATE roster SET id = gen_random_uuid() WHERE id = (SELECT roster_id FROM roster_run WHERE id = '${id}')`,
    ],
  ])('%s is refused', async (_, sql) => refused('DB001', sql()))
})

test('a sent week is written no more, not even its free columns', async () => {
  const made = await w.weekIn('APPROVED')
  await refused('DB001', `UPDATE roster_run SET autopilot = NOT autopilot WHERE id = '${made.id}'`)
  await app.query(`UPDATE roster_run SET unsent_alert_at = now() WHERE id = '${made.id}'`)
  await w.must(w.queue(made))
  await w.post(w.ctx, undefined, made.id)
  await refused('DB001', `UPDATE roster_run SET unsent_alert_at = NULL WHERE id = '${made.id}'`)
})

test('a change of the roster is a move of its week, so an approval of what it replaced is refused', async () => {
  const { id, tenders } = await w.weekIn('ASSIGNED')
  const before = await listSeats(w.ctx, id)
  const seat = await seatOf(id)
  for (const sql of [
    `DELETE FROM assignment WHERE run_id = '${id}'`,
    `UPDATE assignment SET pinned = NOT pinned WHERE run_id = '${id}'`,
    `INSERT INTO ban VALUES ('${id}', '${seat.shiftId}', '${seat.tenderId}')`,
    `UPDATE shift SET role = 'Door' WHERE run_id = '${id}'`,
  ])
    await refused('DB003', sql)
  expect(await listSeats(w.ctx, id)).toEqual(before)
  expect(tenders.length).toBeGreaterThan(0)
  const change = { change: 'pin', shiftId: seat.shiftId, tenderId: seat.tenderId } as const
  await w.must(edit(w.ctx, id, await w.version(id), change))
})

test('a shift stays in its week, and its seats with it', async () => {
  const [one, two] = [await w.weekIn('ASSIGNED'), await w.weekIn('DRAFT')]
  await refused('DB001', `UPDATE shift SET run_id = '${two.id}' WHERE run_id = '${one.id}'`)
  const [shift] = await listShifts(w.ctx, two.id)
  await refused('DB001', `UPDATE assignment SET shift_id = '${shift?.id}' WHERE run_id = '${one.id}'`)
})

test('a seat that is written beside an approval waits for it, and is refused', async () => {
  const { id } = await w.weekIn('ASSIGNED')
  const seat = await seatOf(id)
  const { version } = await w.version(id)
  await app.query('BEGIN')
  await app.query(`UPDATE roster_run SET v2_state = 'APPROVED', status = 'approved', approved_hash = 'x', version = version + 1
                    WHERE id = '${id}'`)
  await app.query(`INSERT INTO audit_event (at, machine, subject_id, type, edge, version, from_state, to_state, actor_kind, actor_name, data, request_id)
    VALUES (now(), 'run', '${id}', 'run.approved', 'approve', ${version + 1}, 'ASSIGNED', 'APPROVED', 'system', 'x', '{}', 'x')`)
  const late = other
    .query(`DELETE FROM assignment WHERE shift_id = '${seat.shiftId}' AND tender_id = '${seat.tenderId}'`)
    .then(
      () => 'written',
      (error: { code: string }) => error.code,
    )
  await new Promise((resume) => setTimeout(resume, 200))
  await app.query('COMMIT')
  expect(await late).toBe('DB001')
})

test('an answer that could not be read again is refused: nobody could take it away', async () => {
  const { id, tenders } = await w.weekIn('COLLECTING')
  const answer = (choices: unknown, at = 'now()', note = "''") =>
    `INSERT INTO availability VALUES (gen_random_uuid(), '${id}', '${tenders[0]?.id}', ${at}, true, '${JSON.stringify(choices)}', NULL, ${note})`
  const shift = newId()
  for (const wrong of [
    [],
    null,
    { [shift]: 'perhaps' },
    { [shift]: 1 },
    { [shift]: ['yes'] },
    { [shift]: null },
    { monday: 'yes' },
  ])
    await refused('23514', answer(wrong))
  await refused('23514', answer({}, "'infinity'"))
  await refused('23514', answer({}, 'now()', "repeat('x', 70000)"))
  await app.query(answer({ [shift]: 'if_needed' }))
})
