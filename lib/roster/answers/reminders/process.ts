import { findCommand } from '@/lib/engine/audit'
import { type Refused, refused } from '@/lib/engine/outcome'
import { whole } from '@/lib/engine/whole'
import type { Context } from '@/lib/platform/context'
import { deriveId } from '@/lib/platform/ids'
import { ensureLinks } from '../../links/effects'
import { findWeek } from '../../week/data'
import { linkOf } from '../effects'
import { remindLock } from '../labels'
import { holdWeek, writeReminders } from './data'
import { isDue, listSilent, reminderWriter } from './effects'

/** How many mails were written; null: this very press wrote them before. */
export type Reminded = { ok: true; wrote: { to: number; without: number } | null } | Refused

/**
 * Reminds everybody who has not answered, once each: who was reminded is not reminded again, whoever presses. The week
 * is held first and its people read after that, so an answer that came before the press is seen, and one that waits
 * for the lock lets its reminder go. Whoever was added after the opening gets their link with it.
 */
export const remind = (ctx: Context, runId: string, commandId: string): Promise<Reminded> =>
  whole(ctx, (tx) => remindHeld(tx, runId, commandId))

async function remindHeld(tx: Context, runId: string, press: string): Promise<Reminded> {
  await holdWeek(tx, runId)
  const week = await findWeek(tx, runId)
  if (!week) return refused('unknown', 'not_found')
  // An id of its own: the press of a fact must not be taken for that of a move.
  const commandId = deriveId('run.reminded', press)
  if (await findCommand(tx, 'run', runId, commandId)) return { ok: true, wrote: null }
  const silent = await listSilent(tx, runId)
  const due = silent.filter(isDue)
  const past = week.deadlineAt <= tx.now()
  const lock = remindLock(week.state, past, due.length)
  if (lock) return { ...refused('guard', 'not_to_remind', week), detail: lock }
  const stops = await ensureLinks(
    tx,
    'mail',
    due.map(({ id }) => id),
  )
  const messages = due.map(await reminderWriter(tx, week, stops))
  const first = due.filter((one) => one.first)
  const without = silent.filter(({ fault, reminder }) => fault !== null && reminder === null).length
  const wrote = await writeReminders(tx, runId, {
    commandId,
    deadline: week.deadlineAt,
    links: first.map(({ id }) => linkOf(runId, id)),
    messages,
    data: { to: messages.length, first: first.length, without },
  })
  if (wrote) return { ok: true, wrote: { to: messages.length, without } }
  return { ...refused('guard', 'not_to_remind', week), detail: remindLock(week.state, true, due.length) ?? '' }
}
