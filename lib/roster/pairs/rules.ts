import type { Sides } from '../picker/week'
import { hoursWords } from '../picker/words'
import { ruleWords } from './labels'
import type { TenderRule } from './schema'

type Person = { id: string; name: string; active: boolean }

/** A pair that may not meet is written one way round. */
export const written = <T extends Omit<TenderRule, 'id'>>(rule: T): T =>
  rule.kind === 'apart' && rule.tenderId > rule.otherId
    ? { ...rule, tenderId: rule.otherId, otherId: rule.tenderId }
    : rule

export type Fault = { field: 'tenderId' | 'otherId'; reason: string }

/** Why a rule cannot be added beside those that stand, as a sentence; null when it can. */
export function faultOfRule(
  rule: Omit<TenderRule, 'id'>,
  standing: readonly TenderRule[],
  people: ReadonlyMap<string, Person>,
): Fault | null {
  const { kind, tenderId, otherId } = rule
  for (const [field, id] of [
    ['tenderId', tenderId],
    ['otherId', otherId],
  ] as const) {
    const person = people.get(id)
    if (!person) return { field, reason: 'This person is not a tender of this roster. Choose one from the list.' }
    if (!person.active)
      return { field, reason: `${person.name} is not active. Make ${person.name} active again, then add the rule.` }
  }
  const [name, other] = [people.get(tenderId)?.name ?? '', people.get(otherId)?.name ?? '']
  if (tenderId === otherId)
    return {
      field: 'otherId',
      reason:
        kind === 'apart'
          ? `${name} cannot be kept apart from themselves. Choose another person.`
          : `${name} cannot be their own mentor. Choose another person.`,
    }
  const isOf = (one: TenderRule) =>
    (one.tenderId === tenderId && one.otherId === otherId) || (one.tenderId === otherId && one.otherId === tenderId)
  const found = standing.find(
    (one) => isOf(one) && (one.kind === 'apart' || kind === 'apart' || one.tenderId === tenderId),
  )
  if (!found) return null
  if (found.kind === kind)
    return { field: 'otherId', reason: `This rule is there already: ${ruleWords(kind, name, [other])}.` }
  const [first, second] = [people.get(found.tenderId)?.name ?? '', people.get(found.otherId)?.name ?? '']
  return {
    field: 'otherId',
    reason: `${ruleWords(found.kind, first, [second])}, and the two rules contradict each other. Remove that one first.`,
  }
}

/**
 * The rules as the picker takes them. Those of people who are not active do nothing; nor do those of people who can
 * stand nowhere this week, so that a plain week stays plain.
 *
 * @param active who is active · @param placeable who offered a shift or is pinned to one
 */
export function sidesOf(
  rules: readonly TenderRule[],
  restHours: number,
  active: ReadonlySet<string>,
  placeable: ReadonlySet<string> = active,
): Sides {
  const good = rules.filter(({ tenderId, otherId }) => active.has(tenderId) && active.has(otherId))
  const notTogether = good
    .filter(({ kind, tenderId, otherId }) => kind === 'apart' && placeable.has(tenderId) && placeable.has(otherId))
    .map(({ tenderId, otherId }) => [tenderId, otherId] as const)
  const mentors = new Map<string, string[]>()
  for (const { kind, tenderId, otherId } of good)
    if (kind === 'mentor' && placeable.has(tenderId)) mentors.set(tenderId, [...(mentors.get(tenderId) ?? []), otherId])
  return {
    ...(notTogether.length > 0 ? { notTogether } : {}),
    ...(mentors.size > 0 ? { trainees: [...mentors].map(([tenderId, ids]) => ({ tenderId, mentors: ids })) } : {}),
    ...(restHours > 0 ? { restMinutes: 60 * restHours } : {}),
  }
}

type Held = { shiftId: string; tenderId: string }
type Span = { startsAt: Date; endsAt: Date }
/** `detail` refuses a change, `words` say how a roster stands. */
export type SideFault = { reason: 'rule_apart' | 'rule_mentor' | 'rule_rest'; detail: string; words: string }
export type SideNames = {
  person(id: string): string
  shift(id: string): string
  span(id: string): Span | undefined
}

type Breach = readonly [key: string, fault: SideFault]

function togetherOn({ shiftId, tenderId }: Held, sides: Sides, seats: readonly Held[], names: SideNames): Breach[] {
  const isHere = (id: string) => seats.some((seat) => seat.shiftId === shiftId && seat.tenderId === id)
  return (sides.notTogether ?? [])
    .filter(([one, other]) => one === tenderId && isHere(other))
    .map(([one, other]) => {
      const rule = ruleWords('apart', names.person(one), [names.person(other)])
      const detail = `${rule}, and both would be on ${names.shift(shiftId)}. Choose another shift for one of them.`
      return [
        `apart/${shiftId}/${one}/${other}`,
        { reason: 'rule_apart', detail, words: `${rule}, and both are on ${names.shift(shiftId)}.` },
      ]
    })
}

function aloneOn({ shiftId, tenderId }: Held, sides: Sides, seats: readonly Held[], names: SideNames): Breach[] {
  const isHere = (id: string) => seats.some((seat) => seat.shiftId === shiftId && seat.tenderId === id)
  return (sides.trainees ?? [])
    .filter(({ tenderId: trainee, mentors }) => trainee === tenderId && !mentors.some(isHere))
    .map(({ mentors }) => {
      const [name, shift] = [names.person(tenderId), names.shift(shiftId)]
      const rule = ruleWords('mentor', name, mentors.map(names.person))
      const detail = `${rule}, and would be on ${shift} without. Put a mentor there first, or take ${name} off.`
      return [
        `mentor/${shiftId}/${tenderId}`,
        { reason: 'rule_mentor', detail, words: `${rule}, and is on ${shift} without.` },
      ]
    })
}

function tooSoonAfter({ shiftId, tenderId }: Held, sides: Sides, seats: readonly Held[], names: SideNames): Breach[] {
  const [span, rest] = [names.span(shiftId), (sides.restMinutes ?? 0) / 60]
  return seats.flatMap((seat): Breach[] => {
    const next = seat.tenderId === tenderId && seat.shiftId !== shiftId ? names.span(seat.shiftId) : undefined
    const gap = span && next ? (next.startsAt.getTime() - span.endsAt.getTime()) / 3_600_000 : -1
    if (gap < 0 || gap >= rest) return []
    const shifts = `${names.shift(shiftId)} and ${names.shift(seat.shiftId)}`
    const least = `only ${hoursWords(gap)} between ${shifts}, and rest is ${hoursWords(rest)}.`
    const detail = `${names.person(tenderId)} would have ${least} Choose another shift.`
    const words = `${names.person(tenderId)} has ${least}`
    return [[`rest/${tenderId}/${shiftId}/${seat.shiftId}`, { reason: 'rule_rest', detail, words }]]
  })
}

/** Every breach of a rule, under a key that stays the same while the breach does. */
function breaches(sides: Sides, seats: readonly Held[], names: SideNames): Map<string, SideFault> {
  const kinds = [togetherOn, aloneOn, tooSoonAfter]
  return new Map(seats.flatMap((seat) => kinds.flatMap((of) => of(seat, sides, seats, names))))
}

/** How a roster breaks the rules as they are now, in words: one made since, or a person's rest asked for since. */
export const brokenBy = (sides: Sides, seats: readonly Held[], names: SideNames): string[] =>
  [...breaches(sides, seats, names).values()].map(({ words }) => words)

/**
 * The first rule that a change of the roster by hand breaks, with whom and which shift it is about; null when it breaks
 * none. A breach that was there before, such as one under a rule made since, is not the change's fault.
 *
 * @param sides the roster's rules (`sidesOf`, all active people) · @param before the seats as they stand
 * @param after the seats as they would be
 */
export function faultOfSides(
  sides: Sides,
  before: readonly Held[],
  after: readonly Held[],
  names: SideNames,
): SideFault | null {
  const old = breaches(sides, before, names)
  for (const [key, fault] of breaches(sides, after, names)) if (!old.has(key)) return fault
  return null
}
