import { deliver } from '@/lib/messages/effects'
import { captureTransport } from '@/lib/messages/transport/capture'
import { as, type Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { tokenOf } from '@/lib/roster/answers/effects'
import { submitAnswer } from '@/lib/roster/answers/process'
import { rosterMessages } from '@/lib/roster/effects'
import { ensureLinks } from '@/lib/roster/links/effects'
import { addRule } from '@/lib/roster/pairs/process'
import { markBounced, stopMails } from '@/lib/roster/people/reach/process'
import { edit } from '@/lib/roster/seats/process'
import { ask, confirm, offer } from '@/lib/roster/swaps/process'
import { listSeats, listShifts, listTenders } from '@/lib/roster/week/data'
import { regenerate } from '@/lib/roster/week/process'
import { must, press } from './press'

// What makes a week worth looking at, by the verbs that its people would have used.

/** Mails of the sample are captured, never sent. @param rows at most so many */
export const mail = (ctx: Context, subjectId: string, transport = captureTransport(), rows = 1_000) =>
  deliver(ctx, { kinds: rosterMessages(ctx), transport, subjectId, budget: { ms: 60_000, rows } })

/** One mail whose server closed the line after taking the text: nobody can say whether it arrived. */
export async function loseOne(ctx: Context, id: string): Promise<void> {
  const answer = { kind: 'no_answer', code: 'ECONNECTION', detail: 'Connection closed after DATA.' } as const
  await mail(ctx, id, { ...captureTransport(), name: 'smtp', send: async () => answer }, 1)
}

/** Somebody who was silent says after closing what they could do. */
export async function answerLate(ctx: Context, id: string): Promise<void> {
  const [tenders, shifts] = await Promise.all([listTenders(ctx, id), listShifts(ctx, id)])
  const late = tenders.find(({ name }) => name === 'Kit Marsh')
  if (!late) return
  const choices = Object.fromEntries(shifts.map((shift, k) => [shift.id, k % 4 === 1 ? 'yes' : 'no'] as const))
  const note = 'Sorry, I was away and without a phone.'
  await must('answer late', submitAnswer(ctx, { token: tokenOf(id, late.id), choices, most: 2, note }))
}

/** Who is not to share a shift, and who works only beside somebody who shows them. */
const RULES = [
  ['apart', 'Hugo Lane', 'Iris Quaye'],
  ['mentor', 'Yuki Mori', 'Amara Obi'],
  ['mentor', 'Yuki Mori', 'Grace Moss'],
] as const
const ruled = new Set<string>(RULES.flatMap(([, ...names]) => names))

/**
 * One seat is pinned, one person banned from a shift that they had, and the roster generated anew. Neither is of people
 * under a rule: a mentor cannot be taken from their trainee's side.
 */
export async function shapeByHand(ctx: Context, id: string): Promise<void> {
  const names = new Map((await listTenders(ctx, id)).map((tender) => [tender.id, tender.name]))
  const seats = (await listSeats(ctx, id)).filter(({ tenderId }) => !ruled.has(names.get(tenderId) ?? ''))
  const [first] = seats
  const other = seats.find(({ shiftId, tenderId }) => shiftId !== first?.shiftId && tenderId !== first?.tenderId)
  if (!first || !other) return
  const pairOf = ({ shiftId, tenderId }: typeof first) => ({ shiftId, tenderId })
  await must('pin', edit(ctx, id, await press(ctx, id), { change: 'pin', ...pairOf(first) }))
  await must('free a seat', edit(ctx, id, await press(ctx, id), { change: 'remove', ...pairOf(other) }))
  await must('ban', edit(ctx, id, await press(ctx, id), { change: 'ban', ...pairOf(other) }))
  await must('regenerate', regenerate(ctx, id, await press(ctx, id)))
}

/** A seat that has changed hands, one for which somebody offered, and one that nobody has offered for yet. */
export async function swapSeats(ctx: Context, id: string): Promise<void> {
  const [seats, tenders] = await Promise.all([listSeats(ctx, id), listTenders(ctx, id)])
  const person = (tenderId: string): Context => {
    const name = tenders.find((tender) => tender.id === tenderId)?.name ?? ''
    return as(ctx, { kind: 'tender', id: tenderId, name })
  }
  // The last shifts of the week begin last: these can still change hands.
  const shifts = [...new Set(seats.map(({ shiftId }) => shiftId))]
  const begun = await listShifts(ctx, id)
  const order = begun.filter((shift) => shifts.includes(shift.id)).reverse()
  const notes = ['My sister visits that weekend.', 'I would rather not close twice this week.', 'A wedding.']
  for (const [k, note] of notes.entries()) {
    const seat = seats.find(({ shiftId }) => shiftId === order[k]?.id)
    if (!seat) return
    const asked = await ask(person(seat.tenderId), { shiftId: seat.shiftId, fromTenderId: seat.tenderId, note })
    if (!asked.ok) throw new Error(`The sample could not ask for a swap: ${asked.reason}`)
    if (k === 2) return
    const taker = await firstTaker(
      asked.id,
      tenders.map((tender) => tender.id),
      person,
    )
    if (k === 0 && taker) await must('confirm a swap', confirm(ctx, asked.id, { version: 1 }))
    await mail(ctx, asked.id)
  }
}

/** The first who may take the seat offers. */
async function firstTaker(swapId: string, ids: readonly string[], person: (id: string) => Context): Promise<boolean> {
  for (const tenderId of ids) if ((await offer(person(tenderId), swapId, { version: 0, tenderId })).ok) return true
  return false
}

export async function agreeRules(ctx: Context, rosterId: string, ids: ReadonlyMap<string, string>): Promise<void> {
  const id = (name: string) => ids.get(name) ?? ''
  for (const [kind, tender, other] of RULES)
    await must(
      'add a rule',
      addRule(ctx, { commandId: newId(), rosterId, kind, tenderId: id(tender), otherId: id(other) }),
    )
}

/** One person's mails come back, another has stopped them. */
export async function loseTouch(ctx: Context, ids: ReadonlyMap<string, string>): Promise<void> {
  const [bounced, stopped] = [ids.get('Sami Virtanen') ?? '', ids.get('Tess Okafor') ?? '']
  await must('mark an address', markBounced(ctx, { id: bounced, why: '550 5.1.1 The mailbox does not exist.' }))
  const links = await ensureLinks(ctx, 'mail', [stopped])
  await stopMails(ctx, { token: links.get(stopped) ?? '', stops: true })
}
