/** What a part of the tick is called on a page. */
const PART_TITLES: Readonly<Record<string, string>> = {
  schedules: 'Schedules',
  roster: 'Roster',
  'legacy roster': 'Old engine’s roster',
  messages: 'Messages',
  leases: 'Actions that stopped half-way',
  seals: 'Seals',
  reconcile: 'Schedules and their owners',
  'zone data': 'New zone data',
}
export const partTitle = (name: string): string =>
  PART_TITLES[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`

const number = (n: number): string => n.toLocaleString('en-GB')

/** How many things are due then, of the parts that could say. */
export function dueWords(due: number): string {
  if (due === 0) return 'Nothing is due then.'
  return due === 1 ? 'One thing is due then.' : `${number(due)} things are due then.`
}

/** What the lines of a part leave out. */
export const moreWords = (more: number): string => `and ${number(more)} more`

const SMALL = new Intl.ListFormat('en-GB', { style: 'long', type: 'conjunction' })

/** The parts that have nothing to do then, in one sentence. */
export const idleWords = (titles: readonly string[]): string =>
  `Nothing for ${SMALL.format(titles.map((title) => title.charAt(0).toLowerCase() + title.slice(1)))}.`

/** What a look ahead is, and is not. */
export const LOOK_MEANS =
  'Nothing is done. It is what the next tick would find if it were that time now: as things stand, without what happens until then, and without what an earlier part of the same tick would do.'
