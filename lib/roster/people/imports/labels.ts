import type { Verdict } from './schema'

const rows = (n: number) => `${n.toLocaleString('en-GB')} ${n === 1 ? 'row' : 'rows'}`

/** An import that is done, as the toast says it. */
export function importedWords({ added, changed, refused }: Record<Verdict, number>): string {
  const left = refused > 0 ? ` ${rows(refused)} ${refused === 1 ? 'was' : 'were'} refused and left out.` : ''
  return `${rows(added + changed)} imported: ${added} added, ${changed} changed.${left}`
}
