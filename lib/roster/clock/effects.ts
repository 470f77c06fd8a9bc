import type { NewMessage } from '@/lib/messages/rules'
import type { Context } from '@/lib/platform/context'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { nudgeMail } from '../mail/nudge'
import { letter } from '../mail/people'
import { momentOf } from '../rules'
import type { Week } from '../week/data'
import { claimNudge, listOperators } from './data'

/** Tells the operators once what waits for a person. @returns whether this call was the one */
export async function nudge(ctx: Context, kind: 'collecting' | 'unsent', week: Week): Promise<boolean> {
  const sendBy = momentOf(week.zone, week.weekOf, week.settings.sendBy)
  const mail = nudgeMail({
    kind,
    roster: week.rosterName,
    zone: week.zone,
    weekOf: week.weekOf,
    at: kind === 'collecting' ? week.deadlineAt : sendBy,
    url: new URL(`/roster/${week.id}`, env().NEXTAUTH_URL).href,
  })
  const operators = await listOperators(ctx)
  const date = ctx.now().toISOString()
  const messages = operators.map((person): NewMessage => {
    const identity = {
      id: newId(),
      kind: 'nudge',
      effectKey: `nudge:${kind}:${week.id}:${person.id}`,
      subjectMachine: 'run',
      subjectId: week.id,
      personId: person.id,
    }
    return letter(identity, { ...person, unsubscribed: false }, week.rosterName, { ...mail, attachments: [], date })
  })
  return claimNudge(ctx, kind, week, sendBy, messages)
}
