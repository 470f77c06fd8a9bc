import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliver } from '@/lib/messages/effects'
import { letGo } from '@/lib/messages/process'
import { captureTransport } from '@/lib/messages/transport/capture'
import type { Answer } from '@/lib/messages/transport/contract'
import { newId } from '@/lib/platform/ids'
import { rowOf, weekFromBefore } from '@/lib/testing/legacy'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { everyStamps, stateByTheRules } from '@/lib/testing/stamps'
import { killed } from '@/lib/testing/two-engines'
import { everyVerb, rowsWithVerbs } from '@/lib/testing/verbs'
import { rosterTick } from '../clock/process'
import { rosterMessages } from '../effects'
import type { RunState } from '../machine'
import { hashRoster } from '../picker/hash'
import { momentOf, weekEnd } from '../rules'
import { listSeats } from '../week/data'
import { generate } from '../week/process'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const VERBS = everyVerb({} as RosterWorld).map(({ name }) => name)
const TABLE = rowsWithVerbs(everyStamps(), VERBS).map(({ row, verb }) => ({ row, verb, state: stateByTheRules(row) }))
const STAMPS = ['opened_at', 'closed_at', 'generated_at', 'reopened_at', 'sent_at', 'approved_at', 'created_at']
const STATUS: Partial<Record<RunState, string>> = { APPROVED: 'approved' }

/** The columns that a week keeps through its adoption, whatever else is written. */
const kept = (row: Record<string, unknown>) => Object.fromEntries(STAMPS.map((column) => [column, row[column]]))

describe(`the first verb of v2 meets a week that the old engine left (${TABLE.length} of them)`, () => {
  test.each(TABLE)('$row.name is $state to $verb', async ({ row, state, verb }) => {
    const made = await weekFromBefore(w, row)
    const before = await rowOf(w, made.id)
    const hash = hashRoster(await listSeats(w.ctx, made.id))
    const pressed = everyVerb(w).find(({ name }) => name === verb)
    const outcome = await pressed?.press(made)
    const [, adopted, moved, ...more] = await w.moves(made.id)

    if (state === 'SENT') {
      expect(outcome).toMatchObject({ ok: false, kind: 'illegal', reason: 'not_from_SENT' })
      expect(await rowOf(w, made.id)).toEqual(before)
      return
    }
    if (verb === 'unapprove' && state !== 'APPROVED') {
      // It holds the week and its mails in one transaction: refused, the adoption is turned back with it.
      expect(outcome).toMatchObject({ ok: false, kind: 'illegal', reason: `not_from_${state}` })
      expect(await rowOf(w, made.id)).toEqual(before)
      return
    }
    expect(adopted).toMatchObject({ edge: 'adopt', type: 'run.adopted', version: 1, fromState: null, toState: state })
    expect(adopted?.data).toEqual({ state })
    const to = pressed?.leads[state]
    if (to) {
      expect(outcome).toMatchObject({ ok: true })
      expect([moved?.fromState, (more.at(-1) ?? moved)?.toState]).toEqual([state, to])
      expect(await w.week(made.id)).toMatchObject({ v2State: to, state: to })
      return
    }
    // The verb's own rule refuses, and what is left is the adoption as it was written.
    expect(outcome).toMatchObject({ ok: false, kind: 'illegal', reason: `not_from_${state}` })
    expect(moved).toBeUndefined()
    const { zone, weekOf, settings } = await w.week(made.id)
    expect(await w.week(made.id)).toMatchObject({
      ...{ v2State: state, state, status: STATUS[state] ?? 'pending', version: 1 },
      approvedHash: state === 'APPROVED' ? hash : null,
    })
    const times = await w.db.rosterRun.findUniqueOrThrow({ where: { id: made.id } })
    expect(times).toMatchObject({
      opensAt: momentOf(zone, weekOf, settings.opens),
      deadlineAt: momentOf(zone, weekOf, settings.closes),
      endsAt: weekEnd(zone, weekOf),
    })
    expect(kept(await rowOf(w, made.id))).toEqual(kept(before))
  })
})

test('two ticks and a person meet it at once: it is adopted once, and nobody sees an error', async () => {
  const rows = everyStamps().filter((row) => stateByTheRules(row) === 'CLOSED')
  for (let round = 0; round < (process.env.FULL ? 60 : 6); round++) {
    const made = await weekFromBefore(w, rows[round % rows.length] ?? (rows[0] as (typeof rows)[number]))
    const version = await w.version(made.id)
    const plan = await rosterTick.plan(w.ctx)
    const [first, second, pressed] = await Promise.all([
      rosterTick.run(w.ctx, plan, { left: () => 600_000 }),
      rosterTick.run(w.ctx, plan, { left: () => 600_000 }),
      generate(w.ctx, made.id, version),
    ])
    const edges = (await w.moves(made.id)).map(({ edge }) => edge)
    expect(edges.filter((edge) => edge === 'adopt')).toHaveLength(1)
    expect([first, second].map(({ due, done, failed }) => done + failed - due)).toEqual([0, 0])
    // Whoever came second looks again: the press is carried out or refused in words, never half.
    if (pressed.ok) expect(edges).toEqual(['birth', 'adopt', 'generate'])
    else expect([edges, pressed.kind]).toEqual([['birth', 'adopt'], 'lost'])
  }
})

describe('a week whose mails the old engine had begun to send is v2’s to finish', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour))
  const approved = {
    ...{ status: 'approved', openedAt: at(9), closedAt: at(10), generatedAt: at(11), reopenedAt: null, sentAt: null },
  }
  const tick = async () => rosterTick.run(w.ctx, await rosterTick.plan(w.ctx), { left: () => 600_000 })
  /** One mail of the week leaves by the old engine, which writes what it was sent by. */
  async function begun(answer: Answer) {
    const old = killed(w.ctx)
    const made = await weekFromBefore(w, approved, { tenders: 3 })
    const hash = hashRoster(await listSeats(w.ctx, made.id))
    await w.must(w.queue(made, old))
    const transport = { ...captureTransport(), send: async () => answer }
    const budget = { ms: 20_000, rows: 1 }
    await deliver(old, { kinds: rosterMessages(old), transport, subjectId: made.id, budget })
    expect(await w.week(made.id)).toMatchObject({ v2State: null, state: 'APPROVED', approvedHash: hash })
    return { ...made, hash }
  }
  const states = async (id: string) => (await w.rows(id)).map((row) => row.state).sort()

  test('one is out: it is adopted with what was approved, nobody goes back behind it, the rest is sent once', async () => {
    const made = await begun({ kind: 'sent', providerId: null })
    expect(await states(made.id)).toEqual(['queued', 'queued', 'sent'])
    await tick()
    expect(await w.week(made.id)).toMatchObject({ v2State: 'APPROVED', approvedHash: made.hash })
    const verbs = Object.fromEntries(everyVerb(w).map((verb) => [verb.name, verb]))
    for (const name of ['unapprove', 'edit', 'reshape'])
      expect(await verbs[name]?.press(made)).toMatchObject({ ok: false, reason: 'mail_left' })
    expect(await verbs.send?.press(made)).toMatchObject({ ok: false, reason: 'already_queued' })
    await w.post(w.ctx, undefined, made.id)
    expect(await w.week(made.id)).toMatchObject({ v2State: 'SENT', status: 'sent' })
    expect((await w.rows(made.id)).map((row) => [row.state, row.attempt])).toEqual(Array(3).fill(['sent', 1]))
  })

  test('while it is not adopted v2 delivers none of them, and the old engine none of what is', async () => {
    const made = await begun({ kind: 'sent', providerId: null })
    await w.post(w.ctx, undefined, made.id)
    expect(await states(made.id)).toEqual(['queued', 'queued', 'sent'])
    await tick()
    await w.post(killed(w.ctx), undefined, made.id)
    expect(await states(made.id)).toEqual(['queued', 'queued', 'sent'])
  })

  test('one is unknown: the week ends when a person has decided it, and none is sent again by itself', async () => {
    const made = await begun({ kind: 'no_answer', code: 'ETIMEDOUT', detail: 'no answer' })
    expect(await states(made.id)).toEqual(['queued', 'queued', 'unknown'])
    await tick()
    await w.post(w.ctx, undefined, made.id)
    await tick()
    expect(await states(made.id)).toEqual(['sent', 'sent', 'unknown'])
    expect(await w.week(made.id)).toMatchObject({ v2State: 'APPROVED' })
    const rows = (await w.rows(made.id))
      .filter(({ state }) => state === 'unknown')
      .map(({ id, fence }) => ({ id, seen: Number(fence) }))
    await letGo(w.ctx, rosterMessages(w.ctx), { commandId: newId(), rows, reason: 'told by phone' })
    expect(await w.week(made.id)).toMatchObject({ v2State: 'SENT', status: 'sent' })
  })
})
