'use server'

import { pageUrl } from '@/lib/roster/links/effects'
import { renewLink, revokeLink, showLink } from '@/lib/roster/links/process'
import { pageLinkInput, tenderLinkInput } from '@/lib/roster/links/schema'
import { action } from '@/lib/server/action'
import { done, refuse } from '@/lib/server/result'

const permission = 'roster.operate' as const
const GONE = 'This tender is not there any more. Load the page again.'

/** The address of a tender's own page, for the operator to hand on; it is made where there is none yet. */
export const showPageLink = action(
  { name: 'showPageLink', permission, input: pageLinkInput },
  async (ctx, { kind, tenderId }) => {
    const token = await showLink(ctx, { kind, tenderId })
    return token ? done(pageUrl(token)) : refuse('not_found', GONE)
  },
)

/** A new address for a tender's own page; the old one opens nothing from now on. */
export const renewPageLink = action(
  { name: 'renewPageLink', permission, input: pageLinkInput },
  async (ctx, { kind, tenderId, commandId }) => {
    const token = await renewLink(ctx, { kind, tenderId, commandId })
    return token
      ? done(pageUrl(token), 'There is a new link. The old one opens nothing any more.')
      : refuse('not_found', GONE)
  },
)

/** Takes a tender's link back, whichever it is. */
export const revokeTenderLink = action(
  { name: 'revokeTenderLink', permission, input: tenderLinkInput },
  async (ctx, press) => {
    const { ok } = await revokeLink(ctx, press)
    return ok ? done(null, 'It is taken back, and opens nothing any more.') : refuse('not_found', GONE)
  },
)
