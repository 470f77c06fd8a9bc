import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimStatement } from '@/lib/engine/store'
import { transition } from '@/lib/engine/transition'
import { letGo } from '@/lib/messages/process'
import type { Transport } from '@/lib/messages/transport/contract'
import { inTransaction } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { sortAnswers } from './answers/rules'
import { rosterTick } from './clock/process'
import { rosterMessages } from './effects'
import { run } from './machine'
import { edit } from './seats/process'
import { queueSchedule } from './sending/effects'
import { send, settle } from './sending/process'
import { listAnswers, listSeats, listShifts } from './week/data'
import {
  approve,
  close,
  extend,
  generate,
  open,
  regenerate,
  reopen,
  reopenAssigned,
  takeLate,
  unapprove,
} from './week/process'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const HOUR = 3_600_000
const tickAt = async (ms: number) => {
  const ctx = w.later(w.ctx, ms)
  return rosterTick.run(ctx, await rosterTick.plan(ctx), { left: () => 60_000 })
}
/** A transport of the test's own: what it was asked to send, and what it answers. */
const provider = (answer: (to: string) => Awaited<ReturnType<Transport['send']>>) => {
  const calls: string[] = []
  const transport: Transport = {
    name: 'capture',
    keyWindowMs: null,
    callMs: 5_000,
    send: async ({ mail }) => {
      calls.push(mail.to.address)
      return answer(mail.to.address)
    },
    close: () => {},
  }
  return { calls, transport }
}
const sent = provider(() => ({ kind: 'sent', providerId: 'x' }))
/** A lease in the hand of somebody who does nothing with it. */
const claimed = async (id: string, lease: string, edge: string, by = w.ctx) => {
  const order = { id, ...(await w.version(id)), commandId: newId(), reason: null, attempt: null, data: {}, set: {} }
  await claimStatement(by, run, { edge, lease, token: newId(), order, guards: [] })
}
/** A lease whose holder died: claimed long ago, and over. */
const crashed = (id: string, lease: string, edge: string) => claimed(id, lease, edge, w.later(w.ctx, -HOUR))
/** Work that takes until it is let on. */
function slowWork() {
  let goOn = () => {}
  const done = new Promise<void>((resolve) => {
    goOn = resolve
  })
  return { done, goOn: () => goOn() }
}

describe('sending', () => {
  test('hole 1: rows written for a send that died are taken back by un-approve, and a new send writes each once', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    expect(await w.rows(made.id)).toHaveLength(4)
    await w.must(unapprove(w.ctx, made.id, await w.version(made.id)))
    expect(await w.rows(made.id)).toHaveLength(0)
    await w.must(approve(w.ctx, made.id, await w.bound(made.id)))
    await w.must(w.queue(made))
    const keys = (await w.rows(made.id)).map((row) => row.effectKey)
    expect(new Set(keys).size).toBe(4)
    sent.calls.length = 0
    await w.post(w.ctx, sent.transport, made.id)
    await w.post(w.ctx, sent.transport, made.id)
    expect(sent.calls).toHaveLength(4)
    expect((await w.week(made.id)).state).toBe('SENT')
  })

  test('hole 2: once a row has left queued, un-approve and edits are refused', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    const one = provider((to) => (to.startsWith('tender1') ? { kind: 'sent', providerId: null } : refusedBy('550')))
    await w.post(w.ctx, one.transport, made.id)
    expect(await unapprove(w.ctx, made.id, await w.version(made.id))).toMatchObject({
      ok: false,
      kind: 'guard',
      reason: 'mail_left',
    })
    const [seat] = await listSeats(w.ctx, made.id)
    const change = { change: 'remove', shiftId: seat?.shiftId ?? '', tenderId: seat?.tenderId ?? '' } as const
    expect(await edit(w.ctx, made.id, await w.version(made.id), change)).toMatchObject({
      ok: false,
      reason: 'mail_left',
    })
    expect(await listSeats(w.ctx, made.id)).toContainEqual(seat)
    expect((await w.week(made.id)).state).toBe('APPROVED')
  })

  test('hole 2, raced: delivery and un-approve at once never end with a mail out of an unapproved week', async () => {
    for (let trial = 0; trial < Number(process.env.FULL ? 50 : 10); trial++) {
      const made = await w.weekIn('APPROVED')
      await w.must(w.queue(made))
      const seen = provider(() => ({ kind: 'sent', providerId: null }))
      const [back] = await Promise.all([
        unapprove(w.ctx, made.id, await w.version(made.id)),
        w.post(w.ctx, seen.transport, made.id),
      ])
      const after = await w.week(made.id)
      if (back.ok) expect([after.state, seen.calls.length]).toEqual(['ASSIGNED', 0])
      else expect([after.state, seen.calls.length]).toEqual(['SENT', 4])
    }
  }, 120_000)

  test('hole 3: a holder whose lease ran out writes no rows after an un-approve', async () => {
    const made = await w.weekIn('APPROVED')
    const before = await w.version(made.id)
    const rendering = slowWork()
    const slow = transition(w.later(w.ctx, -HOUR), run, made.id, 'queue', {
      ...before,
      act: async () => {
        await rendering.done
        return queueSchedule(w.ctx, made.id)
      },
    })
    await expect.poll(async () => (await w.week(made.id)).lease?.kind).toBe('send')
    await w.must(unapprove(w.ctx, made.id, before))
    rendering.goOn()
    expect(await slow).toMatchObject({ ok: false, kind: 'lost', reason: 'lease_lost' })
    expect(await w.rows(made.id)).toHaveLength(0)
    expect((await w.week(made.id)).state).toBe('ASSIGNED')
  })

  test('hole 4: the last row settles while a dead lease is live; a later tick ends the week', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    await claimed(made.id, 'send', 'send')
    await w.post(w.ctx, sent.transport, made.id)
    expect((await w.week(made.id)).state).toBe('APPROVED')
    await tickAt(HOUR)
    expect((await w.week(made.id)).state).toBe('SENT')
  })

  test('hole 5: an approved week without rows is not settled', async () => {
    const made = await w.weekIn('APPROVED')
    expect(await settle(w.ctx, made.id)).toMatchObject({ ok: false, kind: 'guard', reason: 'not_queued' })
  })

  test('hole 6: refused mails wait for a person, and one decision over all of them ends the week', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    await w.post(w.ctx, provider(() => refusedBy('535')).transport, made.id)
    await tickAt(HOUR)
    expect((await w.week(made.id)).state).toBe('APPROVED')
    const waiting = await w.rows(made.id)
    expect(waiting.map((row) => row.state)).toEqual(['failed', 'failed', 'failed', 'failed'])
    const rows = waiting.map((row) => ({ id: row.id, seen: Number(row.fence) }))
    await letGo(w.ctx, rosterMessages(w.ctx), { commandId: newId(), rows, reason: 'told by phone' })
    expect((await w.week(made.id)).state).toBe('SENT')
  })

  test('hole 7: a row still queued when its week is over stays, and no mail leaves', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    const seen = provider(() => ({ kind: 'sent', providerId: null }))
    const over = (await w.week(made.id)).endsAt?.getTime() ?? 0
    await w.post(w.later(w.ctx, over - w.ctx.now().getTime() + HOUR), seen.transport, made.id)
    expect(seen.calls).toHaveLength(0)
    expect((await w.rows(made.id)).every((row) => row.state === 'queued')).toBe(true)
    await w.post(w.ctx, seen.transport, made.id)
    expect(seen.calls).toHaveLength(4)
  })

  test('hole 8: a zombie picker writes no assignments after another roster was approved', async () => {
    const made = await w.weekIn('ASSIGNED')
    const before = await w.version(made.id)
    const solving = slowWork()
    const zombie = transition(w.later(w.ctx, -HOUR), run, made.id, 'regenerate', {
      ...before,
      act: async () => {
        await solving.done
        const data = { seed: 1, engine: 'x', inputHash: 'x', hash: 'x', seats: 1, filled: 0, added: 0, removed: 0 }
        return {
          value: undefined,
          data,
          also: [Prisma.sql`DELETE FROM assignment a USING upd WHERE a.run_id = upd.id RETURNING 1`],
        }
      },
    })
    await expect.poll(async () => (await w.week(made.id)).lease?.kind).toBe('generate')
    const seats = await listSeats(w.ctx, made.id)
    await w.must(approve(w.ctx, made.id, await w.bound(made.id)))
    solving.goOn()
    expect(await zombie).toMatchObject({ ok: false, reason: 'lease_lost' })
    expect(await listSeats(w.ctx, made.id)).toEqual(seats)
  })

  test('hole 9: a claim that read an older version changes nothing: the extended form stays open', async () => {
    const made = await w.weekIn('COLLECTING')
    const read = await w.version(made.id)
    await w.must(extend(w.ctx, made.id, { ...read, deadline: new Date(w.ctx.now().getTime() + 48 * HOUR) }))
    expect(await close(w.ctx, made.id, read)).toMatchObject({ ok: false, kind: 'lost' })
    expect((await w.week(made.id)).state).toBe('COLLECTING')
  })

  test('hole 9, sending: Send prepared on one approval does not send another', async () => {
    const made = await w.weekIn('APPROVED')
    const shown = await w.bound(made.id)
    await w.must(unapprove(w.ctx, made.id, await w.version(made.id)))
    await w.must(approve(w.ctx, made.id, await w.bound(made.id)))
    expect(await send(w.ctx, made.id, { ...shown, typed: made.weekOf })).toMatchObject({ ok: false, kind: 'lost' })
    expect(await w.rows(made.id)).toHaveLength(0)
  })

  test('hole 10: the press stands on the queueing, not on SENT, and its repeat answers the same', async () => {
    const made = await w.weekIn('APPROVED')
    const press = { ...(await w.bound(made.id)), typed: made.weekOf, commandId: newId() }
    const first = await w.must(send(w.ctx, made.id, press))
    expect(await send(w.ctx, made.id, press)).toMatchObject({ ok: true, kind: 'repeat', version: first.version })
    await w.post(w.ctx, sent.transport, made.id)
    const events = await w.moves(made.id)
    expect(events.filter((event) => event.commandId === press.commandId).map((event) => event.edge)).toEqual(['queue'])
    expect(await w.rows(made.id)).toHaveLength(4)
  })
})

describe('answers', () => {
  test('hole 11: an answer that came late counts once the deadline is moved, and after a reopen', async () => {
    const made = await w.weekIn('COLLECTING')
    const [one, two] = made.tenders
    const late = w.later(w.ctx, 25 * HOUR)
    const answered = await w.answer(made.id, one?.id ?? '', 'no', late)
    expect(answered).toMatchObject({ ok: true, inTime: false })
    const used = async () => sortAnswers(await listAnswers(w.ctx, made.id), (await w.week(made.id)).answersUntil)
    expect((await used()).late.has(one?.id ?? '')).toBe(true)
    await w.must(
      extend(late, made.id, { ...(await w.version(made.id)), deadline: new Date(late.now().getTime() + HOUR) }),
    )
    expect((await used()).late.size).toBe(0)
    expect(Object.values((await used()).used.get(one?.id ?? '')?.choices ?? {})).toEqual(['no', 'no', 'no'])
    await w.must(close(late, made.id, await w.version(made.id)))
    expect(await w.answer(made.id, two?.id ?? '', 'if_needed', late)).toMatchObject({ ok: true, inTime: false })
    await w.must(
      reopen(late, made.id, { ...(await w.version(made.id)), deadline: new Date(late.now().getTime() + 2 * HOUR) }),
    )
    expect((await used()).late.size).toBe(0)
  })

  test('hole 11, one second after closing: the answer is kept as late, and takeLate lets it in', async () => {
    const made = await w.weekIn('COLLECTING', { tenders: 2 })
    const [one] = made.tenders
    await w.must(close(w.ctx, made.id, await w.version(made.id)))
    const kept = await w.answer(made.id, one?.id ?? '', 'no', w.later(w.ctx, 1_000))
    expect(kept).toMatchObject({ ok: true, inTime: false, state: 'CLOSED' })
    const later = w.later(w.ctx, 2_000)
    expect(await w.must(takeLate(later, made.id, await w.version(made.id)))).toMatchObject({ to: 'CLOSED' })
    await w.must(generate(later, made.id, await w.version(made.id)))
    expect((await listSeats(w.ctx, made.id)).some((seat) => seat.tenderId === one?.id)).toBe(false)
    expect(await takeLate(later, made.id, await w.version(made.id))).toMatchObject({ ok: false, reason: 'none_late' })
  })

  test('hole 12: a late answer does not hide the timely one: generating without it uses what came in time', async () => {
    const made = await w.weekIn('COLLECTING', { tenders: 1 })
    const [one] = made.tenders
    await w.must(close(w.ctx, made.id, await w.version(made.id)))
    await w.answer(made.id, one?.id ?? '', 'no', w.later(w.ctx, 1_000))
    await w.must(generate(w.ctx, made.id, await w.version(made.id)))
    expect((await listSeats(w.ctx, made.id)).map((seat) => seat.tenderId)).toEqual([one?.id, one?.id, one?.id])
  })

  test('hole 13: answers racing a close are in time or late, none is lost, and none steps the version', async () => {
    for (let trial = 0; trial < Number(process.env.FULL ? 50 : 10); trial++) {
      const made = await w.weekIn('COLLECTING')
      const before = await w.version(made.id)
      const [closing, ...answers] = await Promise.all([
        close(w.ctx, made.id, before),
        ...made.tenders.map((tender) => w.answer(made.id, tender.id, 'if_needed')),
      ])
      expect(closing.ok).toBe(true)
      expect((await w.week(made.id)).version).toBe(before.version + 1)
      const kept = await listAnswers(w.ctx, made.id)
      expect(kept).toHaveLength(8)
      for (const answer of answers) expect(answer).toMatchObject({ ok: true })
      const closedAt = (await w.week(made.id)).closedAt ?? new Date(0)
      // Stamps have milliseconds: within the one of the closing the row's lock decided, and no stamp tells.
      for (const { inTime, answeredAt } of kept)
        if (answeredAt.getTime() !== closedAt.getTime()) expect(inTime).toBe(answeredAt < closedAt)
    }
  }, 120_000)

  test('hole 13: an answer under a live close lease is in time', async () => {
    const made = await w.weekIn('COLLECTING')
    await claimed(made.id, 'close', 'close')
    expect(await w.answer(made.id, made.tenders[0]?.id ?? '', 'no')).toMatchObject({ ok: true, inTime: true })
  })

  test('hole 13: an answer that meets an extend under way waits for it, and is judged by the new deadline', async () => {
    const made = await w.weekIn('COLLECTING')
    const late = w.later(w.ctx, 25 * HOUR)
    const press = { ...(await w.version(made.id)), deadline: new Date(late.now().getTime() + HOUR) }
    const answering = await inTransaction(late, async (tx) => {
      await w.must(extend(tx, made.id, press))
      const answer = w.answer(made.id, made.tenders[0]?.id ?? '', 'no', late)
      // Time for the answer to reach the row; without the lock it would be judged and kept by now.
      await sleep(500)
      return { answer }
    })
    expect(await answering.answer).toMatchObject({ ok: true, inTime: true })
  })

  test('hole 14: open, extend and both reopens refuse a deadline that has passed', async () => {
    const deadline = new Date(w.ctx.now().getTime() - 1_000)
    const past = { ok: false, kind: 'guard', reason: 'deadline_past' }
    const draft = await w.weekIn('DRAFT')
    expect(await open(w.ctx, draft.id, { ...(await w.version(draft.id)), deadline })).toMatchObject(past)
    const collecting = await w.weekIn('COLLECTING')
    expect(await extend(w.ctx, collecting.id, { ...(await w.version(collecting.id)), deadline })).toMatchObject(past)
    const closed = await w.weekIn('CLOSED')
    expect(await reopen(w.ctx, closed.id, { ...(await w.version(closed.id)), deadline })).toMatchObject(past)
    const assigned = await w.weekIn('ASSIGNED')
    expect(await reopenAssigned(w.ctx, assigned.id, { ...(await w.version(assigned.id)), deadline })).toMatchObject(
      past,
    )
  })

  test('hole 15: an edit is a pin, and the next generate keeps it', async () => {
    const made = await w.weekIn('ASSIGNED')
    const seats = await listSeats(w.ctx, made.id)
    const shifts = await listShifts(w.ctx, made.id)
    const [gone] = seats
    const stranger = made.tenders.find(
      (tender) => !seats.some((seat) => seat.shiftId === gone?.shiftId && seat.tenderId === tender.id),
    )
    const clash = seats.find(
      (seat) =>
        seat.tenderId === stranger?.id &&
        shifts.find((shift) => shift.id === seat.shiftId)?.date ===
          shifts.find((shift) => shift.id === gone?.shiftId)?.date,
    )
    expect(clash).toBeUndefined()
    const pair = { shiftId: gone?.shiftId ?? '', tenderId: gone?.tenderId ?? '' }
    await w.must(edit(w.ctx, made.id, await w.version(made.id), { change: 'ban', ...pair }))
    const pin = { shiftId: pair.shiftId, tenderId: stranger?.id ?? '' }
    await w.must(edit(w.ctx, made.id, await w.version(made.id), { change: 'pin', ...pin }))
    await w.must(regenerate(w.ctx, made.id, await w.version(made.id)))
    const after = await listSeats(w.ctx, made.id)
    expect(after).toContainEqual({ ...pin, pinned: true })
    expect(after.some((seat) => seat.shiftId === pair.shiftId && seat.tenderId === pair.tenderId)).toBe(false)
  })
})

describe('leases', () => {
  test('a generate that crashed does not stand in the way of approving', async () => {
    const made = await w.weekIn('ASSIGNED')
    await crashed(made.id, 'generate', 'regenerate')
    await w.must(approve(w.ctx, made.id, await w.bound(made.id)))
    const lease = await w.db.lease.findFirst({
      where: { subjectId: made.id, kind: 'generate' },
      orderBy: { token: 'desc' },
    })
    expect(lease?.outcome).toBe('superseded')
  })

  test('a close that crashed is taken over by a close', async () => {
    const made = await w.weekIn('COLLECTING')
    await crashed(made.id, 'close', 'close')
    await w.must(close(w.ctx, made.id, await w.version(made.id)))
    expect((await w.week(made.id)).state).toBe('CLOSED')
  })

  test('H4: un-approve is refused while a send lease is live', async () => {
    const made = await w.weekIn('APPROVED')
    await claimed(made.id, 'send', 'queue')
    expect(await unapprove(w.ctx, made.id, await w.version(made.id))).toMatchObject({
      ok: false,
      kind: 'lease',
      reason: 'lease_send',
    })
  })

  test('a send whose process died after the rows were written ends SENT by ticks alone', async () => {
    const made = await w.weekIn('APPROVED')
    await w.must(w.queue(made))
    sent.calls.length = 0
    await w.post(w.ctx, sent.transport)
    await tickAt(0)
    expect((await w.week(made.id)).state).toBe('SENT')
    expect(sent.calls.filter((to) => to.endsWith(`${made.rosterId}@anchor.test`))).toHaveLength(4)
  })
})

function refusedBy(code: string) {
  return { kind: 'not_sent' as const, permanent: true, service: false, code, detail: `${code} refused` }
}
