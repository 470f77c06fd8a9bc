'use server'

import { refusal, savedOf } from '@/app/(desk)/roster/answer'
import { weekday } from '@/lib/platform/plain-date'
import { importedWords } from '@/lib/roster/people/imports/labels'
import { checkImport, importFile } from '@/lib/roster/people/imports/process'
import { checkInput, importInput, MOST_INPUT, type Report } from '@/lib/roster/people/imports/schema'
import * as people from '@/lib/roster/people/process'
import { markBounced, markReachable } from '@/lib/roster/people/reach/process'
import { bouncedInput, reachableInput } from '@/lib/roster/people/reach/schema'
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

/** What a file of tenders or of the weekly pattern would do. It writes nothing. */
export const checkImportFile = action(
  { name: 'checkImportFile', permission, input: checkInput, maxText: MOST_INPUT },
  async (ctx, input) => {
    const checked = await checkImport(ctx, input)
    return checked.ok ? done(checked.report) : refuse('invalid', checked.reason, { text: checked.reason })
  },
)

/** Does what was shown. Where that would be something else by now, it hands back what, and has done nothing. */
export const writeImportFile = action(
  { name: 'writeImportFile', permission, input: importInput, maxText: MOST_INPUT },
  async (ctx, input) => {
    const written = await importFile(ctx, input)
    if (written.ok) return done<Report | null>(null, importedWords(written.counts))
    if ('stale' in written) return done<Report | null>(written.report)
    return written.gone
      ? refuse('not_found', written.reason)
      : refuse('invalid', written.reason, { text: written.reason })
  },
)

export const noteMailsBounce = action(
  { name: 'noteMailsBounce', permission, input: bouncedInput },
  async (ctx, { id, why }) => savedOf(await markBounced(ctx, { id, why }), 'Noted. They are shown as not reached.'),
)

export const noteMailsArrive = action(
  { name: 'noteMailsArrive', permission, input: reachableInput },
  async (ctx, { id }) => savedOf(await markReachable(ctx, id), 'Noted. Mails reach them again.'),
)
