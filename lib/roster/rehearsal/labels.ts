import type { EventData, Mark, Words } from '@/lib/timeline/labels'
import { nameOf } from './rules'
import { type Refusal, type RefusalReason, STEPS, type StepName } from './schema'

/** A step as the wizard names it, what it does, and how it is said once it has passed. */
export const STEP_WORDS: Record<StepName, { title: string; text: string; done: string }> = {
  open: {
    title: 'Open the form',
    text: 'Everybody is invited by mail, and the first half answers.',
    done: 'The form is open.',
  },
  extend: {
    title: 'Extend the deadline',
    text: 'Whoever is silent is written to again, and the others answer.',
    done: 'The deadline is moved.',
  },
  close: {
    title: 'Close',
    text: 'The form is closed, and one answer comes late.',
    done: 'The form is closed.',
  },
  generate: {
    title: 'Generate',
    text: 'The picker makes the roster from the answers.',
    done: 'The roster is generated.',
  },
  reopen: {
    title: 'Reopen',
    text: 'The form is opened again, and the roster stays.',
    done: 'The form is open again.',
  },
  regenerate: {
    title: 'Regenerate: close, generate, generate in place',
    text: 'One answer changes, so the roster does; nothing changes after that, so it stays.',
    done: 'The roster is generated anew.',
  },
  approve: {
    title: 'Approve',
    text: 'The roster that was shown is bound.',
    done: 'The roster is approved.',
  },
  send: {
    title: 'Send',
    text: 'Everybody’s schedule is mailed, and the week ends.',
    done: 'The schedule is sent.',
  },
}

const REFUSALS: Record<RefusalReason, string> = {
  not_found: 'This rehearsal is not there. Go back to the list of rehearsals.',
  not_a_person: 'A rehearsal is begun and signed by somebody who is signed in.',
  no_address:
    'Your account’s address cannot take mail, and every mail of a rehearsal goes there. Have an admin change it under Settings.',
  no_roster: 'There is no such roster. Make one under Roster, Settings first.',
  no_tenders: 'This roster has nobody to ask. Add a tender, or make one active again.',
  nobody_to_mail: 'Nobody of this roster can be written to. Give at least one tender an address first.',
  no_pattern: 'This roster has no weekly shifts. Add them under Roster, Shifts first.',
  one_is_open: 'Another rehearsal is going on. Finish it or stop it first.',
  stopped: 'This rehearsal was stopped. Begin another one.',
  signed: 'This rehearsal is signed: it stands as it is.',
  other_build: 'Daybook was updated since this rehearsal began. Stop it and begin another one.',
  step_before: 'The steps are taken in their order.',
  step_failed: 'A check of this step failed. Mend what it names, then check again.',
  not_begun: 'This step has not been taken yet.',
  held: 'Somebody’s press is at work on this step. Press again in a moment.',
  moved_on: 'These mails changed since the page was drawn. What you see now is how they stand.',
  not_all_passed: 'All eight steps have to pass before it is signed.',
  other_name: 'That is not the name of your account.',
  second_person: 'With more than 500 recipients somebody other than the approver sends: let them press this step.',
}

/** 'Rehearsal of The Anchor', from the name of the copy. */
export const titleOf = (copy: string): string => `Rehearsal of ${nameOf(copy)}`

/** A refusal with its sentence. @param text where more is known than the reason says */
export const refusal = (reason: RefusalReason, text = REFUSALS[reason]): Refusal => ({ ok: false, reason, text })

/** Which step comes first. */
export const stepBefore = (next: StepName): Refusal =>
  refusal('step_before', `First comes “${STEP_WORDS[next].title}”.`)

export const otherName = (name: string): Refusal =>
  refusal('other_name', `Type your own name as your account has it: ${name}.`)

export const signedBy = (name: string | null): Refusal =>
  refusal('signed', name ? `${name} has signed this rehearsal: it stands as it is.` : undefined)

/** What is said once a rehearsal has ended. */
export const ENDED = {
  signed: 'The rehearsal is signed. With it Daybook can go live for 14 days, as long as this build runs.',
  stopped: 'The rehearsal is stopped. Its record stays.',
}
/** Why the mails that a stopped rehearsal had not sent are let go. */
export const STOPPED_MAILS = 'The rehearsal was stopped before this could be sent.'
export const LET_GO = 'Let go in the rehearsal.'
export const decidedText = (done: number): string =>
  `${done === 1 ? '1 mail is' : `${done} mails are`} decided. Check the step again, and it goes on.`

export const isStep = (text: unknown): text is StepName => (STEPS as readonly unknown[]).includes(text)

const FACTS: Record<string, Mark> = {
  'rehearsal.began': { label: 'Begun', tone: 'open', icon: 'play' },
  'rehearsal.step_passed': { label: 'Step passed', tone: 'good', icon: 'check' },
  'rehearsal.step_failed': { label: 'Check failed', tone: 'bad', icon: 'circle-x' },
  'rehearsal.signed': { label: 'Signed', tone: 'good', icon: 'pencil' },
  'rehearsal.stopped': { label: 'Stopped', tone: 'quiet', icon: 'pause' },
}

function said(type: string, data: EventData): string {
  const title = isStep(data.step) ? STEP_WORDS[data.step].title : ''
  switch (type) {
    case 'rehearsal.step_passed':
      return title
    case 'rehearsal.step_failed':
      return `${title}: ${data.check}, found ${data.found}`
    case 'rehearsal.signed':
      return `by ${data.name}`
    case 'rehearsal.stopped':
      return data.passed === 0 ? 'before any step had passed' : `after ${data.passed} of 8 steps`
    default:
      return ''
  }
}

/** What happens in a rehearsal beside the moves of its week, as the timeline says it. */
export const rehearsalWords: Words = {
  machine: 'rehearsal',
  desk: 'roster',
  noun: 'rehearsal',
  state: () => null,
  event: (type, data) => said(type, data),
  fact: (type) => FACTS[type] ?? null,
}
