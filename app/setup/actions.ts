'use server'

import { setupInput } from '@/lib/access/schema'
import { addFirstAdmin } from '@/lib/access/users/process'
import { SYSTEM } from '@/lib/platform/context'
import { publicAction } from '@/lib/server/action'
import { done, refuse } from '@/lib/server/result'

/** Makes the first account, an admin. Once somebody has an account there is nothing here any more. */
export const makeFirstAdmin = publicAction(
  { name: 'makeFirstAdmin', input: setupInput, actor: SYSTEM },
  async (ctx, input) => {
    const answer = await addFirstAdmin(ctx, input)
    if (!answer)
      return refuse('not_found', 'There is an account already. Sign in with it, or ask its owner to add you.')
    if (answer.ok) return done(null, 'Your account is made. Sign in with it.')
    return refuse('invalid', answer.reason, answer.field ? { [answer.field]: answer.reason } : undefined)
  },
)
