import { formatDate } from '@/lib/platform/zone-format'
import { STATE_WORDS } from '../labels'
import type { CutoverEdge } from './machine'
import type { Gate, GateFacts } from './schema'

/** A rehearsal opens the way for so long, in ms (DESIGN 4, Flag and cut-over). */
export const SIGNED_FOR_MS = 14 * 24 * 3_600_000

/** Whether a flip is open, gate by gate. Going live needs all three, rolling back the idle gap alone. */
export function gatesOf(facts: GateFacts, edge: CutoverEdge, now: Date): Gate[] {
  const gap = gapGate(facts)
  return edge === 'rollBack' ? [gap] : [gap, rehearsalGate(facts, now), killGate(facts)]
}

function gapGate({ busy }: GateFacts): Gate {
  const [first] = busy
  if (!first) return { name: 'gap', open: true, text: 'No form is open, and every week that was opened is sent.' }
  const name = `${first.rosterName}, ${formatDate(first.weekOf, 'week').replace(/^W/, 'w')}`
  const others = busy.length > 1 ? `, and ${busy.length - 1} more` : ''
  return {
    name: 'gap',
    open: false,
    text: `A week is under way: ${name} is ${STATE_WORDS[first.state].label.toLowerCase()}${others}. Bring it to its end first.`,
  }
}

function rehearsalGate({ signed, build, changedAt, flag }: GateFacts, now: Date): Gate {
  const closed = (text: string): Gate => ({ name: 'rehearsal', open: false, text })
  if (!signed) return closed('No rehearsal has been signed yet. Rehearse a week first.')
  if (flag === 'DORMANT' && signed.beganAt < changedAt)
    return closed('The last rehearsal was before the engines were last changed over. Rehearse again.')
  if (signed.build !== build)
    return closed('The last rehearsal was on another build than the one that runs. Rehearse again.')
  if (now.getTime() - signed.signedAt.getTime() >= SIGNED_FOR_MS)
    return closed('The last rehearsal was signed more than 14 days ago. Rehearse again.')
  return { name: 'rehearsal', open: true, text: `${signed.signedName} signed a rehearsal on this build.` }
}

const killGate = ({ killed }: GateFacts): Gate =>
  killed
    ? {
        name: 'killSwitch',
        open: false,
        text: 'The new engine is switched off in the environment of this server: take PUB_SCHEDULER_V2=off out and start it again.',
      }
    : { name: 'killSwitch', open: true, text: 'The new engine is not switched off.' }
