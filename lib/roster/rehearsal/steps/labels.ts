import { counted } from '../../labels'
import { STEP_WORDS } from '../labels'
import type { Check, StepName, Taken } from '../schema'

/** What a check is called between code and words; each has its own help. */
export type CheckName =
  | 'move'
  | 'state'
  | 'events'
  | 'lease'
  | 'deadline'
  | 'mails'
  | 'no-mail'
  | 'listed'
  | 'others'
  | 'answers'
  | 'counted'
  | 'late'
  | 'late-counts'
  | 'roster'
  | 'seats'
  | 'pairs'
  | 'kept'
  | 'changed'
  | 'same'
  | 'bound'

export const CHECKING = 'checking'

const BEGIN_ANEW = 'Stop this rehearsal and begin another one.'
const STRANGER = `Somebody, or something, else has written to the scratch week. ${BEGIN_ANEW}`
const MAILS =
  'Look at the mails that were not sent, and put the mail server right. Then check again: what surely did not leave is tried again.'
const NOT_LIVE =
  'Do not go live with this build. Stop the rehearsal, and give its record to whoever looks after Daybook.'

/** What to do about a failed check. */
export const HELP: Record<CheckName, string> = {
  move: 'Mend what it names, then check again. If it stays so, stop this rehearsal and begin another one.',
  state: STRANGER,
  events: STRANGER,
  lease: 'Check again once the lease is over.',
  deadline: STRANGER,
  mails: MAILS,
  'no-mail': NOT_LIVE,
  listed: NOT_LIVE,
  others: NOT_LIVE,
  answers: `Check again. If answers are still missing: ${STRANGER}`,
  counted: NOT_LIVE,
  late: NOT_LIVE,
  'late-counts': NOT_LIVE,
  roster: STRANGER,
  seats:
    'Nobody could be picked. Look at the answers of the last sent week and at the rules between tenders, then begin another rehearsal.',
  pairs: NOT_LIVE,
  kept: STRANGER,
  changed: NOT_LIVE,
  same: NOT_LIVE,
  bound: NOT_LIVE,
}

const isCheck = (name: string): name is CheckName => name in HELP
/** What to do about a step whose check of that name failed. */
export const helpOf = (name: string): string => (isCheck(name) ? HELP[name] : STRANGER)

/** What a step's move is to do, and how its refusal is named. */
export const MOVE_TEXT: Record<StepName, string> = {
  open: 'the form opens',
  extend: 'the deadline moves',
  close: 'the form closes',
  generate: 'the roster is picked',
  reopen: 'the form opens again',
  regenerate: 'the roster is picked anew',
  approve: 'the roster is approved',
  send: 'the schedule goes out',
}

/** The guard of the messages refused a birth. */
export const GUARDED =
  'A mail was for somebody else than the operator. The database refused it, and nothing was written.'

const NUMBERS = ['no', 'one', 'two', 'three', 'four']
/** 'one event', 'three events, one each' */
export const eventsText = (count: number): string =>
  count === 1 ? 'one event' : `${NUMBERS[count] ?? count} events, one each`
/** 'run.late_taken' → 'late taken' */
export const eventName = (type: string): string => type.replace(/^run\./, '').replaceAll('_', ' ')

/** 340 → '0.3 s', 20 → 'under 0.1 s', 61,000 → '61 s' */
export function seconds(ms: number): string {
  if (ms < 100) return 'under 0.1 s'
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`
}

export const heldText = (ms: number, dead: number): string =>
  `held ${seconds(ms)}${dead > 0 ? `, after ${dead === 1 ? 'one that died' : `${dead} that died`}` : ''}`

/** '24 invitations, all to the operator' */
export function mailsText(step: StepName, count: number): string {
  if (count === 0) return 'nobody is silent, nobody is written to'
  if (step === 'send') return `${counted(count, 'schedule mail')}, one a person, all to the operator`
  if (step === 'open') return `${counted(count, 'invitation')}, all to the operator`
  return `${counted(count, 'invitation')} to whoever is silent, all to the operator`
}

export const of = (some: number, all: number): string => `${some} of ${all}`
export const othersText = (count: number): string => counted(count, 'other')
export const seatsText = (count: number): string => counted(count, 'seat')

const LEASES: Record<string, string> = {
  close: 'closing the form',
  generate: 'picking the roster',
  send: 'sending the schedule',
  mail: 'sending mails',
}
/** Somebody works, or a server died doing it. @param until 'hh:mm:ss GMT' */
export const leaseText = (kind: string, until: string): string =>
  `Somebody’s press is ${LEASES[kind] ?? 'at work'}. If its server is gone, the step goes on after ${until}.`

/** A step that did not come to its end in this press. @param held who has the others in hand */
export const leavingText = (out: number, all: number, held?: string): string =>
  `${of(out, all)} mails are out. ${held ?? 'Press again to go on with the others.'}`

/** What came of a step that has ended. */
export const endText = (
  step: StepName,
  checks: readonly Check[],
): Pick<Extract<Taken, { ok: true }>, 'state' | 'text'> => {
  const failed = checks.find(({ ok }) => !ok)
  return failed
    ? { state: 'failed', text: `A check failed: ${failed.text}, found ${failed.found}. ${helpOf(failed.name)}` }
    : { state: 'done', text: `${STEP_WORDS[step].done} ${counted(checks.length, 'check')} passed.` }
}
