import type { Context } from '@/lib/platform/context'
import { SENT } from '../data'
import type { SwapSeat, SwapShift } from '../rules'

// What the mails and the pages of a swap are written from: its shift, the shifts around it, and whom they concern.

export type Party = { id: string; name: string; email: string | null; unsubscribed: boolean }
export type LetterScene = {
  roster: string
  zone: string
  shift: { id: string; startsAt: Date; endsAt: Date; role: string }
  /** Everybody on the shift now. */
  on: Party[]
  /** Whom the mails may go to. */
  parties: Party[]
  /** Confirmed swaps of the shift so far. */
  changes: number
}

/** What the mails of a swap are written from. */
export async function readLetterScene(
  ctx: Context,
  shiftId: string,
  parties: readonly string[],
): Promise<LetterScene | null> {
  const [[head], people] = await Promise.all([
    ctx.db.$queryRaw<(LetterScene['shift'] & Pick<LetterScene, 'roster' | 'zone' | 'changes'>)[]>`
      SELECT s.id::text, s.starts_at AS "startsAt", s.ends_at AS "endsAt", s.role, o.name AS roster, o.zone,
             (SELECT count(*)::int FROM public.swap w WHERE w.shift_id = s.id AND w.state = 'confirmed') AS changes
        FROM public.shift s JOIN public.roster_run g ON g.id = s.run_id JOIN public.roster o ON o.id = g.roster_id
       WHERE s.id = ${shiftId}::uuid`,
    ctx.db.$queryRaw<(Party & { on: boolean })[]>`
      SELECT t.id::text, t.name, t.email, t.unsubscribed_at IS NOT NULL AS unsubscribed, x.tender_id IS NOT NULL AS on
        FROM public.tender t LEFT JOIN public.seat x ON x.shift_id = ${shiftId}::uuid AND x.tender_id = t.id
       WHERE t.id = ANY(${[...parties]}::uuid[]) OR x.tender_id IS NOT NULL ORDER BY t.name, t.id`,
  ])
  if (!head) return null
  const { roster, zone, changes, ...shift } = head
  return {
    roster,
    zone,
    changes,
    shift,
    on: people.filter(({ on }) => on),
    parties: people.filter(({ id }) => parties.includes(id)),
  }
}

type BoardRow = Omit<SwapShift, 'startsAt' | 'endsAt' | 'when'> & { runId: string; startsAt: Date; endsAt: Date }

export type Span = { since: Date; until: Date | null }

/** Sent shifts of a roster between two instants (to the last: null), who has them, and everybody of the roster. */
export async function readAround(
  ctx: Context,
  rosterId: string,
  { since, until }: Span,
): Promise<{ shifts: BoardRow[]; seats: SwapSeat[]; people: (Party & { active: boolean; keyHolder: boolean })[] }> {
  const shifts = await ctx.db.$queryRaw<BoardRow[]>`
    SELECT s.id::text, s.run_id::text AS "runId", s.date::text, s.starts_at AS "startsAt", s.ends_at AS "endsAt", s.role, s.key_wanted AS "keyWanted"
      FROM public.shift s JOIN public.roster_run g ON g.id = s.run_id
     WHERE g.roster_id = ${rosterId}::uuid AND ${SENT} AND coalesce(g.ends_at > ${since}::timestamptz, true)
       AND s.ends_at > ${since}::timestamptz AND coalesce(s.starts_at < ${until}::timestamptz, true) AND s.dropped_at IS NULL ORDER BY s.starts_at, s.role, s.id`
  const [seats, people] = await Promise.all([
    ctx.db.$queryRaw<SwapSeat[]>`
      SELECT x.shift_id::text AS "shiftId", x.tender_id::text AS "tenderId" FROM public.seat x
       WHERE x.run_id = ANY(${[...new Set(shifts.map(({ runId }) => runId))]}::uuid[])`,
    ctx.db.$queryRaw<(Party & { active: boolean; keyHolder: boolean })[]>`
      SELECT t.id::text, t.name, t.email, t.unsubscribed_at IS NOT NULL AS unsubscribed, t.active, t.key_holder AS "keyHolder"
        FROM public.tender t WHERE t.roster_id = ${rosterId}::uuid ORDER BY t.name, t.id`,
  ])
  return { shifts, seats, people }
}
