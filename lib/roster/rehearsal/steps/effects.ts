import type { Outcome } from '@/lib/engine/outcome'
import { clock } from '@/lib/engine/sql'
import type { MessageKind } from '@/lib/messages/effects'
import { deliverRehearsal } from '@/lib/messages/rehearsal/effects'
import type { Context } from '@/lib/platform/context'
import { deriveId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import type { RunEdge } from '../../machine'
import { send, settle } from '../../sending/process'
import { findWeek } from '../../week/data'
import { approve, close, extend, generate, open, regenerate, reopenAssigned } from '../../week/process'
import type { Rehearsal } from '../data'
import { deadlineAfter, MOVES, versionBefore } from '../rules'
import type { StepName } from '../schema'

/** What one press delivers at most: the request ends before anybody gives it up, and the next press goes on. */
const PORTION = { ms: 10_000, rows: 100 }

const ofRehearsal = (condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM public.roster_run r WHERE r.id = m.subject_id AND r.kind = 'rehearsal' AND ${condition})`

/** When the mails of a rehearsal may go out: as those of a real week, by the new engine's own state. */
export const rehearsalMessages = (ctx: Context): MessageKind[] => [
  { kind: 'invitation', may: ofRehearsal(Prisma.sql`r.v2_state = 'COLLECTING'`) },
  { kind: 'schedule', may: ofRehearsal(Prisma.sql`r.v2_state = 'APPROVED' AND r.ends_at > ${clock(ctx)}`) },
]

/** Delivers a portion of what the rehearsal wrote, to its operator. @returns whether nothing leaves at present */
export async function deliverPortion(ctx: Context, { runId, address }: Rehearsal): Promise<{ held: boolean }> {
  const { held } = await deliverRehearsal(ctx, { kinds: rehearsalMessages(ctx), runId, address, budget: PORTION })
  return { held }
}

/** What was written and will not be delivered any more. */
export async function letGoOf(ctx: Context, { runId, address }: Rehearsal, reason: string): Promise<void> {
  const kinds = rehearsalMessages(ctx).map(({ kind }) => ({
    kind,
    may: Prisma.sql`false`,
    stale: { when: Prisma.sql`true`, reason },
  }))
  await deliverRehearsal(ctx, { kinds, runId, address, budget: { ms: 5_000, rows: 0 } })
}

const OPENING = { open, extend, reopenAssigned }
const ACTING = { close, generate, regenerate }

/**
 * One move of a step, by the verb that the week's own page presses. Its press is derived, and its version is the one
 * that the steps before lead to: pressed again it finds what it did, and a stranger's move is not taken for its own.
 */
export async function pressMove(ctx: Context, rehearsal: Rehearsal, step: StepName, edge: RunEdge): Promise<Outcome> {
  const { id, runId, weekOf } = rehearsal
  const version = versionBefore(step) + MOVES[step].indexOf(edge)
  const press = { version, commandId: deriveId('rehearsal', id, step, edge), by: 'rehearsal' } as const
  switch (edge) {
    case 'open':
    case 'extend':
    case 'reopenAssigned': {
      const deadline = await deadlineFor(ctx, rehearsal, edge === 'reopenAssigned' ? 'reopen' : edge)
      return OPENING[edge](ctx, runId, { ...press, deadline })
    }
    case 'close':
    case 'generate':
    case 'regenerate':
      return ACTING[edge](ctx, runId, press)
    case 'approve':
      return approve(ctx, runId, { ...press, hash: await shownHash(ctx, runId) })
    case 'queue':
      return send(ctx, runId, { ...press, hash: await shownHash(ctx, runId), typed: weekOf })
    case 'send':
      return settle(ctx, runId, 'rehearsal')
    default:
      throw new Error(`${edge} is no move of a rehearsal`)
  }
}

async function deadlineFor(ctx: Context, { runId, zone, weekOf }: Rehearsal, step: 'open' | 'extend' | 'reopen') {
  const found = await findWeek(ctx, runId)
  if (!found) throw new Error(`week ${runId} is gone`)
  return deadlineAfter(step, { zone, weekOf, settings: found.settings })
}

/** The roster that the last generate made: what the wizard shows, and what is approved and sent. */
async function shownHash(ctx: Context, runId: string): Promise<string> {
  return (await findWeek(ctx, runId))?.pick?.hash ?? ''
}
