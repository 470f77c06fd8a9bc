import type { Context } from '@/lib/platform/context'
import { byName } from '../people/rules'
import type { Sides } from '../picker/week'
import type { Seat, Week, WeekShift, WeekTender } from '../schema'
import { shiftName } from '../week/rules'
import { listPeople, listRules } from './data'
import { type RuleLine, ruleLines } from './labels'
import { brokenBy, type SideNames, sidesOf } from './rules'

export type RulesView = {
  lines: RuleLine[]
  /** Who can be named in a rule. */
  people: { id: string; name: string }[]
}

/** The standing rules of a roster in words. */
export async function loadRules(ctx: Context, rosterId: string): Promise<RulesView> {
  const [rules, people] = await Promise.all([listRules(ctx, rosterId), listPeople(ctx, rosterId)])
  return {
    lines: ruleLines(rules, people),
    people: people
      .filter(({ active }) => active)
      .sort(byName)
      .map(({ id, name }) => ({ id, name })),
  }
}

type Roster = { week: Week; shifts: readonly WeekShift[]; tenders: readonly WeekTender[] }

/** The rules that bind the people of a week, and what they are called in a sentence about them. */
export async function loadSides(
  ctx: Context,
  { week, shifts, tenders }: Roster,
): Promise<{ sides: Sides; names: SideNames }> {
  const rules = await listRules(ctx, week.rosterId)
  const active = tenders.filter((tender) => tender.active).map(({ id }) => id)
  const people = new Map(tenders.map(({ id, name }) => [id, name]))
  const spans = new Map(shifts.map((shift) => [shift.id, shift]))
  const called = new Map(shifts.map((shift) => [shift.id, shiftName(shift, shifts)]))
  return {
    sides: sidesOf(rules, week.rosterSettings.restHours, new Set(active)),
    names: {
      person: (id) => people.get(id) ?? 'Somebody',
      shift: (id) => called.get(id) ?? 'a shift',
      span: (id) => spans.get(id),
    },
  }
}

/** How the roster of a week breaks rules that were made since, in words; nothing once it is sent. */
export async function loadBroken(ctx: Context, roster: Roster & { seats: readonly Seat[] }): Promise<string[]> {
  if (roster.week.state === 'SENT' || roster.seats.length === 0) return []
  const { sides, names } = await loadSides(ctx, roster)
  return brokenBy(sides, roster.seats, names)
}
