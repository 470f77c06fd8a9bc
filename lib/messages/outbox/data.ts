import type { Db } from '@/lib/platform/database'
import type { Prisma } from '@/lib/platform/prisma/client'
import { kindWord } from '../labels'
import type { MessageState } from '../machine'
import type { OutboxInput } from '../schema'

export const PAGE = 100

/** A message as a list shows it: everything but its bytes. */
const LISTED = {
  id: true,
  kind: true,
  subjectMachine: true,
  subjectId: true,
  personId: true,
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
  lastError: true,
  reason: true,
  captured: true,
  queuedAt: true,
  settledAt: true,
} as const satisfies Prisma.MessageSelect

export type ListedMessage = Prisma.MessageGetPayload<{ select: typeof LISTED }>

/** Newest first, a page and one row more, which says that there are older ones. */
export async function listMessages(db: Db, { state, kind, subject, before }: OutboxInput): Promise<ListedMessage[]> {
  const last = before
    ? await db.message.findUnique({ where: { id: before }, select: { id: true, queuedAt: true } })
    : null
  return db.message.findMany({
    where: {
      ...(state ? { state } : {}),
      ...(kind ? { kind } : {}),
      ...(subject ? { subjectId: subject } : {}),
      ...(last ? { OR: [{ queuedAt: { lt: last.queuedAt } }, { queuedAt: last.queuedAt, id: { lt: last.id } }] } : {}),
    },
    select: LISTED,
    orderBy: [{ queuedAt: 'desc' }, { id: 'desc' }],
    take: PAGE + 1,
  })
}

/** One message with its bytes, and what came of its attempts, oldest first. */
export async function findMessage(db: Db, id: string) {
  const message = await db.message.findUnique({ where: { id } })
  if (!message) return null
  const attempts = await db.messageAttempt.findMany({
    where: { messageId: id },
    orderBy: [{ at: 'asc' }, { outcome: 'asc' }],
  })
  return { message, attempts }
}

/** How many messages are in each state; of one subject and kind where given. States without any are left out. */
export async function countStates(
  db: Db,
  of: { subjectId?: string; kind?: string } = {},
): Promise<Partial<Record<MessageState, number>>> {
  const groups = await db.message.groupBy({ by: ['state'], where: of, _count: { _all: true } })
  return Object.fromEntries(groups.map(({ state, _count }) => [state, _count._all]))
}

/** What waits for a person, oldest first, with the fence that a decision must name. At most 1,000. */
export const listUndecided = (db: Db, state: 'failed' | 'unknown', of: { subjectId?: string } = {}) =>
  db.message.findMany({
    where: { state, ...of },
    select: { id: true, fence: true },
    orderBy: [{ queuedAt: 'asc' }, { id: 'asc' }],
    take: 1_000,
  })

/** What messages are called, for the timeline: whom they go to, and what for. */
export async function nameMessages(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; href: string }>> {
  const rows = await db.message.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, recipientName: true, kind: true },
  })
  return new Map(
    rows.map(({ id, recipientName, kind }) => [
      id,
      { name: `${recipientName}, ${kindWord(kind).toLowerCase()}`, href: `/outbox/${id}` },
    ]),
  )
}

/** How many messages wait for a person. The states stand in the text, so that the partial index is used. */
export async function countUndecided(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<[{ waiting: number }]>`
    SELECT count(*)::int AS waiting FROM public.message WHERE state IN ('failed', 'unknown')`
  return row.waiting
}
