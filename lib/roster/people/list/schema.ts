import type { Shown } from '@/lib/platform/zone-format'

export const SHOWS = ['active', 'off', 'lost'] as const
export const SORTS = ['reverse', 'newest', 'shifts'] as const
export type Show = (typeof SHOWS)[number]
export type Sort = (typeof SORTS)[number]

/** What a list of tenders is narrowed to and how it is ordered; null is the usual. Pages count from 1. */
export type ListQuery = { find: string; show: Show | null; sort: Sort | null; page: number }

/** Why no mail reaches a person: what it is, since when and by whose word. */
export type Trouble = {
  kind: 'none' | 'stopped' | 'bounced' | 'unusable'
  since: Shown | null
  why: string | null
}

export type TenderLine = {
  id: string
  name: string
  email: string
  keyHolder: boolean
  active: boolean
  trouble: Trouble | null
  /** Shifts in the latest 26 sent weeks. */
  shifts: number
  /** Rules between people that name this one. */
  rules: number
  seen: string
}

export type TenderList = {
  lines: TenderLine[]
  found: number
  page: number
  pages: number
  counts: { all: number; active: number; keys: number; lost: number }
}
