import type { Why } from '../picker/why'

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What turning a pair the other way round would cost, as a sentence. @param text the picker's own words */
function costWords(level: number, text: string, how: string): string {
  if (level >= 1 && level <= 3) return `${how}, ${text}.`
  if (level === 4) return `${how}, it would be less fair: ${text}.`
  if (level === 5 || level === 6) return `${upper(text)}.`
  return level === 7
    ? 'All else is equal, so the lot decided.'
    : 'All is equal, the lot included, so the order decided.'
}

const BARS: Partial<Record<Why['rule'], (name: string) => string>> = {
  silent: (name) => `${name} did not answer for this shift.`,
  no: (name) => `${name} said no.`,
  banned: (name) => `${name} is banned from this shift. Lift the ban to let them in.`,
  day: (name) => `${name} is pinned to another shift that day.`,
  overlap: (name) => `${name} is pinned to a shift that overlaps.`,
  most: (name) => `${name}’s pins already make up the most shifts they want.`,
  full: () => 'Every seat of this shift is pinned to others.',
}

/** The picker's reason for one pair, in sentences. @param name what they are called here */
export function reasonOf({ rule, picked, level, text }: Why, name: string): string {
  if (rule === 'pinned') return `${name} was ${text}.`
  if (rule !== 'level')
    return BARS[rule]?.(name) ?? (rule === 'rest' ? `${name} would be here ${text}.` : `For ${name}, ${text}.`)
  if (!picked) {
    const [bar, cost] = text.split('; otherwise: ')
    const how = `With ${name} here`
    if (cost !== undefined) return `${name} could, but ${bar}. ${costWords(level ?? 0, cost, how)}`
    return `${name} could. ${costWords(level ?? 0, text, how)}`
  }
  const [facts = '', cost = ''] = text.split('; without them: ')
  return `${costWords(level ?? 0, cost, `Without ${name} here`)} ${name} ${facts.replace(/^offered (\d+)/, (_, n) => `offered ${n === '1' ? '1 shift' : `${n} shifts`}`)}.`
}

const SAID = { 0: 'said no', 1: 'could if needed', 2: 'could', 3: 'would like to' } as const

/** What somebody answered, before there is a roster to give reasons of. */
export function saidWords(name: string, answer: 0 | 1 | 2 | 3 | null, isOpen: boolean): string {
  const said = answer === null ? 'has not answered for this shift' : SAID[answer]
  return `${name} ${said}. ${isOpen ? 'The form is open, and no roster is generated yet.' : 'Generate the roster to see who gets the seat.'}`
}

export const whyTitle = (name: string, shift: string, isHere: boolean): string =>
  `Why ${isHere ? '' : 'not '}${name} on ${shift}?`

/** Why a roster may not be what the picker would make of it. `before`: it was generated before this picker was there. */
export type Cause = 'swap' | 'before' | 'hand' | 'input'

/** Where the roster is not what the picker would make of it: a swap, a hand, or what was answered since. */
export function noteWords(isHere: boolean, cause: Cause): string {
  if (cause === 'swap') return 'Swapped after the schedule went out.'
  const now = isHere ? 'the picker would not put them here now' : 'the picker would put them here now'
  if (cause === 'before') return `The roster was generated before this picker was there: ${now}.`
  return cause === 'hand'
    ? `Changed by hand since the roster was generated: ${now}.`
    : `Answers, people or rules changed since the roster was generated: ${now}. Regenerate to see.`
}

/** 'Hugo is 0.4 below their share; Dev, who has a seat, is level with theirs.' */
export function ledgerWords(
  mine: { name: string; standing: string },
  others: readonly { name: string; standing: string }[],
): string {
  const rest = others.slice(0, 3).map(({ name, standing }) => `${name} is ${standing}`)
  const more = others.length > 3 ? [`${others.length - 3} more work it`] : []
  const have = rest.length > 0 ? ` Of those who have a seat, ${[...rest, ...more].join(', ')}.` : ''
  return `Over 26 weeks ${mine.name} is ${mine.standing}.${have}`
}

export const LEFT = 'is not active any more, so the picker does not weigh them.'
