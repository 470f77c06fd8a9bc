import { deriveId } from '@/lib/platform/ids'
import { mailFault } from '../../mail/people'
import { written } from '../../pairs/rules'
import type { Settings } from '../../schema'
import type { Copy, Original, OriginalTender } from './schema'

/** The id of the copy's tender, of its shift of the pattern, or of a rule: known from the original's. */
export const copyId = (
  rehearsalId: string,
  what: 'roster' | 'run' | 'tender' | 'template' | 'rule',
  id: string,
): string => deriveId('rehearsal', rehearsalId, what, id)

/** Why a tender of the original gets no mail, or null. */
export const faultOf = ({ email, unsubscribedAt }: Pick<OriginalTender, 'email' | 'unsubscribedAt'>): string | null =>
  mailFault({ email, unsubscribed: unsubscribedAt !== null })

/**
 * The roster that a rehearsal plays on. Everybody carries the operator's address, and nobody else's is in it at all;
 * whoever cannot be written to in the original cannot be in the copy, so that the same people are listed.
 */
export function copyOf(
  original: Original,
  { rehearsalId, name, address, settings }: { rehearsalId: string; name: string; address: string; settings: Settings },
): Copy {
  const of = (what: Parameters<typeof copyId>[1], id: string) => copyId(rehearsalId, what, id)
  return {
    id: of('roster', original.id),
    of: original.id,
    name,
    zone: original.zone,
    // The tick leaves a rehearsal alone whatever stands here; it says what is.
    settings: { ...settings, autopilot: false, makesWeeks: false },
    tenders: original.tenders.map(({ id, name: tender, email, keyHolder, unsubscribedAt, bouncedAt }) => {
      const [copied, usable] = [of('tender', id), email !== null && mailFault({ email, unsubscribed: false }) === null]
      return {
        id: copied,
        name: tender,
        email: usable ? address : null,
        emailNorm: usable ? `rehearsal:${copied}` : null,
        keyHolder,
        unsubscribedAt,
        bouncedAt,
      }
    }),
    templates: original.templates.map(
      ({ id, weekday, startTime, endTime, role, minSeats, targetSeats, keyWanted }) => ({
        ...{ id: of('template', id), weekday, startTime, endTime, role, minSeats, targetSeats, keyWanted },
      }),
    ),
    rules: original.rules.map(({ kind, tenderId, otherId }) => ({
      id: of('rule', `${kind} ${tenderId} ${otherId}`),
      ...written({ kind, tenderId: of('tender', tenderId), otherId: of('tender', otherId) }),
    })),
  }
}
