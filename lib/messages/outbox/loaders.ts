import type { Context } from '@/lib/platform/context'
import { formatLocalRange } from '@/lib/platform/zone-format'
import type { SubjectWords } from '@/lib/timeline/loaders'
import type { Whose } from '../data'
import {
  ATTEMPT_WORDS,
  attemptWords,
  CAPTURED,
  OUTCOME_WORDS,
  PROVIDER_WORDS,
  reasonWords,
  STATE_WORDS,
  standing,
} from '../labels'
import { isCaptured, rowOf, type Scene, sceneOf, shown } from '../loaders'
import type { MessageState } from '../machine'
import type { RowOutcome } from '../process'
import { holdState } from '../restore/process'
import { thaw } from '../rules'
import { type FoundMessage, findMessage, findStanding } from './data'
import { eventsOf } from './rules'
import type { AttemptView, CalendarEntry, MailView, MessageView, RowResult } from './schema'

/** `mail` is null where there was never anything to send. */
export type LoadedMessage = { message: MessageView; mail: MailView | null }

/** One message as it was sent, with its attempts; null when it is not there. Who may read it is the caller's to ask. */
export async function loadMessage(
  ctx: Context,
  subjects: readonly SubjectWords[],
  id: string,
): Promise<LoadedMessage | null> {
  const found = await findMessage(ctx.db, id)
  return found && loadedOf(ctx, found, await sceneOf(ctx, subjects, [found.message]))
}

/** Whether a message has a page, before anything of it is read. */
export const hasMessage = async (ctx: Context, id: string): Promise<boolean> => (await findMessage(ctx.db, id)) !== null

/** A message and its attempts in words of a scene. */
export async function loadedOf(
  ctx: Context,
  { message, attempts }: FoundMessage,
  scene: Scene,
): Promise<LoadedMessage> {
  const row = rowOf(message, scene)
  const { attempt } = message
  const taken = attempts.some(({ outcome }) => outcome === 'sent')
  return {
    message: {
      ...row,
      at: scene.now.toISOString(),
      standing: standing({ state: row.state, captured: row.captured, attempt, next: row.next?.label ?? null, taken }),
      messageId: message.messageId,
      provider: message.provider && (PROVIDER_WORDS[message.provider] ?? message.provider),
      providerId: message.providerMsgId,
      again: message.again,
      attempts: attempts.map((one): AttemptView => {
        const kept = one.provider === 'capture' && one.outcome === 'sent'
        const known = kept ? CAPTURED : ATTEMPT_WORDS[one.outcome]
        return {
          key: `${one.fence} ${one.outcome}`,
          at: shown(scene, one.at),
          mark: known ?? { label: one.outcome, tone: 'quiet', icon: 'info' },
          says: attemptWords(one.outcome, one.provider, one.code),
          by: kept ? null : one.provider && (PROVIDER_WORDS[one.provider] ?? one.provider),
          evidence: one.evidence ?? one.code,
        }
      }),
      hold: (await holdState(ctx)).held,
    },
    mail: message.payload && mailOf(message.payload, scene),
  }
}

/** Frozen bytes as a page shows them: what a calendar holds is in the zone's own time. */
export function mailOf(payload: Uint8Array, scene: Pick<Scene, 'zone' | 'now'>): MailView {
  const { from, to, subject, date, html, text, attachments } = thaw(payload)
  return {
    from: `${from.name} <${from.address}>`,
    to: `${to.name} <${to.address}>`,
    subject,
    date: shown(scene, new Date(date)),
    html,
    text,
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content,
      entries: contentType.startsWith('text/calendar') ? entriesOf(content, scene.zone) : [],
    })),
  }
}

const entriesOf = (file: string, zone: string): CalendarEntry[] =>
  eventsOf(file).map(({ uid, summary, note, from, to }) => ({
    key: uid,
    summary,
    when: from && to ? formatLocalRange(zone, from, to, 'full') : 'at a time that only a calendar can read',
    note,
  }))

/** What came of a decision, row by row and in words: where each message stands by now. */
export async function loadResults(
  ctx: Context,
  outcomes: readonly RowOutcome[],
  whose: Whose = {},
): Promise<RowResult[]> {
  const ids = outcomes.map(({ id }) => id)
  const found = await findStanding(ctx.db, ids, whose)
  const byId = new Map(found.map((message) => [message.id, message]))
  return outcomes.map(({ id, outcome }): RowResult => {
    const message = byId.get(id)
    const state = (message?.state ?? null) as MessageState | null
    const now: RowResult['now'] = message && isCaptured(message) ? 'captured' : state
    const row = { id, to: message?.recipientName ?? null, now }
    if (outcome !== 'done' && outcome !== 'repeat') return { ...row, done: false, says: OUTCOME_WORDS[outcome] }
    if (!message || state === null) return { ...row, done: true, says: OUTCOME_WORDS.gone }
    const { label } = now === 'captured' ? CAPTURED : STATE_WORDS[state]
    const why = reasonWords(message.reason)
    return { ...row, done: true, says: why ? `${label}. ${why}` : `${label}.` }
  })
}
