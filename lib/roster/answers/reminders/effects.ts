import type { NewMessage } from '@/lib/messages/rules'
import type { Context } from '@/lib/platform/context'
import { mailFault } from '../../mail/people'
import { listAnswers, listShifts, listTenders, type Week, type WeekTender } from '../../week/data'
import { listAsked } from '../data'
import { askingWriter } from '../effects'
import { listReminders, type Reminder } from './data'

export type Silent = WeekTender & {
  /** They have no link yet: they are asked for the first time. */
  first: boolean
  fault: string | null
  reminder: Reminder | null
}

/** Everybody active who has not answered, by name: whether they were asked, reminded, and can be written to. */
export async function listSilent(ctx: Context, runId: string): Promise<Silent[]> {
  const tenders = await listTenders(ctx, runId)
  const answered = new Set((await listAnswers(ctx, runId)).map(({ tenderId }) => tenderId))
  const asked = await listAsked(ctx, runId)
  const reminders = new Map((await listReminders(ctx, runId)).map((reminder) => [reminder.tenderId, reminder]))
  return tenders
    .filter((tender) => tender.active && !answered.has(tender.id))
    .map((tender) => ({
      ...tender,
      first: !asked.has(tender.id),
      fault: mailFault(tender),
      reminder: reminders.get(tender.id) ?? null,
    }))
}

/** Who a press would write to. */
export const isDue = ({ fault, reminder }: Silent): boolean => fault === null && reminder === null

/**
 * A reminder as it goes out, by person; what is read before the press and what it freezes come from here.
 * @param stops tokens of the links that stop a tender's mails
 */
export async function reminderWriter(ctx: Context, week: Week, stops: ReadonlyMap<string, string>) {
  const shifts = await listShifts(ctx, week.id)
  const deadline = week.deadlineAt ?? ctx.now()
  const write = askingWriter({ week, shifts, deadline, stops, at: ctx.now() })
  return (one: Silent): NewMessage =>
    write(one, { kind: 'reminder', effectKey: `reminder:${week.id}:${one.id}`, again: !one.first })
}
