import { CAPTURED, reasonWords, STATE_WORDS } from '@/lib/messages/labels'
import { isCaptured } from '@/lib/messages/loaders'
import type { MessageState } from '@/lib/messages/machine'
import { mailOf } from '@/lib/messages/outbox/loaders'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { formatDate } from '@/lib/platform/zone-format'
import { letterWriter } from '../mail/letters'
import { mailFault } from '../mail/people'
import { byName } from '../people/rules'
import type { WeekTender } from '../schema'
import { findWeek, type Week } from '../week/data'
import { listBounces, listWritten, readScene } from './data'
import { foreseeLinks } from './effects'
import { BOUNCED_MEND, bouncedWords, mendWords } from './labels'
import type { MailsView, RecipientView, Trouble, WrittenView } from './schema'
import { findStanding, stampOf } from './wall/data'

/** The mails of a week as its page shows them, or null where there is no such week. `to` is whose is read. */
export async function loadMails(ctx: Context, id: string, to: string | null): Promise<MailsView | null> {
  const [week, standing] = await Promise.all([findWeek(ctx, id), findStanding(ctx, id)])
  if (!week || !standing) return null
  const base = {
    runId: week.id,
    rosterId: week.rosterId,
    rosterName: week.rosterName,
    title: formatDate(week.weekOf, 'week'),
    stamp: stampOf(standing),
  }
  if (week.queuedAt !== null || week.state === 'SENT')
    return { ...base, stage: 'written', written: await writtenOf(ctx, id) }
  if (week.state !== 'ASSIGNED' && week.state !== 'APPROVED') return { ...base, stage: 'early' }
  return { ...base, stage: 'preview', ...(await previewOf(ctx, week, to)) }
}

async function previewOf(ctx: Context, week: Week, to: string | null) {
  const [scene, bounces] = await Promise.all([readScene(ctx, week), listBounces(ctx, week.rosterId)])
  const recipients = scene.tenders
    .map(
      (tender): RecipientView => ({
        id: tender.id,
        name: tender.name,
        address: tender.email,
        shifts: scene.seats.filter((seat) => seat.tenderId === tender.id).length,
        trouble: troubleOf(tender, bounces.get(tender.id) ?? null),
      }),
    )
    .sort((a, b) => urgency(a) - urgency(b) || byName(a, b))
  const chosen = recipients.find((one) => one.id === to) ?? recipients[0]
  const tender = scene.tenders.find((one) => one.id === chosen?.id)
  if (!tender) return { recipients, chosen: null }
  const write = letterWriter({ ...scene, links: await foreseeLinks(ctx, [tender.id]) })
  const { payload } = write(tender, newId())
  const mail = payload === null ? null : mailOf(Buffer.from(payload, 'base64'), { zone: week.zone, now: scene.at })
  return { recipients, chosen: { id: tender.id, mail } }
}

const urgency = ({ trouble }: RecipientView): number => (trouble?.lost ? 0 : trouble ? 1 : 2)

function troubleOf(tender: WeekTender, bounced: string | null): Trouble | null {
  const fault = mailFault(tender)
  if (fault) return { why: fault, mend: mendWords(tender), lost: true }
  return tender.bounced ? { why: bouncedWords(bounced), mend: BOUNCED_MEND, lost: false } : null
}

async function writtenOf(ctx: Context, id: string): Promise<WrittenView[]> {
  const rows = await listWritten(ctx, id)
  return rows
    .map(({ recipientName, recipient, state, reason, ...row }) => ({
      id: row.id,
      name: recipientName,
      address: recipient,
      mark: isCaptured({ state, captured: row.captured }) ? CAPTURED : STATE_WORDS[state as MessageState],
      why: reasonWords(reason),
    }))
    .sort(byName)
}
