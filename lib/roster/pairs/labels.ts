import type { EventData, Mark, Words } from '@/lib/timeline/labels'
import { byName, compareNames } from '../people/rules'
import { orList } from '../picker/words'
import type { RuleKind, TenderRule } from './schema'

/** 'Ana and Ben never share a shift', 'Cy works only beside Dev or Elin' */
export const ruleWords = (kind: RuleKind, name: string, others: readonly string[]): string =>
  kind === 'apart' ? `${name} and ${others[0]} never share a shift` : `${name} works only beside ${orList(others)}`

/** Said once a rule is gone. */
export const REMOVED = 'The rule is removed. Rosters that are made stay.'

const MARKS: Readonly<Record<string, Mark>> = {
  'tender_rule.added': { label: 'Rule added', tone: 'quiet', icon: 'plus' },
  'tender_rule.removed': { label: 'Rule removed', tone: 'quiet', icon: 'minus' },
}

const said = ({ kind, name, other }: EventData) =>
  ruleWords(kind === 'apart' ? 'apart' : 'mentor', String(name), [String(other)])

/** What happens to the rules between tenders, as the timeline says it. */
export const pairWords: Words = {
  machine: 'tender_rule',
  desk: 'roster',
  noun: 'rule',
  state: () => null,
  event: (_type, data) => said(data),
  fact: (type) => MARKS[type] ?? null,
}

type Person = { id: string; name: string; active: boolean }
export type RuleLine = {
  key: string
  kind: RuleKind
  /** 'Cy works only beside Dev or Elin' */
  words: string
  /** Why some of it does nothing now, or null. */
  idle: string | null
  /** What can be removed: the rule, or each mentor of it. */
  parts: { id: string; tenderId: string; otherId: string; name: string }[]
}

function idleMentors(trainee: Person, mentors: readonly Person[]): string | null {
  if (!trainee.active) return `${trainee.name} is not active, so this does nothing.`
  const gone = mentors.filter((mentor) => !mentor.active).map(({ name }) => name)
  if (gone.length === 0) return null
  if (gone.length < mentors.length) return `${orList(gone)} is not active, and does not count.`
  return `No mentor is active, so this does nothing: ${trainee.name} works like anybody else.`
}

/** The rules of a roster in words, one line a pair that is kept apart and one a trainee. */
export function ruleLines(rules: readonly TenderRule[], people: readonly Person[]): RuleLine[] {
  const known = new Map(people.map((person) => [person.id, person]))
  const person = (id: string) => known.get(id) ?? { id, name: 'Somebody', active: false }
  const part = ({ id, tenderId, otherId }: TenderRule) => ({ id, tenderId, otherId, name: person(otherId).name })
  const apart = rules
    .filter(({ kind }) => kind === 'apart')
    .map((rule): RuleLine => {
      const [one, other] = [person(rule.tenderId), person(rule.otherId)].sort(byName)
      const gone = [one, other].filter((who) => who && !who.active).map((who) => who?.name)
      const idle =
        gone.length > 0
          ? `${gone.join(' and ')} ${gone.length > 1 ? 'are' : 'is'} not active, so this does nothing.`
          : null
      return {
        key: rule.id,
        kind: 'apart',
        words: ruleWords('apart', one?.name ?? '', [other?.name ?? '']),
        idle,
        parts: [part(rule)],
      }
    })
  const mentored = rules.filter(({ kind }) => kind === 'mentor')
  const trainees = [...new Set(mentored.map(({ tenderId }) => tenderId))].map((id): RuleLine => {
    const mine = mentored.filter(({ tenderId }) => tenderId === id)
    const mentors = mine.map(({ otherId }) => person(otherId))
    return {
      key: id,
      kind: 'mentor',
      words: ruleWords(
        'mentor',
        person(id).name,
        mentors.map(({ name }) => name),
      ),
      idle: idleMentors(person(id), mentors),
      parts: mine.map(part),
    }
  })
  return [...apart, ...trainees].sort((a, b) => compareNames(a.words, b.words))
}
