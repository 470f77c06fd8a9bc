import { expect, test } from 'vitest'
import { linkFacts } from '../links/schema'
import { tenderWords } from '../people/labels'
import { hasBegun, holds, isGiver, isLatest, isTaker, mayTake, notBegun } from './data'
import { SWAP_EDGES, SWAP_STATES, swapReason, swapWords } from './labels'
import { swap } from './machine'

const OTHER = swapReason('changed_since')

test('every state and every button has its words', () => {
  expect(Object.keys(SWAP_STATES).sort()).toEqual(Object.keys(swap.states).sort())
  expect(Object.keys(SWAP_EDGES).sort()).toEqual(Object.keys(swap.edges).sort())
})

test('every reason of a refusal is a sentence of its own, for the operator and for the tender', () => {
  const rules = [notBegun, holds, isLatest, isGiver('x'), isTaker('x'), ...mayTake(holds.sql)].map(
    ({ reason }) => reason,
  )
  const states = Object.keys(swap.states).map((state) => `not_from_${state}`)
  const verbs = ['not_found', 'not_sent', 'already_open', 'offer_stands', 'no_such_edge']
  for (const reason of [...rules, ...states, ...verbs, ...Object.values(swap.indexes ?? {})])
    for (const own of [true, false]) {
      const words = swapReason(reason, own)
      expect(words, reason).not.toBe(OTHER)
      expect(words, reason).toMatch(/^[A-Z].*\.$/)
    }
  // The tick looks again at its next turn; nobody reads why.
  expect(hasBegun.reason).toBe('not_due')
})

test('the timeline says why a swap ended, and what became of a link', () => {
  expect(swapWords.event('swap.withdrawn', { because: 'began' }, 'began')).toBe(
    'nobody had taken it when the shift began',
  )
  expect(swapWords.event('swap.withdrawn', { because: 'giver' }, null)).toBe('by whoever asked')
  expect(swapWords.event('swap.refused', { to: null }, 'We need the key.')).toBe('We need the key.')
  for (const type of Object.keys(linkFacts)) {
    expect(tenderWords.fact?.(type), type).toBeTruthy()
    expect(tenderWords.event(type, { name: 'Rosa', link: 'calendar' }, null)).toBe('of their calendar')
  }
})
