import type { Db } from '@/lib/platform/database'
import type { Prisma } from '@/lib/platform/prisma/client'
import type { Whose } from '../data'
import { kindWord } from '../labels'
import type { MessageState } from '../machine'
import type { OutboxInput, Show } from './schema'

export const PAGE = 100

/** More than so many are decided in two presses. */
export const MOST_WAITING = 1_000

/** A message as a list shows it: everything but its bytes. */
export const LISTED = {
  id: true,
  kind: true,
  subjectMachine: true,
  subjectId: true,
  recipientName: true,
  recipient: true,
  subjectLine: true,
  messageId: true,
  state: true,
  fence: true,
  attempt: true,
  again: true,
  notBefore: true,
  provider: true,
  providerMsgId: true,
  reason: true,
  captured: true,
  queuedAt: true,
  settledAt: true,
} as const satisfies Prisma.MessageSelect

/** `reached`, for the client. */
export const reachedWhere = (whose: Whose): Prisma.MessageWhereInput =>
  whose.rehearsal ? { rehearsal: true, subjectId: whose.subjectId } : { rehearsal: false }

export type ListedMessage = Prisma.MessageGetPayload<{ select: typeof LISTED }>

const SHOWN: Record<Show, Prisma.MessageWhereInput> = {
  waiting: { state: { in: ['failed', 'unknown'] } },
  queued: { state: 'queued' },
  moving: { state: { in: ['claimed', 'sending'] } },
  sent: { state: 'sent', captured: false },
  captured: { state: 'sent', captured: true },
  failed: { state: 'failed' },
  unknown: { state: 'unknown' },
  let_go: { state: 'let_go' },
}

/** Everything but the state: what the counts and the decisions are about. */
type Narrow = Pick<OutboxInput, 'kind' | 'subject' | 'to'>

function narrowed({ kind, subject, to }: Narrow, whose: Whose = {}): Prisma.MessageWhereInput {
  // Prisma hands the signs of LIKE through.
  const part = to && { contains: to.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' as const }
  return {
    ...(kind ? { kind } : {}),
    ...(subject ? { subjectId: subject } : {}),
    ...(part ? { OR: [{ recipientName: part }, { recipient: part }] } : {}),
    ...reachedWhere(whose),
  }
}

/** Newest first, a page and one row more, which says that there are older ones. */
export async function listMessages(db: Db, { state, cursor, ...narrow }: OutboxInput): Promise<ListedMessage[]> {
  const last = cursor
    ? await db.message.findUnique({ where: { id: cursor }, select: { id: true, queuedAt: true } })
    : null
  const below: Prisma.MessageWhereInput = last
    ? { OR: [{ queuedAt: { lt: last.queuedAt } }, { queuedAt: last.queuedAt, id: { lt: last.id } }] }
    : {}
  return db.message.findMany({
    where: { AND: [narrowed(narrow), state ? SHOWN[state] : {}, below] },
    select: LISTED,
    orderBy: [{ queuedAt: 'desc' }, { id: 'desc' }],
    take: PAGE + 1,
  })
}

/** One message with its bytes, and what came of its attempts, oldest first. */
export async function findMessage(db: Db, id: string, whose: Whose = {}) {
  const message = await db.message.findFirst({ where: { id, ...reachedWhere(whose) } })
  if (!message) return null
  const attempts = await db.messageAttempt.findMany({
    where: { messageId: id },
    orderBy: [{ at: 'asc' }, { outcome: 'asc' }],
  })
  return { message, attempts }
}

export type FoundMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** How many messages are in each state. States without any are left out. */
export async function countStates(db: Db, of: Narrow = {}): Promise<Partial<Record<MessageState, number>>> {
  const groups = await db.message.groupBy({ by: ['state'], where: narrowed(of), _count: { _all: true } })
  return Object.fromEntries(groups.map(({ state, _count }) => [state, _count._all]))
}

const WAITING = {
  id: true,
  fence: true,
  state: true,
  kind: true,
  recipientName: true,
  reason: true,
  subjectMachine: true,
  subjectId: true,
} as const satisfies Prisma.MessageSelect

export type WaitingMessage = Prisma.MessageGetPayload<{ select: typeof WAITING }>

/** What waits for a person, oldest first, with the fence that a decision must name. At most `MOST_WAITING`. */
export const listUndecided = (db: Db, of: Narrow = {}, whose: Whose = {}): Promise<WaitingMessage[]> =>
  db.message.findMany({
    where: { AND: [narrowed(of, whose), SHOWN.waiting] },
    select: WAITING,
    orderBy: [{ queuedAt: 'asc' }, { id: 'asc' }],
    take: MOST_WAITING,
  })

/** Where messages stand now, for the answer to a decision. Those that are gone are left out. */
export const findStanding = (db: Db, ids: readonly string[], whose: Whose = {}) =>
  db.message.findMany({
    where: { id: { in: [...ids] }, ...reachedWhere(whose) },
    select: { id: true, state: true, recipientName: true, reason: true, captured: true },
  })

/** What a subject's messages say that it is: the machine whose words name it. Null: nothing was ever written about it. */
export async function machineOf(db: Db, subjectId: string): Promise<string | null> {
  const found = await db.message.findFirst({
    where: { subjectId, ...reachedWhere({}) },
    select: { subjectMachine: true },
  })
  return found?.subjectMachine ?? null
}

/** What messages are called, for the timeline: whom they go to, and what for. */
export async function nameMessages(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; href: string | null }>> {
  const rows = await db.message.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, recipientName: true, kind: true, rehearsal: true },
  })
  return new Map(
    rows.map(({ id, recipientName, kind, rehearsal }) => {
      const name = `${recipientName}, ${kindWord(kind).toLowerCase()}`
      return [id, rehearsal ? { name: `${name} of a rehearsal`, href: null } : { name, href: `/outbox/${id}` }]
    }),
  )
}

/** How many messages wait for a person. The states stand in the text, so that the partial index is used. */
export async function countUndecided(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<[{ waiting: number }]>`
    SELECT count(*)::int AS waiting FROM public.message WHERE state IN ('failed', 'unknown') AND NOT rehearsal`
  return row.waiting
}
