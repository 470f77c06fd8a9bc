import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { tokenOf } from '../answers/effects'
import { submitAnswer } from '../answers/process'
import { hashRoster } from '../picker/hash'
import { edit } from '../seats/process'
import { listSeats, listShifts } from '../week/data'
import { approve, changeSettings, regenerate, unapprove } from '../week/process'
import { addShift, changeShift, dropShift } from './process'
import { valuesOf } from './rules'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const BAR = { startTime: '18:00', endTime: '23:00', role: 'Bar', minSeats: 1, targetSeats: 2, keyWanted: false }
const TIMES = { autopilot: false, opens: null, closes: null, generates: null }

/** One press of a history: what, and where by number. */
const press = fc.record({
  verb: fc.constantFrom('add', 'drop', 'change', 'pin', 'ban', 'remove', 'regenerate', 'approve', 'approve', 'answer'),
  shift: fc.nat(9),
  who: fc.nat(3),
  weekday: fc.integer({ min: 1, max: 7 }),
})

/** What a roster must never be, in the rows themselves. */
const faults = (id: string) => w.db.$queryRaw<{ what: string }[]>`
  WITH s AS (SELECT * FROM shift WHERE run_id = ${id}::uuid), a AS (SELECT * FROM assignment WHERE run_id = ${id}::uuid)
  SELECT 'a seat of a dropped shift' AS what FROM a JOIN s ON s.id = a.shift_id WHERE s.dropped_at IS NOT NULL
  UNION ALL SELECT 'a ban of a dropped shift' FROM ban b JOIN s ON s.id = b.shift_id WHERE s.dropped_at IS NOT NULL
  UNION ALL SELECT 'a banned person' FROM a JOIN ban b USING (shift_id, tender_id)
  UNION ALL SELECT 'two shifts of a day' FROM a JOIN s ON s.id = a.shift_id GROUP BY a.tender_id, s.date HAVING count(*) > 1
  UNION ALL SELECT 'too many on a shift' FROM a JOIN s ON s.id = a.shift_id GROUP BY s.id, s.target_seats HAVING count(*) > s.target_seats
  UNION ALL SELECT 'an answer to other shifts' FROM availability v, jsonb_object_keys(v.choices) k
    WHERE v.run_id = ${id}::uuid AND k.k::uuid NOT IN (SELECT s.id FROM s)`

test('shifts, seats, times, approvals and answers at once: one move a version, and no row that another move left behind', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(press, { minLength: 2, maxLength: 5 }), { minLength: 3, maxLength: 6 }),
      async (rounds) => {
        const { id, tenders } = await w.weekIn('ASSIGNED')
        for (const round of rounds) {
          const [shifts, seats, now] = [await listShifts(w.ctx, id), await listSeats(w.ctx, id), await w.version(id)]
          const done = await Promise.all(
            round.map(async ({ verb, shift: n, who, weekday }) => {
              const shift = shifts[n % shifts.length]
              const seat = seats[n % Math.max(1, seats.length)]
              const tenderId = tenders[who]?.id ?? ''
              if (!shift) throw new Error('a week without shifts')
              const pair = { shiftId: shift.id, tenderId }
              if (verb === 'answer') {
                const choices = Object.fromEntries(shifts.map((one) => [one.id, 'yes' as const]))
                await submitAnswer(w.ctx, { token: tokenOf(id, tenderId), choices, most: null, note: '' })
                return false
              }
              if (verb === 'add') return (await addShift(w.ctx, id, now, { ...BAR, weekday })).ok
              if (verb === 'drop') return (await dropShift(w.ctx, id, now, shift.id)).ok
              if (verb === 'change')
                return (await changeShift(w.ctx, id, now, { shiftId: shift.id, ...valuesOf(shift), weekday })).ok
              if (verb === 'regenerate') return (await regenerate(w.ctx, id, now)).ok
              if (verb === 'approve') return (await approve(w.ctx, id, { ...now, hash: hashRoster(seats) })).ok
              if (verb === 'remove' && seat)
                return (
                  await edit(w.ctx, id, now, { change: 'remove', shiftId: seat.shiftId, tenderId: seat.tenderId })
                ).ok
              return (await edit(w.ctx, id, now, { change: verb === 'ban' ? 'ban' : 'pin', ...pair })).ok
            }),
          )
          expect(done.filter(Boolean).length).toBeLessThanOrEqual(1)
          expect(await faults(id)).toEqual([])
          const { v2State, approvedHash } = await w.db.rosterRun.findUniqueOrThrow({ where: { id } })
          expect(approvedHash).toBe(v2State === 'APPROVED' ? hashRoster(await listSeats(w.ctx, id)) : null)
        }
        const sendBy = { daysBefore: 3, time: '18:00' }
        const [now, seats] = [await w.version(id), await listSeats(w.ctx, id)]
        const last = await Promise.all([
          changeSettings(w.ctx, id, { ...now, ...TIMES, sendBy }),
          approve(w.ctx, id, { ...now, hash: hashRoster(seats) }),
          unapprove(w.ctx, id, now),
        ])
        expect(last.filter(({ ok }) => ok)).toHaveLength(1)
      },
    ),
    { numRuns: process.env.FULL ? 100 : 6 },
  )
})
