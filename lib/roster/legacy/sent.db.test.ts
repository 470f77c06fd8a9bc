import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { rowOf, weekFromBefore } from '@/lib/testing/legacy'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { everyStamps, stateByTheRules } from '@/lib/testing/stamps'
import { rosterTick } from '../clock/process'
import { ask, confirm, offer } from '../swaps/process'
import { listSeats } from '../week/data'
import { legacyTick } from './clock/process'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

/** Sent by its status, by its stamp, or by both: all three are sent to the old engine, and to whoever comes after it. */
const SENT = [...new Map(everyStamps().map((row) => [`${row.status} ${row.sentAt === null}`, row])).values()].filter(
  (row) => stateByTheRules(row) === 'SENT',
)

describe.each(SENT)('a week that the old engine sent ($status, stamped $sentAt)', (row) => {
  test('has a roster that nobody writes again', async () => {
    const { id, tenders } = await weekFromBefore(w, row)
    const [seat] = await listSeats(w.ctx, id)
    const where = { shiftId_tenderId: { shiftId: seat?.shiftId ?? '', tenderId: seat?.tenderId ?? '' } }
    await expect(w.db.assignment.delete({ where })).rejects.toThrow(/is not written again/)
    await expect(w.db.assignment.update({ where, data: { pinned: true } })).rejects.toThrow(/is not written again/)
    const ban = { runId: id, shiftId: seat?.shiftId ?? '', tenderId: tenders[0]?.id ?? '' }
    await expect(w.db.ban.create({ data: ban })).rejects.toThrow(/is not written again/)
    await expect(w.db.shift.updateMany({ where: { runId: id }, data: { role: 'Door' } })).rejects.toThrow(/not written/)
  })

  test('changes hands by swaps, and no clock touches it', async () => {
    const { id, rosterId } = await weekFromBefore(w, row)
    const before = await rowOf(w, id)
    const [seat] = await listSeats(w.ctx, id)
    const taker = { id: newId(), rosterId, name: 'Newcomer', keyHolder: false, active: true, createdAt: w.ctx.now() }
    await w.db.tender.create({ data: taker })
    const asked = await w.must(
      ask(w.ctx, { shiftId: seat?.shiftId ?? '', fromTenderId: seat?.tenderId ?? '', note: '' }),
    )
    await w.must(offer(w.ctx, asked.id, { version: 0, tenderId: taker.id }))
    await w.must(confirm(w.ctx, asked.id, { version: 1 }))
    expect((await listSeats(w.ctx, id)).map(({ tenderId }) => tenderId)).toContain(taker.id)
    for (const part of [rosterTick, legacyTick])
      for (const at of [w.ctx.now(), new Date('2041-01-01T00:00:00Z')]) {
        const plan = await part.plan(w.at(at))
        expect(plan.steps.filter((step) => 'week' in step && step.week.id === id)).toEqual([])
      }
    expect(await rowOf(w, id)).toEqual(before)
  })
})
