import type { TodaySource } from '@/lib/alerts/loaders'
import type { TodayButton, TodayEntry, Urgency } from '@/lib/alerts/schema'
import type { Context } from '@/lib/platform/context'
import { formatDate, formatInstant, shownAt } from '@/lib/platform/zone-format'
import type { StateIcon, Tone } from '@/lib/timeline/labels'
import { inCharge } from '../engines/data'
import { FINISH_WORDS } from '../engines/labels'
import { counted, STATE_WORDS } from '../labels'
import { mailFault } from '../mail/people'
import { byName } from '../people/rules'
import { listDoubtful, listStanding, listTodayWeeks, type Standing } from './data'
import { ASIDE_WORDS, CLOSE_LABEL, GENERATE_LABEL, NEED_WORDS, NO_ROSTER, NO_WEEK, problemWords } from './labels'
import { isNearSending, type Need, type NeedName, needOf, sendByOf } from './rules'
import type { RosterCard, TodayWeek } from './schema'

const MARKS: Record<NeedName, { urgency: Urgency; tone: Tone; icon: StateIcon }> = {
  ended: { urgency: 2, tone: 'bad', icon: 'calendar-off' },
  halfDone: { urgency: 2, tone: 'act', icon: 'pause' },
  stopped: { urgency: 1, tone: 'bad', icon: 'clock-alert' },
  failed: { urgency: 1, tone: 'bad', icon: 'circle-x' },
  unsent: { urgency: 1, tone: 'act', icon: 'clock-alert' },
  pastDeadline: { urgency: 2, tone: 'act', icon: 'calendar-clock' },
  neverOpened: { urgency: 2, tone: 'act', icon: 'calendar-clock' },
  unopened: { urgency: 2, tone: 'act', icon: 'lock-open' },
  blocked: { urgency: 3, tone: 'quiet', icon: 'lock' },
  generateLate: { urgency: 2, tone: 'act', icon: 'clock-alert' },
  approveLate: { urgency: 2, tone: 'act', icon: 'clock-alert' },
  generate: { urgency: 3, tone: 'act', icon: 'calendar-clock' },
  approve: { urgency: 3, tone: 'open', icon: 'users' },
  silent: { urgency: 3, tone: 'open', icon: 'bell' },
}

/** 'Week of 14 December', with its roster where there are several. */
const nameOf = ({ rosterName, several, weekOf }: TodayWeek): string => {
  const name = formatDate(weekOf, 'week')
  return several ? `${rosterName}, ${name.replace(/^W/, 'w')}` : name
}

const hrefOf = ({ id }: { id: string }): string => `/roster/${id}`
const link = (label: string, href: string, primary = false): TodayButton => ({ kind: 'link', label, href, primary })

/** The button or two of a need. What wants looking at first is a link to the week. */
function buttonsOf(week: TodayWeek, name: NeedName): TodayButton[] {
  const input = { runId: week.id, version: week.version }
  const generate = (label: string): TodayButton => ({
    kind: 'move',
    label,
    action: 'generateRoster',
    input,
    primary: true,
  })
  switch (name) {
    case 'ended':
      return [
        week.queuedAt
          ? link('Decide in the Outbox', `/outbox?subject=${week.id}`)
          : link('Open the week', hrefOf(week)),
        { kind: 'move', label: ASIDE_WORDS.button, action: 'putAside', input },
      ]
    case 'halfDone':
      return [
        {
          kind: 'move',
          label: FINISH_WORDS.button,
          action: 'finishWithOld',
          input,
          primary: true,
          confirm: FINISH_WORDS.ask,
        },
        link('Open the week', hrefOf(week)),
      ]
    case 'pastDeadline':
      return [
        { kind: 'move', label: CLOSE_LABEL, action: 'closeForm', input, primary: true },
        link('Move the deadline', hrefOf(week)),
      ]
    case 'failed':
      return week.state === 'CLOSED'
        ? [generate('Try again'), link('Open the week', hrefOf(week))]
        : [link('Open the week', hrefOf(week), true)]
    case 'generate':
    case 'generateLate':
      // Whether late answers are taken in is decided beside them.
      return week.late.length > 0
        ? [link('Open the week', hrefOf(week), true)]
        : [generate(GENERATE_LABEL), link('Open the week', hrefOf(week))]
    case 'approve':
    case 'approveLate':
      return [link('Read it through', hrefOf(week), name === 'approveLate')]
    case 'blocked':
      return week.otherOpen ? [link('Open the other week', hrefOf({ id: week.otherOpen }))] : []
    case 'silent':
      return [link('See who', hrefOf(week))]
    default:
      return [link('Open the week', hrefOf(week), true)]
  }
}

function entryOf(week: TodayWeek, { name, since }: Need): TodayEntry {
  const { title, text } = NEED_WORDS[name](week, formatInstant(week.zone, sendByOf(week), 'dayTime'))
  return {
    key: `run:${week.id}:${name}`,
    ...MARKS[name],
    title,
    at: since && shownAt(week.zone, since),
    text: `${nameOf(week)}. ${text}`,
    href: hrefOf(week),
    actions: buttonsOf(week, name),
  }
}

/** Whom the next schedule of a roster would not reach. */
async function problemEntries(ctx: Context, weeks: readonly TodayWeek[], now: Date): Promise<TodayEntry[]> {
  const next = new Map<string, TodayWeek>()
  for (const week of weeks) if (isNearSending(week, now) && !next.has(week.rosterId)) next.set(week.rosterId, week)
  if (next.size === 0) return []
  const doubtful = await listDoubtful(ctx, [...next.keys()])
  return [...next].flatMap(([rosterId, week]): TodayEntry[] => {
    const people = doubtful
      .filter((one) => one.rosterId === rosterId)
      .map(({ name, ...one }) => ({ name, why: mailFault(one) ?? 'The last mail to this address came back.' }))
      .sort(byName)
    if (people.length === 0) return []
    const { title, text } = problemWords(people)
    const href = `/roster/tenders?roster=${rosterId}`
    return [
      {
        key: `roster:${rosterId}:problems`,
        ...{ urgency: 3, tone: 'act', icon: 'mail-x', at: null },
        title,
        text: `${nameOf(week)}. ${text}`,
        href,
        actions: [link('Look at the tenders', href)],
      },
    ]
  })
}

const quiet = { urgency: 3, tone: 'quiet', icon: 'calendar-clock', at: null } as const

/** Rosters for which nobody, and no clock, has a week on its way. */
function idleEntries(rosters: readonly Standing[], weeks: readonly TodayWeek[], now: Date): TodayEntry[] {
  if (rosters.length === 0) {
    const href = '/roster/settings?roster=new'
    return [{ key: 'roster:none', ...quiet, ...NO_ROSTER, href, actions: [link('Make the first roster', href, true)] }]
  }
  return rosters
    .filter(({ id, makes }) => !makes && !weeks.some((week) => week.rosterId === id && week.endsAt > now))
    .map(({ id, name }) => ({
      key: `roster:${id}:idle`,
      ...quiet,
      title: NO_WEEK.title,
      text: `${name}. ${NO_WEEK.text}`,
      href: `/roster?roster=${id}`,
      actions: [link('Go to its weeks', `/roster?roster=${id}`)],
    }))
}

/** What of the rosters needs a person. */
export const rosterToday: TodaySource = {
  permission: 'roster.operate',
  async entries(ctx) {
    const now = ctx.now()
    const [weeks, rosters, engine] = await Promise.all([listTodayWeeks(ctx), listStanding(ctx), inCharge(ctx)])
    const needs = weeks.flatMap((week) => {
      const need = needOf(week, engine, now)
      return need ? [entryOf(week, need)] : []
    })
    return [...needs, ...(await problemEntries(ctx, weeks, now)), ...idleEntries(rosters, weeks, now)]
  },
}

function textOf(week: TodayWeek): string {
  const shifts = counted(week.shifts, 'shift')
  const shape = `${shifts}, ${counted(week.seats, 'seat')}.`
  switch (week.state) {
    case 'COLLECTING':
    case 'CLOSED':
      return `${shape} ${week.answered} of ${week.asked} answered.`
    case 'DRAFT':
      return `${shape} Nobody is asked yet.`
    default:
      return `${shifts}, ${week.filled} of ${counted(week.seats, 'seat')} filled.`
  }
}

/** The rosters at the foot of Today, each with the week that comes next. */
export async function loadRosterCards(ctx: Context): Promise<RosterCard[]> {
  const now = ctx.now()
  const [weeks, rosters] = await Promise.all([listTodayWeeks(ctx), listStanding(ctx)])
  return rosters.map((roster) => {
    const next = weeks.find((week) => week.rosterId === roster.id && week.endsAt > now)
    const frame = { rosterId: roster.id, rosterName: roster.name }
    if (next) {
      const week = {
        href: hrefOf(next),
        title: formatDate(next.weekOf, 'week'),
        mark: STATE_WORDS[next.state],
        text: textOf(next),
      }
      return { ...frame, week, sendBy: next.queuedAt ? null : shownAt(next.zone, sendByOf(next)) }
    }
    const { weekId, weekOf, sentAt, zone } = roster
    if (!weekId || !weekOf) return { ...frame, week: null, sendBy: null }
    const text = sentAt ? `Its schedule went out ${formatInstant(zone, sentAt, 'dayTime')}.` : 'Its schedule is out.'
    const week = { href: hrefOf({ id: weekId }), title: formatDate(weekOf, 'week'), mark: STATE_WORDS.SENT, text }
    return { ...frame, week, sendBy: null }
  })
}
