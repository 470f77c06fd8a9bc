import type { Context } from '@/lib/platform/context'
import { formatDate, formatInstant, formatLocalRange, type Shown, shownAt } from '@/lib/platform/zone-format'
import { localOf } from '@/lib/platform/zones'
import { mailFault } from '../mail/people'
import { firstName } from '../people/rules'
import type { Choice } from '../schema'
import { listReshapes, type Reshape } from '../shifts/data'
import {
  findWeek,
  listAnswers,
  listShifts,
  listTenders,
  type Week,
  type WeekShift,
  type WeekTender,
} from '../week/data'
import { findLink, findOtherOpen, listAsked, seenOf } from './data'
import { type FormMode, modeOf, otherOpenWords, remindedWords, remindLock, savedWords } from './labels'
import { listReminders } from './reminders/data'
import { type Answer, isToConfirm, sortAnswers, tallyOf } from './rules'
import type { AnswerLine, AnswersView, FullAnswer } from './schema'

export type FormShift = {
  id: string
  when: string
  role: string
  /** What it was when the answer was given, where its day or times changed since: to be confirmed. */
  was: string | null
  /** It was added after the answer. */
  isNew: boolean
}

/** 'at 17:58 GMT' today, 'on Mon 7 Dec 17:58 GMT' on another day of the roster's zone. */
export function savedAt(zone: string, at: Date, now: Date): string {
  const isToday = localOf(zone, at).date === localOf(zone, now).date
  return isToday ? `at ${formatInstant(zone, at, 'time')}` : `on ${formatInstant(zone, at, 'dayTime')}`
}

const whenOf = (zone: string, shift: Pick<WeekShift, 'startsAt' | 'endsAt'>) =>
  formatLocalRange(zone, shift.startsAt, shift.endsAt, 'tight')

/** What an answer that is to be confirmed was given to: the shift as the first change after it found it. */
function wasOf(answer: Answer, shift: WeekShift, reshapes: readonly Reshape[]): string | null {
  if (!isToConfirm(answer, shift)) return null
  return reshapes.find(({ shiftId, at }) => shiftId === shift.id && at >= answer.answeredAt)?.was ?? null
}

/** A tender's form: every time in the roster's zone, in words, whatever zone the phone is in. */
export type FormView = {
  now: string
  roster: string
  /** The tender's first name. */
  name: string
  week: string
  zone: string
  deadline: Shown | null
  mode: FormMode
  /** Where the form of another week is open: which. */
  other: string | null
  /** Goes back with the answer: what was shown. */
  seen: string
  shifts: FormShift[]
  answer: { id: string; choices: Record<string, Choice>; most: number | null; note: string; saved: string } | null
}

/**
 * The form that a link leads to, whichever week it is of; null where the link is nobody's. It reads only: mail
 * scanners open each link, some of them several times.
 */
export async function loadForm(ctx: Context, token: string): Promise<FormView | null> {
  const link = await findLink(ctx, token)
  const week = link && (await findWeek(ctx, link.runId))
  if (!link || !week?.state) return null
  const [shifts, answers, reshapes, otherOpen] = await Promise.all([
    listShifts(ctx, link.runId),
    listAnswers(ctx, link.runId, link.tenderId),
    listReshapes(ctx, link.runId),
    findOtherOpen(ctx, week),
  ])
  const now = ctx.now()
  const past = week.deadlineAt !== null && week.deadlineAt <= now
  const mode = modeOf(week.state, past, week.endsAt !== null && week.endsAt <= now)
  const latest = answers.at(-1)
  return {
    now: now.toISOString(),
    roster: week.rosterName,
    name: firstName(link.tenderName),
    week: formatDate(week.weekOf, 'week'),
    zone: week.zone,
    deadline: week.deadlineAt && shownAt(week.zone, week.deadlineAt),
    mode,
    other: mode !== 'open' && otherOpen ? otherOpenWords(formatDate(otherOpen, 'week')) : null,
    seen: seenOf(shifts),
    shifts: shifts.map((shift) => ({
      id: shift.id,
      when: whenOf(week.zone, shift),
      role: `${shift.role}${shift.keyWanted ? ', key holder wanted' : ''}`,
      was: latest ? wasOf(latest, shift, reshapes) : null,
      isNew: latest !== undefined && latest.choices[shift.id] === undefined,
    })),
    answer: latest
      ? {
          id: latest.id,
          choices: { ...latest.choices },
          most: latest.most,
          note: latest.note,
          saved: savedWords(savedAt(week.zone, latest.answeredAt, now), latest.inTime, mode),
        }
      : null,
  }
}

type Scene = {
  week: Week
  now: Date
  shifts: readonly WeekShift[]
  active: readonly WeekTender[]
  used: ReadonlyMap<string, Answer>
  late: ReadonlyMap<string, Answer>
}

/** Who has answered, who has not, who was reminded: of everybody who is active, by name. */
export async function loadAnswers(
  ctx: Context,
  { week, now, shifts, active, used, late }: Scene,
): Promise<AnswersView> {
  const [asked, reminders] = await Promise.all([listAsked(ctx, week.id), listReminders(ctx, week.id)])
  const reminded = new Map(reminders.map((one) => [one.tenderId, one]))
  const lines = active.map((tender): AnswerLine => {
    const answer = late.get(tender.id) ?? used.get(tender.id)
    const reminder = reminded.get(tender.id)
    return {
      tenderId: tender.id,
      name: tender.name,
      kind: late.has(tender.id) ? 'late' : answer ? 'answered' : asked.has(tender.id) ? 'silent' : 'unasked',
      at: answer ? shownAt(week.zone, answer.answeredAt) : null,
      ...tallyOf(answer?.choices ?? {}, shifts),
      most: answer?.most ?? null,
      note: answer?.note ?? '',
      toConfirm: answer ? shifts.filter((shift) => isToConfirm(answer, shift)).length : 0,
      missing: answer ? shifts.filter((shift) => answer.choices[shift.id] === undefined).length : 0,
      reminded: reminder ? remindedWords(reminder, formatInstant(week.zone, reminder.at, 'dayTime')) : null,
    }
  })
  const due = active.filter(
    (tender) => !used.has(tender.id) && !late.has(tender.id) && !reminded.has(tender.id) && !mailFault(tender),
  ).length
  const past = week.deadlineAt !== null && week.deadlineAt <= now
  const reason = remindLock(week.state ?? 'DRAFT', past, due)
  return { lines, remind: { count: due, allowed: reason === null, reason } }
}

/** One person's latest answer in full, or null where there is none. */
export async function loadAnswer(ctx: Context, runId: string, tenderId: string): Promise<FullAnswer | null> {
  const [week, shifts, answers, tenders, reshapes] = await Promise.all([
    findWeek(ctx, runId),
    listShifts(ctx, runId),
    listAnswers(ctx, runId, tenderId),
    listTenders(ctx, runId),
    listReshapes(ctx, runId),
  ])
  const tender = tenders.find(({ id }) => id === tenderId)
  if (!week || !tender) return null
  const { used, late } = sortAnswers(answers, week.answersUntil)
  const answer = late.get(tenderId) ?? used.get(tenderId)
  if (!answer) return null
  return {
    name: tender.name,
    saved: savedAt(week.zone, answer.answeredAt, ctx.now()),
    counts: !late.has(tenderId),
    most: answer.most,
    note: answer.note,
    shifts: shifts.map((shift) => ({
      id: shift.id,
      when: whenOf(week.zone, shift),
      role: shift.role,
      choice: answer.choices[shift.id] ?? null,
      was: wasOf(answer, shift, reshapes),
    })),
  }
}
