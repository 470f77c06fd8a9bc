'use server'

import { refusal, savedOf } from '@/app/(desk)/roster/answer'
import { weekday } from '@/lib/platform/plain-date'
import * as people from '@/lib/roster/people/process'
import { activeInput, rosterInput, templateInput, tenderInput } from '@/lib/roster/people/schema'
import { makeWeekSchema } from '@/lib/roster/schema'
import { makeWeek as make } from '@/lib/roster/week/process'
import { action } from '@/lib/server/action'
import { done, refuse } from '@/lib/server/result'

const permission = 'roster.operate' as const

/** Makes a week from the pattern as it stands. */
export const makeWeek = action({ name: 'makeWeek', permission, input: makeWeekSchema }, async (ctx, input) => {
  if (weekday(input.weekOf) !== 1) {
    const words = 'A week is named by its Monday. Choose one.'
    return refuse('invalid', words, { weekOf: words })
  }
  const made = await make(ctx, input)
  if (made.ok) return done(made.id, 'The week is made. Look at its shifts, then open the form.')
  if (made.reason === 'week_over') {
    const words = 'This week is over. Choose the Monday of a later one.'
    return refuse('invalid', words, { weekOf: words })
  }
  const refused = refusal('open', made)
  return made.reason === 'week_exists' ? { ...refused, fields: { weekOf: refused.message } } : refused
})

export const saveTender = action({ name: 'saveTender', permission, input: tenderInput }, async (ctx, input) =>
  savedOf(
    await people.saveTender(ctx, input),
    input.tenderId ? `${input.name} is changed.` : `${input.name} is added.`,
  ),
)

export const setTenderActive = action(
  { name: 'setTenderActive', permission, input: activeInput },
  async (ctx, { id, active }) =>
    savedOf(
      await people.setTenderActive(ctx, id, active),
      active
        ? 'Asked and mailed again from the next opening on.'
        : 'Not asked and not mailed any more. Past shifts stay.',
    ),
)

export const saveShift = action({ name: 'saveShift', permission, input: templateInput }, async (ctx, input) =>
  savedOf(await people.saveTemplate(ctx, input), 'The pattern is changed. Weeks that are made keep their shifts.'),
)

export const setShiftActive = action(
  { name: 'setShiftActive', permission, input: activeInput },
  async (ctx, { id, active }) =>
    savedOf(
      await people.setTemplateActive(ctx, id, active),
      active ? 'Back in the pattern for the next weeks.' : 'Out of the pattern. Weeks that are made keep the shift.',
    ),
)

export const saveRoster = action({ name: 'saveRoster', permission, input: rosterInput }, async (ctx, input) =>
  savedOf(await people.saveRoster(ctx, input), input.rosterId ? 'The settings are saved.' : `${input.name} is made.`),
)
