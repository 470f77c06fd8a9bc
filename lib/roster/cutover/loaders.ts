import type { TodaySource } from '@/lib/alerts/loaders'
import type { TodayEntry } from '@/lib/alerts/schema'
import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import { formatInstant, shownAt } from '@/lib/platform/zone-format'
import type { Note } from '@/lib/server/status'
import { findCharge } from '../engines/data'
import { REASON_WORDS, STATE_WORDS } from '../labels'
import { listRehearsals } from '../rehearsal/loaders'
import { STEPS } from '../rehearsal/schema'
import { findFlipper, findOpenRehearsal, readGates } from './data'
import { engineWords, noteWords, TODAY_WORDS, UNCLOCKED_WORDS } from './labels'
import { flipView, gatesOf, gateViews, isStuck, unclockedOf, weekName } from './rules'
import type { Ahead, BusyWeek, CutoverView, GateFacts, GatesView, HalfDoneView, UnclockedView } from './schema'

const HREF = '/roster/cutover'
/** Where a rehearsal begins. */
const BEGIN = `${HREF}/rehearsal`

const gatesView = (facts: GateFacts, zone: string, now: Date): GatesView => ({
  gates: gateViews(facts, zone, now),
  flip: flipView(facts, now),
})

/**
 * The gates of the next flip and its button, for a page of rehearsals. A gate that leads to that very page leads nowhere.
 * @param here the page's path
 */
export async function loadGates(ctx: Context, here: string): Promise<GatesView> {
  const [facts, zone] = await Promise.all([readGates(ctx), companyZone(ctx.db)])
  const { gates, flip } = gatesView(facts, zone, ctx.now())
  return { gates: gates.map((gate) => (gate.link?.href === here ? { ...gate, link: null } : gate)), flip }
}

const halfDoneView = (week: BusyWeek): HalfDoneView => ({
  id: week.id,
  href: `/roster/${week.id}`,
  title: weekName(week),
  version: week.version,
  mark: STATE_WORDS[week.state],
  lockedReason: week.acting && (REASON_WORDS[`lease_${week.acting}`] ?? REASON_WORDS.in_progress ?? null),
})

const unclockedView = (week: Ahead): UnclockedView => ({
  id: week.id,
  href: `/roster/${week.id}`,
  title: weekName(week),
  opens: shownAt(week.zone, week.opensAt),
})

/** The cut-over as its page shows it. */
export async function loadCutover(ctx: Context): Promise<CutoverView> {
  const [facts, by, rehearsals, zone] = await Promise.all([
    readGates(ctx),
    findFlipper(ctx),
    listRehearsals(ctx),
    companyZone(ctx.db),
  ])
  const now = ctx.now()
  const { flag, killed, changedAt, busy, openRehearsal, leases } = facts
  return {
    at: now.toISOString(),
    ...gatesView(facts, zone, now),
    engine: { flag, killed, ...engineWords(flag, killed), since: shownAt(zone, changedAt), by },
    halfDone: busy.filter((week) => isStuck(week, facts)).map(halfDoneView),
    unclocked: unclockedOf(facts).map(unclockedView),
    rehearsals,
    steps: STEPS.length,
    goOn: openRehearsal?.id ?? null,
    inFlight: openRehearsal !== null || leases > 0,
  }
}

/** What stands above the pages of the rosters while the new engine does not move them. */
export async function engineNote(ctx: Context): Promise<Note | null> {
  const { flag, killed } = await findCharge(ctx)
  const words = noteWords(flag, killed)
  const link = { href: HREF, label: 'See the cut-over' }
  return words && { key: 'engine', under: '/roster', apart: HREF, ...words, link }
}

/**
 * What of the cut-over needs a person: while the old engine moves the weeks, the next step towards the new one, before
 * all else that waits; a rehearsal that is under way; weeks that no clock opens any more; a switch that is off.
 */
export const cutoverToday: TodaySource = {
  permission: 'roster.operate',
  async entries(ctx) {
    const { flag, killed } = await findCharge(ctx)
    const underWay = await findOpenRehearsal(ctx)
    const entries: TodayEntry[] = []
    if (underWay) entries.push(rehearsingEntry(underWay))
    else if (flag === 'DORMANT') entries.push(await nextEntry(ctx))
    if (flag === 'LIVE' && !killed) entries.push(...unclockedOf(await readGates(ctx)).map(unclockedEntry))
    if (killed && flag === 'LIVE')
      entries.push({ ...entryOf('killed', TODAY_WORDS.killed, HREF, 'Open the cut-over'), icon: 'pause' })
    return entries
  },
}

type Words = { title: string; text: string }

const entryOf = (name: string, words: Words, href: string, label: string): TodayEntry => ({
  key: `cutover:${name}`,
  ...{ urgency: 3, tone: 'quiet', icon: 'play', at: null },
  ...words,
  href,
  actions: [{ kind: 'link', label, href }],
})

function rehearsingEntry({ id, passed }: { id: string; passed: number }): TodayEntry {
  const { button, ...words } = TODAY_WORDS.rehearsing(passed, STEPS.length)
  return entryOf('rehearsing', words, `${BEGIN}/${id}`, button)
}

/** A week from before the flip: whoever is used to the old clock would wait for it in vain. */
function unclockedEntry(week: Ahead): TodayEntry {
  const words = UNCLOCKED_WORDS.entry(weekName(week), formatInstant(week.zone, week.opensAt, 'dayTime'))
  return { ...entryOf(`unclocked:${week.id}`, words, `/roster/${week.id}`, 'Open the week'), icon: 'calendar-clock' }
}

/** The next step towards going live: rehearse, wait for the gap, or press the button. */
async function nextEntry(ctx: Context): Promise<TodayEntry> {
  const [facts, zone] = await Promise.all([readGates(ctx), companyZone(ctx.db)])
  const closed = gatesOf(facts, 'goLive', ctx.now()).filter((gate) => !gate.open)
  const rehearsal = closed.find(({ name }) => name === 'rehearsal')
  // Since the engines were last changed over, so that it stands before whatever came later.
  const first = { urgency: 2, tone: 'act', at: shownAt(zone, facts.changedAt) } as const
  if (rehearsal) {
    const words = TODAY_WORDS.rehearse(rehearsal.text)
    return {
      ...entryOf('rehearse', words, HREF, ''),
      ...first,
      actions: [{ kind: 'link', label: 'Rehearse a week', href: BEGIN, primary: true }],
    }
  }
  const [gate] = closed
  if (gate) return entryOf('waits', { title: TODAY_WORDS.waits, text: gate.text }, HREF, 'Open the cut-over')
  return {
    ...entryOf('ready', TODAY_WORDS.ready, HREF, ''),
    ...first,
    actions: [{ kind: 'link', label: 'Open the cut-over', href: HREF, primary: true }],
  }
}
