import { mailOf } from '@/lib/messages/outbox/loaders'
import type { Context } from '@/lib/platform/context'
import { formatInstant } from '@/lib/platform/zone-format'
import { tokensAhead } from '../../links/effects'
import { findWeek, type Week } from '../../week/data'
import { remindedWords, remindLock } from '../labels'
import type { ReminderView } from '../schema'
import { isDue, listSilent, reminderWriter, type Silent } from './effects'

/**
 * What a press of "Remind" would send now, and to whom; the mail is that of one person. It writes nothing.
 * @param person whose mail is shown; the first one's unless they are due
 */
export async function loadReminder(ctx: Context, runId: string, person?: string): Promise<ReminderView | null> {
  const week = await findWeek(ctx, runId)
  if (!week?.state) return null
  const silent = await listSilent(ctx, runId)
  const due = silent.filter(isDue)
  const past = week.deadlineAt !== null && week.deadlineAt <= ctx.now()
  const locked = remindLock(week.state, past, due.length)
  const chosen = due.find(({ id }) => id === person) ?? due[0]
  return {
    locked,
    due: due.map(({ id, name, first }) => ({ tenderId: id, name, first })),
    without: silent.flatMap(({ id, name, fault }) => (fault ? [{ tenderId: id, name, why: fault }] : [])),
    before: silent.flatMap(({ id, name, reminder }) => {
      if (!reminder) return []
      const at = formatInstant(week.zone, reminder.at, 'dayTime')
      return [{ tenderId: id, name, words: remindedWords(reminder, at) }]
    }),
    shown: chosen && !locked ? await shownMail(ctx, week, chosen) : null,
  }
}

async function shownMail(ctx: Context, week: Week, one: Silent): Promise<ReminderView['shown']> {
  const write = await reminderWriter(ctx, week, await tokensAhead(ctx, 'mail', [one.id]))
  const { payload } = write(one)
  if (payload === null) return null
  return { tenderId: one.id, mail: mailOf(Buffer.from(payload, 'base64'), { zone: week.zone, now: ctx.now() }) }
}
