import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowOf, weekFromBefore } from '@/lib/testing/legacy'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { everyStamps, stateByTheRules } from '@/lib/testing/stamps'
import { everyVerb, rowsWithVerbs } from '@/lib/testing/verbs'
import { OLD_OF } from './machine'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
  await w.dormant()
})
afterAll(() => w.end())

const VERBS = everyVerb({} as RosterWorld).map(({ name }) => name)
const TABLE = rowsWithVerbs(everyStamps(), VERBS).map(({ row, verb }) => ({ row, verb, state: stateByTheRules(row) }))

describe(`every verb of the old engine on what its stamps say (${TABLE.length} weeks)`, () => {
  test.each(TABLE)('$row.name is $state to $verb', async ({ row, state, verb }) => {
    const made = await weekFromBefore(w, row)
    const before = await rowOf(w, made.id)
    const pressed = everyVerb(w).find(({ name }) => name === verb)
    const outcome = await pressed?.press(made)
    const to = pressed?.leads[state]
    if (!to) {
      expect(outcome).toMatchObject({ ok: false, kind: 'illegal', reason: `not_from_${state}` })
      expect(await rowOf(w, made.id)).toEqual(before)
      return
    }
    expect(outcome).toMatchObject({ ok: true, kind: 'moved', to })
    // Its progress stays inferred: the move left a stamp from which the next state is read, and no state.
    expect(await w.week(made.id)).toMatchObject({ v2State: null, state: to })
    const moves = (await w.moves(made.id)).slice(1)
    expect(moves.length).toBeGreaterThan(0)
    for (const move of moves) {
      expect(Object.values(OLD_OF)).toContain(move.edge)
      expect([move.fromState, move.toState]).toEqual([null, null])
    }
    expect((await rowOf(w, made.id)).ends_at).not.toBeNull()
  })
})
