import type { PrismaClient } from '@/lib/platform/prisma/client'
import { OLD_OF } from '@/lib/roster/legacy/machine'
import { legacyProgress } from '@/lib/roster/legacy/rules'
import { hashRoster } from '@/lib/roster/picker/hash'
import { type Mail, type Row, readRows } from './rows'
import type { Known, Town } from './town'

/** Something that must never be. */
export class Violation extends Error {
  override name = 'Violation'
}

const fail = (text: string): never => {
  throw new Violation(text)
}

type Event = {
  id: bigint
  machine: string
  subjectId: string
  type: string
  edge: string | null
  toState: string | null
  requestId: string
}

const V2_ALONE = new Set(['run.nudged_collecting', 'run.nudged_unsent'])

/** What was written since, in its order: the engine that wrote it was the one that may act. @returns whether the flag was flipped */
async function judgeEvents(town: Town): Promise<boolean> {
  const before = town.flag
  const events: Event[] = await town.db.$queryRaw`
    SELECT id, machine, subject_id::text AS "subjectId", type, edge, to_state AS "toState", request_id AS "requestId"
      FROM public.audit_event WHERE id > ${town.read}::bigint ORDER BY id`
  const ours = new Set(town.weeks.map(({ id }) => id))
  for (const { id, machine, subjectId, type, edge, toState, requestId } of events) {
    town.read = id
    if (machine === 'cutover' && (toState === 'LIVE' || toState === 'DORMANT')) town.flag = toState
    if (machine !== 'run' || !ours.has(subjectId)) continue
    const isV2 = town.flag === 'LIVE' && requestId.startsWith('on')
    const says = `${requestId} wrote ${edge ?? type} while the flag is ${town.flag}`
    const isOfV2 = edge !== null && (edge in OLD_OF || edge === 'adopt')
    const isOfOld = edge?.startsWith('old') || edge === 'unadopt'
    if ((isOfV2 || V2_ALONE.has(type)) && !isV2) fail(`v2 acts where it may not: ${says}`)
    if (isOfOld && isV2) fail(`the old engine acts where it may not: ${says}`)
  }
  return town.flag !== before
}

/** A press moves what its page showed, or nothing: no move of somebody else lies between the two. */
export async function judgePress(
  db: PrismaClient,
  { id, requestId, from, to }: { id: string; requestId: string; from: number; to: number },
): Promise<void> {
  const between = await db.auditEvent.findMany({
    where: { machine: 'run', subjectId: id, version: { gt: from, lte: to }, NOT: { requestId } },
  })
  for (const { edge, requestId: by } of between) fail(`${requestId} moved a page of ${from} over ${edge} of ${by}`)
}

/** Whose schedule of which week arrived how often. */
async function judgeMailboxes(town: Town, rows: readonly Row[]): Promise<void> {
  const known = new Map(rows.flatMap((row) => row.mails.map((mail) => [mail.id, row.id] as const)))
  const strange = town.mailbox.arrived.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  const births = await birthsOf(town.db, strange)
  const people = new Map(town.places.flatMap(({ tenders }) => tenders.map(({ id, email }) => [email, id] as const)))
  const counts = new Map<string, number>()
  for (const { id, to } of town.mailbox.arrived) {
    const run = known.get(id) ?? births.get(id)
    if (run === undefined) continue
    const key = `${run}/${people.get(to)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const risks = new Map<string, Mail>(
    rows.flatMap((row) => row.mails.map((mail) => [`${row.id}/${mail.person}`, mail] as const)),
  )
  for (const [key, count] of counts) {
    const again = risks.get(key)?.again ?? 0
    if (count > 1 + again) fail(`${key} has the same schedule ${count} times, ${again} at a person's own risk`)
  }
  for (const row of rows)
    for (const mail of row.mails)
      if (mail.state === 'sent' && !counts.has(`${row.id}/${mail.person}`))
        fail(`${mail.person} is told sent and has none`)
}

/** Schedule mails that are in no table any more, by the record of their birth. */
async function birthsOf(db: PrismaClient, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const born = await db.$queryRaw<{ id: string; run: string }[]>`
    SELECT subject_id::text AS id, data->>'subject' AS run FROM public.audit_event
     WHERE machine = 'message' AND type = 'message.queued' AND data->>'kind' = 'schedule' AND subject_id = ANY(${[...ids]}::uuid[])`
  return new Map(born.map(({ id, run }) => [id, run]))
}

const print = (row: Row): string =>
  JSON.stringify([row.seats, row.mails.map(({ again: _, ...mail }) => mail), row.sentAt, row.queuedAt, row.status])

/** What holds of one week, whatever happened. */
function judgeWeek(town: Town, { place, weekOf }: Known, row: Row): void {
  const its = `${weekOf} (${row.v2State ?? 'old'} ${row.state}, version ${row.version})`
  if (row.events !== row.version + 1 || row.latest !== row.version) fail(`${its} has ${row.events} events`)
  if (row.v2State === null && legacyProgress(row) !== row.state) fail(`${its}: the code says ${legacyProgress(row)}`)
  if ((row.queuedAt !== null) !== row.mails.length > 0) fail(`${its}: queued ${row.queuedAt}, ${row.mails.length} rows`)
  const isBound = row.state === 'APPROVED' || row.state === 'SENT'
  if (row.queuedAt !== null && !isBound) fail(`${its} has mails`)
  if (row.queuedAt !== null) {
    const people = row.mails.map(({ person }) => person).sort()
    const all = place.tenders.map(({ id }) => id).sort()
    if (people.join() !== all.join()) fail(`${its}: rows for ${people.length} of ${all.length} people`)
    const hash = hashRoster(row.seats)
    if (row.queuedHash !== hash || row.approvedHash !== hash) fail(`${its}: what is mailed is not what was approved`)
  }
  if (row.state !== 'SENT') return
  if (row.queuedAt === null) fail(`${its} was never mailed`)
  if (row.mails.some(({ state }) => state !== 'sent' && state !== 'let_go')) fail(`${its}: a mail is not settled`)
  const before = town.sent.get(row.id)
  if (before !== undefined && before !== print(row)) fail(`${its} changed after it was sent`)
  town.sent.set(row.id, print(row))
}

/** Everything that must hold after each step. @throws Violation */
export async function judge(town: Town): Promise<void> {
  const isFlipped = await judgeEvents(town)
  const rows = await readRows(
    town.db,
    town.weeks.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const known of town.weeks) {
    const row = byId.get(known.id)
    if (!row) return fail(`${known.weekOf} is gone`)
    judgeWeek(town, known, row)
    const isIdle = row.state === 'DRAFT' || row.state === 'SENT' || row.aside
    if (isFlipped && !isIdle) fail(`the flag was flipped while ${known.weekOf} was ${row.state}`)
  }
  for (const id of town.sent.keys()) if (byId.get(id)?.state !== 'SENT') fail(`${id} was sent and is not any more`)
  for (const place of town.places) {
    const open = town.weeks.filter((one) => one.place === place && byId.get(one.id)?.state === 'COLLECTING')
    if (open.length > 1) fail(`two open forms: ${open.map(({ weekOf }) => weekOf).join(' and ')}`)
  }
  await judgeMailboxes(town, rows)
  town.seen = byId
}
