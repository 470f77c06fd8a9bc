import { queuedRows } from '@/lib/messages/data'
import type { NewMessage } from '@/lib/messages/rules'
import type { Context } from '@/lib/platform/context'
import { env } from '@/lib/platform/env'
import { hashToken, newId } from '@/lib/platform/ids'
import type { Prisma } from '@/lib/platform/prisma/client'
import { ensureLinks, personalToken } from '../links/effects'
import { invitationMail } from '../mail/invitation'
import { letter } from '../mail/people'
import { listAnswers, listShifts, listTenders, type Week, type WeekShift, type WeekTender } from '../week/data'
import { sortAnswers } from './rules'

/** A tender's token for a week. */
export const tokenOf = (runId: string, tenderId: string): string => personalToken('availability', runId, tenderId)

export const formUrl = (token: string): string => new URL(`/availability/${token}`, env().NEXTAUTH_URL).href

type Asking = {
  week: Pick<Week, 'id' | 'rosterName' | 'zone' | 'weekOf'>
  shifts: readonly WeekShift[]
  deadline: Date
  /** Tokens of the links that stop a tender's mails. */
  stops: ReadonlyMap<string, string>
  at: Date
}
type Asked = { kind: 'invitation' | 'reminder'; effectKey: string; again: boolean }

/** The one writer of the mails that ask a tender when they can work. `again`: they were asked before. */
export const askingWriter =
  ({ week, shifts, deadline, stops, at }: Asking) =>
  (tender: WeekTender, { kind, effectKey, again }: Asked): NewMessage => {
    const identity = { id: newId(), kind, effectKey, subjectMachine: 'run', subjectId: week.id, personId: tender.id }
    const mail = invitationMail({
      roster: week.rosterName,
      zone: week.zone,
      weekOf: week.weekOf,
      tender: tender.name,
      deadline,
      shifts,
      url: formUrl(tokenOf(week.id, tender.id)),
      again,
    })
    return letter(identity, tender, week.rosterName, {
      ...mail,
      stop: stops.get(tender.id),
      attachments: [],
      date: at.toISOString(),
    })
  }

export const linkOf = (runId: string, tenderId: string) => ({
  tenderId,
  tokenHash: hashToken(tokenOf(runId, tenderId)),
})

export type Invitation = { invited: number; links: { tenderId: string; tokenHash: string }[]; messages: Prisma.Sql[] }

/**
 * Links for every active tender, and invitations to those who have not answered, to be written by the move that opens
 * the form. Tokens stay what they were. @param version the version that the move reaches: each opening writes once
 */
export async function invitationWrites(ctx: Context, week: Week, deadline: Date, version: number): Promise<Invitation> {
  const [tenders, answers, shifts] = await Promise.all([
    listTenders(ctx, week.id),
    listAnswers(ctx, week.id),
    listShifts(ctx, week.id),
  ])
  const { used } = sortAnswers(answers, ctx.now())
  const active = tenders.filter((tender) => tender.active)
  const silent = active.filter((tender) => !used.has(tender.id))
  const stops = await ensureLinks(
    ctx,
    'mail',
    silent.map(({ id }) => id),
  )
  const write = askingWriter({ week, shifts, deadline, stops, at: ctx.now() })
  const rows = silent.map((tender) =>
    write(tender, {
      kind: 'invitation',
      effectKey: `invitation:${week.id}:${tender.id}:${version}`,
      again: week.openedAt !== null,
    }),
  )
  return {
    invited: rows.filter((row) => row.letGo === null).length,
    links: active.map((tender) => linkOf(week.id, tender.id)),
    messages: queuedRows(ctx, rows),
  }
}
