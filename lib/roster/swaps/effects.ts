import { queuedRows } from '@/lib/messages/data'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import type { Prisma } from '@/lib/platform/prisma/client'
import { ensureLinks, pageUrl } from '../links/effects'
import { calendarOf, cancellationOf } from '../mail/calendar'
import { letter, sender } from '../mail/people'
import { type SwapEvent, swapMail } from '../mail/swap'
import { compareNames } from '../people/rules'
import type { SwapRow } from './data'
import { type Party, readLetterScene } from './scene/data'

type Telling = {
  swap: Pick<SwapRow, 'id' | 'runId' | 'shiftId' | 'fromTenderId' | 'toTenderId'>
  event: SwapEvent
  reason?: string
}

/** Who is told of what: never anybody but the two whom it concerns, and of a withdrawal only whom it surprises. */
const toldOf = ({ swap: { fromTenderId, toTenderId }, event }: Telling): string[] =>
  [event === 'withdrawn' ? null : fromTenderId, toTenderId].filter((id) => id !== null)

/**
 * The mails of a swap, for the move's own statement: one a person and event, ever. @param telling.swap as it is before
 * the move. The relation `upd` of the move has the swap's id.
 */
export async function tellingWrites(ctx: Context, telling: Telling): Promise<Prisma.Sql[]> {
  const { swap, event, reason = null } = telling
  const told = toldOf(telling)
  if (told.length === 0) return []
  const concerned = [swap.fromTenderId, swap.toTenderId].filter((id) => id !== null)
  const scene = await readLetterScene(ctx, swap.shiftId, concerned)
  const links = await ensureLinks(ctx, 'page', told)
  const stops = await ensureLinks(ctx, 'mail', told)
  if (!scene) return []
  const { roster, zone, shift } = scene
  const at = ctx.now()
  const nameOf = (id: string | null) => scene.parties.find((person) => person.id === id)?.name ?? null
  const staying = scene.on.filter(({ id }) => event !== 'confirmed' || id !== swap.fromTenderId).map(({ name }) => name)
  const coming = event === 'confirmed' ? [nameOf(swap.toTenderId) ?? ''] : []
  const people = [...staying, ...coming].sort(compareNames)

  const calendarFor = (person: Party) => {
    if (event !== 'confirmed') return []
    const whose = { runId: swap.runId, tenderId: person.id, roster, now: at }
    const entry = { ...shift, people, sequence: scene.changes + 1 }
    const isTaker = person.id === swap.toTenderId
    const content = isTaker
      ? calendarOf({ ...whose, shifts: [entry] })
      : cancellationOf({ ...whose, shift: entry, organizer: sender(roster) })
    const contentType = `text/calendar; charset=utf-8${isTaker ? '' : '; method=CANCEL'}`
    return [{ filename: isTaker ? 'shift.ics' : 'no-shift.ics', contentType, content }]
  }
  const rows = scene.parties
    .filter(({ id }) => told.includes(id))
    .map((person) => {
      const isTaker = person.id === swap.toTenderId
      const identity = {
        id: newId(),
        kind: 'swap',
        effectKey: `swap:${swap.id}:${person.id}:${event}`,
        subjectMachine: 'swap',
        subjectId: swap.id,
        personId: person.id,
      }
      const mail = swapMail({
        event,
        to: isTaker ? 'taker' : 'giver',
        roster,
        zone,
        name: person.name,
        other: nameOf(isTaker ? swap.fromTenderId : swap.toTenderId),
        shift,
        people,
        reason,
        url: pageUrl(links.get(person.id) ?? ''),
      })
      return letter(identity, person, roster, {
        ...mail,
        attachments: calendarFor(person),
        date: at.toISOString(),
        stop: stops.get(person.id),
      })
    })
  return queuedRows(ctx, rows)
}
