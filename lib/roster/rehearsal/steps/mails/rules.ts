import { formatInstant } from '@/lib/platform/zone-format'
import { mailFault } from '../../../mail/people'
import type { WeekTender } from '../../../schema'
import { OPENING, versionBefore } from '../../rules'
import { STEPS } from '../../schema'
import { mailsText, of, othersText } from '../labels'
import type { Facts, Found, MailRow } from '../schema'

const MOVING = ['claimed', 'sending']

/** The mails that a step wrote, or was to write. */
export function mailsOf({ step, mails }: Pick<Facts, 'step' | 'mails'>): MailRow[] {
  if (step === 'send') return mails.filter(({ kind }) => kind === 'schedule')
  return mails.filter(({ kind, version }) => kind === 'invitation' && version === versionBefore(step) + 1)
}

/** Whether a mail may still go out by itself, now: then the step goes on. */
export const isLeaving = ({ state, notBefore }: Pick<MailRow, 'state' | 'notBefore'>, now: Date): boolean =>
  MOVING.includes(state) || (state === 'queued' && (notBefore === null || notBefore <= now))

/**
 * Who is to be written to: everybody at Send; when the form opens whoever has not answered. An answer that came through
 * a link while the mails were being written may or may not have been seen, so there are two bounds.
 */
function recipients({ step, tenders, answers, moves, beganAt, now }: Facts): {
  least: WeekTender[]
  most: WeekTender[]
} {
  const active = tenders.filter((tender) => tender.active)
  if (step === 'send') return { least: active, most: active }
  const moved = moves.find(({ version }) => version === versionBefore(step) + 1)?.at ?? now
  const silent = (isBefore: (at: Date) => boolean) => {
    const answered = new Set(answers.filter(({ answeredAt }) => isBefore(answeredAt)).map(({ tenderId }) => tenderId))
    return active.filter(({ id }) => !answered.has(id))
  }
  return { least: silent((at) => at <= moved), most: silent((at) => at < beganAt) }
}

const idsOf = (people: readonly { id: string }[]) => new Set(people.map(({ id }) => id))

/** Each person once, nobody forgotten, nobody who was not to be written to. */
function isRight(facts: Facts, rows: readonly MailRow[], isMailed: boolean): boolean {
  const { least, most } = recipients(facts)
  const of = (people: readonly WeekTender[]) => idsOf(people.filter((one) => (mailFault(one) === null) === isMailed))
  const [must, may] = [of(least), of(most)]
  const people = rows.map(({ personId }) => personId ?? '')
  const got = new Set(people)
  return got.size === people.length && [...must].every((id) => got.has(id)) && people.every((id) => may.has(id))
}

function waitingWords({ now, week, held }: Facts, rows: readonly MailRow[]): string[] {
  const inState = (state: string) => rows.filter((row) => row.state === state)
  const [failed, unknown, decided] = [inState('failed'), inState('unknown'), inState('let_go')]
  const later = rows.filter(({ state, notBefore }) => state === 'queued' && notBefore !== null && notBefore > now)
  const why = [...failed, ...later].find((row) => row.why)?.why
  const next = later.map(({ notBefore }) => notBefore ?? now).sort((a, b) => a.getTime() - b.getTime())[0]
  return [
    ...(held ? ['nothing leaves until the restore is confirmed'] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(unknown.length > 0 ? [`${unknown.length} may have arrived or not`] : []),
    ...(decided.length > 0 ? [`${decided.length} let go`] : []),
    ...(next ? [`${later.length} tried again from ${formatInstant(week.zone, next, 'stamp').slice(11)}`] : []),
    ...(why ? [why] : []),
  ]
}

/** Every mail of the step, one a person, is out to the operator; what a person decided otherwise is said. */
export function judgeMails(facts: Facts): Found {
  const all = mailsOf(facts)
  const rows = all.filter(({ bytes }) => bytes)
  const right = isRight(facts, rows, true)
  const count = right ? rows.length : recipients(facts).least.filter((one) => mailFault(one) === null).length
  const sent = rows.filter(({ state }) => state === 'sent')
  const settled = rows.filter(({ state }) => state === 'sent' || state === 'let_go')
  const captured = sent.length > 0 && sent.every((row) => row.captured) ? ['captured'] : []
  const ok = right && settled.length === rows.length && facts.addressed.every((to) => to === facts.address)
  const found = [of(sent.length, count), ...captured, ...waitingWords(facts, rows)].join(', ')
  return {
    text: mailsText(facts.step, count),
    expected: count === 0 ? 'none' : of(count, count),
    found: count === 0 && rows.length === 0 ? 'none' : found,
    ok,
  }
}

/** Whoever cannot be written to has a row that says why; nothing to check where everybody can. */
export function judgeListed(facts: Facts): Found | null {
  const rows = mailsOf(facts).filter(({ bytes }) => !bytes)
  const count = recipients(facts).least.filter((one) => mailFault(one) !== null).length
  if (count === 0 && rows.length === 0) return null
  const ok = isRight(facts, rows, false) && rows.every(({ state }) => state === 'let_go')
  const text = `${count} who cannot be written to ${count === 1 ? 'is' : 'are'} listed`
  return { text, expected: of(count, count), found: of(rows.length, count), ok }
}

const WRITES_INVITATIONS: readonly (number | null)[] = OPENING.map((step) => versionBefore(step) + 1)

/** This step writes nothing: what there is was written by the steps before. */
export function judgeNoMail({ step, mails }: Facts): Found {
  const before = STEPS.slice(0, STEPS.indexOf(step))
  const known = WRITES_INVITATIONS.slice(0, OPENING.filter((name) => before.includes(name)).length)
  const more = mails.filter(({ kind, version }) => kind !== 'invitation' || !known.includes(version)).length
  return { text: 'no mail is written', expected: 'none', found: more === 0 ? 'none' : String(more), ok: more === 0 }
}

/** Read from the frozen bytes and from the columns; and no mail of a real week comes from this. */
export function judgeOthers({ addressed, address, strays }: Facts): Found {
  const others = addressed.filter((to) => to !== address).length + strays
  return { text: 'nobody else is written to', expected: othersText(0), found: othersText(others), ok: others === 0 }
}
