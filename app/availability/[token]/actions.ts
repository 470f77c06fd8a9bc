'use server'

import { countTry } from '@/lib/access/limits/data'
import { SYSTEM } from '@/lib/platform/context'
import { hashToken } from '@/lib/platform/ids'
import { findLink } from '@/lib/roster/answers/data'
import { modeOf, savedWords } from '@/lib/roster/answers/labels'
import { savedAt } from '@/lib/roster/answers/loaders'
import { submitAnswer } from '@/lib/roster/answers/process'
import { answerSchema } from '@/lib/roster/answers/schema'
import { REASON_WORDS } from '@/lib/roster/labels'
import type { RunState } from '@/lib/roster/machine'
import { findWeek } from '@/lib/roster/week/data'
import { publicAction } from '@/lib/server/action'
import { done, refuse } from '@/lib/server/result'

/** Somebody who cannot decide saves a few dozen times in a quarter of an hour; a script saves thousands. */
const SAVES = 60

/** A tender's answer, by their link. Nobody is signed in: the token is what is checked. */
export const saveAnswer = publicAction(
  { name: 'saveAnswer', input: answerSchema, actor: SYSTEM },
  async (ctx, input) => {
    const link = await findLink(ctx, input.token)
    if (!link) return refuse('not_found', REASON_WORDS.no_such_link ?? '')
    const waitMs = await countTry(ctx, [{ key: `answer ${hashToken(input.token)}`, tries: SAVES }])
    if (waitMs > 0)
      return refuse(
        'limited',
        `You saved very often. Save again in ${Math.ceil(waitMs / 60_000)} min; what you chose is still here.`,
      )
    const kept = await submitAnswer(ctx, input)
    if (!kept.ok) return refuse('refused', REASON_WORDS[kept.reason] ?? '')
    const week = await findWeek(ctx, link.runId)
    const over = week?.endsAt != null && week.endsAt <= kept.answeredAt
    const mode = modeOf(kept.state as RunState, !kept.inTime, over)
    const at = savedAt(week?.zone ?? 'UTC', kept.answeredAt, kept.answeredAt)
    return done({ id: kept.id, saved: savedWords(at, kept.inTime, mode), mode })
  },
)
