import { byName } from '../rules'
import { type ListQuery, SHOWS, SORTS } from './schema'

/** Rows of a page: quick to draw, and to read through. */
export const PAGE = 50

type Asked = Readonly<Record<string, string | string[] | undefined>>

const one = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/** What an address asks for. Whatever cannot be read is the usual, so that an old link still shows a list. */
export function readQuery(asked: Asked): ListQuery {
  const page = Number(one(asked.cursor))
  return {
    find: one(asked.find).trim().slice(0, 100),
    show: SHOWS.find((show) => show === one(asked.show)) ?? null,
    sort: SORTS.find((sort) => sort === one(asked.sort)) ?? null,
    page: Number.isInteger(page) && page > 1 ? page : 1,
  }
}

type Listed = {
  name: string
  email: string | null
  active: boolean
  /** No mail reaches them. */
  lost: boolean
  createdAt: Date
  shifts: number
}

/** A text as it is searched: no case, no accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a person is meant by what was typed: each word in the name or the address, in any order. */
export function isFound({ name, email }: Pick<Listed, 'name' | 'email'>, typed: string): boolean {
  const text = plain(`${name} ${email ?? ''}`)
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const isShown = ({ active, lost }: Listed, show: ListQuery['show']): boolean =>
  show === null || (show === 'active' ? active : show === 'off' ? !active : active && lost)

const ORDERS: Record<NonNullable<ListQuery['sort']> | 'usual', (a: Listed, b: Listed) => number> = {
  usual: (a, b) => Number(b.active) - Number(a.active) || byName(a, b),
  reverse: (a, b) => byName(b, a),
  newest: (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || byName(a, b),
  shifts: (a, b) => b.shifts - a.shifts || byName(a, b),
}

/** One page of those that a query means, and how many there are. A page beyond the last is the last. */
export function pageOf<T extends Listed>(all: readonly T[], { find, show, sort, page: asked }: ListQuery) {
  const found = all.filter((row) => isShown(row, show) && (find === '' || isFound(row, find)))
  const pages = Math.max(1, Math.ceil(found.length / PAGE))
  const page = Math.min(asked, pages)
  const rows = found.toSorted(ORDERS[sort ?? 'usual']).slice((page - 1) * PAGE, page * PAGE)
  return { rows, found: found.length, page, pages }
}
