import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'
import { formatDate, formatInstant, type Shown } from '@/lib/platform/zone-format'
import { localOf } from '@/lib/platform/zones'
import type { SubjectWords } from '@/lib/timeline/loaders'
import { CAPTURED, DECISION_ORDER, kindWord, reasonWords, STATE_WORDS, waitingTitle } from './labels'
import { DECISIONS, type DecisionName, type MessageState } from './machine'
import {
  countStates,
  type ListedMessage,
  listMessages,
  listUndecided,
  machineOf,
  PAGE,
  type WaitingMessage,
} from './outbox/data'
import type { Hold, OutboxInput, OutboxRow, OutboxView, WaitingGroup } from './outbox/schema'
import { holdState } from './restore/process'

type About = OutboxRow['about']
/** What every row is written with: the company's zone, the present, and the names of what messages are about. */
export type Scene = { zone: string; now: Date; aboutOf(message: { subjectMachine: string; subjectId: string }): About }

/** A page of the outbox, newest first, with what waits for a person. Who may read it is the caller's to ask. */
export async function loadOutbox(
  ctx: Context,
  subjects: readonly SubjectWords[],
  input: OutboxInput,
): Promise<OutboxView> {
  const { kind, subject, to } = input
  const narrow = { ...(kind ? { kind } : {}), ...(subject ? { subject } : {}), ...(to ? { to } : {}) }
  const [listed, counts, undecided] = await Promise.all([
    listMessages(ctx.db, input),
    countStates(ctx.db, narrow),
    listUndecided(ctx.db, narrow),
  ])
  const scene = await sceneOf(ctx, subjects, [...listed, ...undecided])
  const rows = listed.slice(0, PAGE).map((message) => rowOf(message, scene))
  const { queued = 0, claimed = 0, sending = 0, failed = 0, unknown = 0 } = counts
  return {
    at: scene.now.toISOString(),
    rows,
    older: listed.length > PAGE ? (rows.at(-1)?.id ?? null) : null,
    counts,
    waiting: groupsOf(undecided, scene),
    waitingMore: Math.max(0, failed + unknown - undecided.length),
    inFlight: queued + claimed + sending > 0,
    hold: await loadHold(ctx, scene),
  }
}

/** What a subject is called, for the filter that shows only its messages. */
export async function nameSubject(ctx: Context, subjects: readonly SubjectWords[], id: string): Promise<string> {
  const machine = await machineOf(ctx.db, id)
  const names = await subjects.find((words) => words.machine === machine)?.names(ctx.db, [id])
  return names?.get(id)?.name ?? `what ends in ${id.slice(-6)}`
}

export async function sceneOf(
  ctx: Context,
  subjects: readonly SubjectWords[],
  messages: readonly { subjectMachine: string; subjectId: string }[],
): Promise<Scene> {
  const [zone, names] = await Promise.all([companyZone(ctx.db), namesOf(ctx.db, subjects, messages)])
  const aboutOf: Scene['aboutOf'] = ({ subjectMachine, subjectId }) =>
    names.get(`${subjectMachine}:${subjectId}`) ?? { name: `${subjectMachine} ${subjectId.slice(-6)}`, href: null }
  return { zone, now: ctx.now(), aboutOf }
}

async function namesOf(
  db: Db,
  subjects: readonly SubjectWords[],
  messages: readonly { subjectMachine: string; subjectId: string }[],
): Promise<Map<string, About>> {
  const found = await Promise.all(
    subjects.map(async ({ machine, names }) => {
      const ids = new Set(messages.filter((one) => one.subjectMachine === machine).map((one) => one.subjectId))
      return ids.size === 0
        ? []
        : [...(await names(db, [...ids]))].map(([id, name]) => [`${machine}:${id}`, name] as const)
    }),
  )
  return new Map(found.flat())
}

/** A time in words of the company's zone, with its year where that is not this one. */
export function shown({ zone, now }: Pick<Scene, 'zone' | 'now'>, at: Date): Shown {
  const { date } = localOf(zone, at)
  const year = date.slice(0, 4)
  const label =
    year === localOf(zone, now).date.slice(0, 4)
      ? formatInstant(zone, at, 'dayTime')
      : `${formatDate(date, 'short')} ${year} ${formatInstant(zone, at, 'time')}`
  return { iso: at.toISOString(), label }
}

const decisionsIn = (state: MessageState): DecisionName[] =>
  DECISION_ORDER.filter((name) => (DECISIONS[name].from as readonly MessageState[]).includes(state))

/** Taken by nobody: the mark of a message counts once it is settled. */
export const isCaptured = ({ state, captured }: { state: string; captured: boolean }): boolean =>
  captured && state === 'sent'

export function rowOf(message: ListedMessage, scene: Scene): OutboxRow {
  const state = message.state as MessageState
  const captured = isCaptured(message)
  return {
    id: message.id,
    seen: Number(message.fence),
    to: message.recipientName,
    address: message.recipient,
    kind: kindWord(message.kind),
    subject: message.subjectLine,
    state,
    mark: captured ? CAPTURED : STATE_WORDS[state],
    captured,
    why: reasonWords(message.reason),
    queued: shown(scene, message.queuedAt),
    settled: message.settledAt && shown(scene, message.settledAt),
    next: state === 'queued' && message.notBefore ? shown(scene, message.notBefore) : null,
    about: scene.aboutOf(message),
    decisions: decisionsIn(state),
  }
}

/** What waits, by subject and by what can be decided about it. What waits longest comes first. */
export function groupsOf(undecided: readonly WaitingMessage[], scene: Scene): WaitingGroup[] {
  const groups = new Map<string, WaitingMessage[]>()
  for (const message of undecided) {
    const key = `${message.subjectId}:${message.state}`
    groups.set(key, [...(groups.get(key) ?? []), message])
  }
  return [...groups].flatMap(([key, messages]) => {
    const [first] = messages
    if (!first) return []
    const state = first.state === 'failed' ? 'failed' : 'unknown'
    const kinds = [...new Set(messages.map(({ kind }) => kind))]
    return {
      key,
      state,
      title: waitingTitle(state, { kinds, count: messages.length, to: first.recipientName }),
      about: scene.aboutOf(first),
      why: [...new Set(messages.map(({ reason }) => reasonWords(reason)).filter((why) => why !== null))],
      rows: messages.map(({ id, fence, recipientName }) => ({ id, seen: Number(fence), to: recipientName })),
      decisions: decisionsIn(state),
    }
  })
}

async function loadHold(ctx: Context, scene: Scene): Promise<Hold | null> {
  const hold = await holdState(ctx)
  if (!hold.held) return null
  const { queued = 0, claimed = 0, sending = 0 } = await countStates(ctx.db)
  return {
    since: shown(scene, hold.detectedAt),
    seen: hold.seenSeal < Number.MAX_SAFE_INTEGER ? hold.seenSeal : null,
    database: hold.databaseSeal,
    underWay: queued + claimed + sending,
  }
}
