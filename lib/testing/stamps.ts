import type { Stamps } from '@/lib/roster/legacy/rules'
import type { RunState } from '@/lib/roster/machine'

/** The stamps of the old engine in the order in which a tie is decided, and `sent`, which ends the week. */
const NAMES = ['openedAt', 'closedAt', 'generatedAt', 'reopenedAt', 'sentAt'] as const
const STATUSES = ['pending', 'approved', 'sent'] as const

const BASE = Date.UTC(2026, 2, 2, 9)
/** Ranks as instants, three hours apart: unlike, and none on a boundary of anything. */
const instant = (rank: number): Date => new Date(BASE + rank * 3 * 3_600_000)

/** Every way in which five things may be absent or follow one another, ties included: 1,082 of them. */
function orders(): (number | null)[][] {
  const count = NAMES.length
  const all: (number | null)[][] = []
  for (let code = 0; code < (count + 1) ** count; code++) {
    const ranks = NAMES.map((_, place) => Math.floor(code / (count + 1) ** place) % (count + 1))
    const used = new Set(ranks.filter((rank) => rank > 0))
    // The same order under other numbers is the same row.
    if (used.size === Math.max(0, ...ranks)) all.push(ranks.map((rank) => (rank === 0 ? null : rank)))
  }
  return all
}

export type StampRow = Stamps & { name: string }

/** Every status with every combination and order of the stamps of a week of the old engine. */
export const everyStamps = (): StampRow[] =>
  STATUSES.flatMap((status) =>
    orders().map((ranks) => {
      const at = (place: number) => {
        const rank = ranks[place]
        return rank === null || rank === undefined ? null : instant(rank)
      }
      return {
        name: `${status} ${ranks.map((rank) => rank ?? '-').join('')}`,
        status,
        openedAt: at(0),
        closedAt: at(1),
        generatedAt: at(2),
        reopenedAt: at(3),
        sentAt: at(4),
      }
    }),
  )

/**
 * What the rules say of such a row, in their own words (DESIGN 4, Adoption; roster-rules, hole 22): "`sent` or a sent
 * stamp → SENT; `approved` → APPROVED; `pending` → by the latest of opened, closed, generated, reopened; none → DRAFT";
 * "ties: opened < closed < generated < reopened". Written apart from the code that is tested by it.
 */
export function stateByTheRules(row: Stamps): RunState {
  if (row.status === 'sent' || row.sentAt) return 'SENT'
  if (row.status === 'approved') return 'APPROVED'
  const happened = [
    { at: row.reopenedAt, means: 'COLLECTING' as const },
    { at: row.generatedAt, means: 'ASSIGNED' as const },
    { at: row.closedAt, means: 'CLOSED' as const },
    { at: row.openedAt, means: 'COLLECTING' as const },
  ].filter(({ at }) => at !== null)
  // A stable sort keeps the later step before the earlier one where they share an instant.
  const [latest] = happened.sort((a, b) => Number(b.at) - Number(a.at))
  return latest?.means ?? 'DRAFT'
}
