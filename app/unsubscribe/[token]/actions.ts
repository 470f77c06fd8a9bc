'use server'

import { countTry } from '@/lib/access/limits/data'
import { SYSTEM } from '@/lib/platform/context'
import { hashToken } from '@/lib/platform/ids'
import { findTenderBy } from '@/lib/roster/links/data'
import { NO_STOP, STOP_WORDS, stoppedTooOften } from '@/lib/roster/people/reach/labels'
import { stopMails } from '@/lib/roster/people/reach/process'
import { stopInput } from '@/lib/roster/people/reach/schema'
import { publicAction } from '@/lib/server/action'
import { done, refuse } from '@/lib/server/result'

/** Somebody who cannot decide presses a few dozen times in a quarter of an hour; a script does thousands of times. */
const PRESSES = 60

/** A tender stops their mails, or takes that back, by their own link. */
export const setMailStop = publicAction(
  { name: 'setMailStop', input: stopInput, actor: SYSTEM },
  async (ctx, input) => {
    // A made-up link is not counted: it would only fill the table of tries.
    if (!(await findTenderBy(ctx, 'mail', input.token))) return refuse('not_found', NO_STOP)
    const waitMs = await countTry(ctx, [{ key: `stop ${hashToken(input.token)}`, tries: PRESSES }])
    if (waitMs > 0) return refuse('limited', stoppedTooOften(Math.ceil(waitMs / 60_000)))
    if (!(await stopMails(ctx, input))) return refuse('not_found', NO_STOP)
    return done({ stopped: input.stops }, STOP_WORDS[input.stops ? 'comes' : 'stopped'].done)
  },
)
