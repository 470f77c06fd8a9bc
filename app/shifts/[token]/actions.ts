'use server'

import { after } from 'next/server'
import { deliverNow } from '@/app/(desk)/deliver-now'
import { countTry } from '@/lib/access/limits/data'
import type { Outcome } from '@/lib/engine/outcome'
import { as, type Context, SYSTEM } from '@/lib/platform/context'
import { hashToken } from '@/lib/platform/ids'
import { findTenderBy } from '@/lib/roster/links/data'
import { ensureLinks } from '@/lib/roster/links/effects'
import { NO_PAGE, tooOften } from '@/lib/roster/links/labels'
import { renewLink, revokeLink } from '@/lib/roster/links/process'
import { askInput, ownMailsInput, ownPressInput, ownSwapInput } from '@/lib/roster/links/schema'
import { stopMails } from '@/lib/roster/people/reach/process'
import { swapReason } from '@/lib/roster/swaps/labels'
import * as swaps from '@/lib/roster/swaps/process'
import { publicAction } from '@/lib/server/action'
import { done, type Result, refuse } from '@/lib/server/result'

/** Somebody who cannot decide presses a few dozen times in a quarter of an hour; a script does thousands of times. */
const PRESSES = 60

type Own = Context & { tenderId: string }

/** Nobody is signed in: the token is what is checked, and whoever holds it acts under its tender's name. */
async function owned(ctx: Context, token: string, work: (own: Own) => Promise<Result>): Promise<Result> {
  const holder = await findTenderBy(ctx, 'page', token)
  if (!holder || holder.revoked || !holder.active) return refuse('not_found', NO_PAGE)
  const waitMs = await countTry(ctx, [{ key: `shifts ${hashToken(token)}`, tries: PRESSES }])
  if (waitMs > 0) return refuse('limited', tooOften(Math.ceil(waitMs / 60_000)))
  const { tenderId, name } = holder
  return work({ ...as(ctx, { kind: 'tender', id: tenderId, name }), tenderId })
}

function answerOf(outcome: Outcome | swaps.Begun, said: string): Result {
  if (outcome.ok) return done(null, said)
  const isBehind = outcome.kind === 'lost' || outcome.kind === 'illegal'
  return refuse(isBehind ? 'conflict' : 'refused', swapReason(outcome.reason, true))
}

export const askSwap = publicAction({ name: 'askSwap', input: askInput, actor: SYSTEM }, (ctx, { token, ...input }) =>
  owned(ctx, token, async (own) =>
    answerOf(
      await swaps.ask(own, { ...input, fromTenderId: own.tenderId }),
      'It is asked. The shift stays yours until somebody takes it and it is confirmed.',
    ),
  ),
)

export const offerSwap = publicAction(
  { name: 'offerSwap', input: ownSwapInput, actor: SYSTEM },
  (ctx, { token, swapId, ...press }) =>
    owned(ctx, token, async ({ tenderId, ...own }) =>
      answerOf(
        await swaps.offer(own, swapId, { ...press, tenderId }),
        'Thank you. You get a mail once it is confirmed; until then it is not yours.',
      ),
    ),
)

export const retractOffer = publicAction(
  { name: 'retractOffer', input: ownSwapInput, actor: SYSTEM },
  (ctx, { token, swapId, ...press }) =>
    owned(ctx, token, async ({ tenderId, ...own }) =>
      answerOf(await swaps.retract(own, swapId, { ...press, tenderId }), 'Your offer is taken back.'),
    ),
)

export const keepShift = publicAction(
  { name: 'keepShift', input: ownSwapInput, actor: SYSTEM },
  (ctx, { token, swapId, ...press }) =>
    owned(ctx, token, async ({ tenderId, ...own }) => {
      const outcome = await swaps.withdraw(own, swapId, { ...press, tenderId })
      if (outcome.ok) after(() => deliverNow(own, swapId))
      return answerOf(outcome, 'You keep the shift. Whoever had offered is told.')
    }),
)

/** A new address for their calendar; the old one, if there was one, opens nothing any more. */
export const renewCalendar = publicAction(
  { name: 'renewCalendar', input: ownPressInput, actor: SYSTEM },
  (ctx, { token, commandId }) =>
    owned(ctx, token, async ({ tenderId, ...own }) => {
      await renewLink(own, { kind: 'calendar', tenderId, commandId })
      return done(null, 'There is a new calendar address. One from before does not work any more.')
    }),
)

export const endCalendar = publicAction(
  { name: 'endCalendar', input: ownPressInput, actor: SYSTEM },
  (ctx, { token, commandId }) =>
    owned(ctx, token, async ({ tenderId, ...own }) => {
      await revokeLink(own, { kind: 'calendar', tenderId, commandId })
      return done(null, 'The calendar address is turned off.')
    }),
)

export const setOwnMails = publicAction(
  { name: 'setOwnMails', input: ownMailsInput, actor: SYSTEM },
  (ctx, { token, stops }) =>
    owned(ctx, token, async ({ tenderId, ...own }) => {
      const mail = (await ensureLinks(own, 'mail', [tenderId])).get(tenderId) ?? ''
      await stopMails(own, { token: mail, stops })
      return done(null, stops ? 'You get no more mails. This page still shows your shifts.' : 'You get mails again.')
    }),
)
