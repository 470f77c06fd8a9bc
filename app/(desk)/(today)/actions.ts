'use server'

import { moveSchema } from '@/lib/roster/schema'
import { ASIDE_WORDS } from '@/lib/roster/today/labels'
import { putAside as aside } from '@/lib/roster/today/process'
import { action } from '@/lib/server/action'
import { done, refuse } from '@/lib/server/result'

/** A week that ended unsent has been seen: it leaves Today, and the record says who put it aside. */
export const putAside = action(
  { name: 'putAside', permission: 'roster.operate', input: moveSchema },
  async (ctx, { runId, version }) => {
    const answer = await aside(ctx, runId, { version })
    return answer.ok ? done(null, ASIDE_WORDS.done) : refuse(answer.code, answer.reason)
  },
)
