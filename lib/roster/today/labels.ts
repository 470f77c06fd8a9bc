import { counted, EDGE_WORDS, REASON_WORDS, STATE_WORDS } from '../labels'
import type { NeedName } from './rules'
import type { TodayWeek } from './schema'

type Words = { title: string; text: string }

/** Names beyond so many are a number. */
const NAMED = 3

/** 'Rosa Lind, Kit Marsh and 2 more' */
export function namesOf(names: readonly string[]): string {
  if (names.length > NAMED) return `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}

const answeredOf = ({ answered, asked }: TodayWeek): string => `${answered} of ${asked} answered`

function closedText({ late, ...week }: TodayWeek): string {
  const came = late.length > 0 ? ` Late: ${namesOf(late)}.` : ''
  return `${answeredOf({ late, ...week })}, ${counted(week.seats, 'seat')} to fill.${came}`
}

const filledOf = ({ filled, seats }: TodayWeek): string => `${filled} of ${counted(seats, 'seat')} filled.`

/** What the lease that ran out was for, as the thing that stopped. */
const STOPPED: Readonly<Record<string, string>> = {
  close: 'Closing the form stopped half-way',
  generate: 'Generating the roster stopped half-way',
  send: 'Sending the schedule stopped half-way',
}

/** What a week needs, as its title says it and with the figures that decide it. @param by when the schedule is due */
export const NEED_WORDS: Record<NeedName, (week: TodayWeek, by: string) => Words> = {
  ended: (week) =>
    week.queuedAt
      ? {
          title: 'A week ended before all of its schedule mails were decided',
          text: 'What waits in the Outbox is not sent any more. Let it go there, and the week is done.',
        }
      : {
          title: 'A week ended and its schedule was never sent',
          text: `It was still ${STATE_WORDS[week.state].label.toLowerCase()}. Nobody was mailed their shifts. Once you have seen it, put it aside.`,
        },
  halfDone: ({ state }) => ({
    title: 'The new engine is switched off while this week is half-way',
    text: `It is ${STATE_WORDS[state].label.toLowerCase()}, and neither engine goes on with it: switch the new one on again, or finish it with the old one.`,
  }),
  stopped: ({ lease }) => ({
    title: STOPPED[lease?.kind ?? ''] ?? 'Something stopped half-way',
    text: 'Whoever was at it is gone, and nothing is half done. Press the same button again to take it over.',
  }),
  failed: ({ state, lastError }) => ({
    title:
      state === 'COLLECTING'
        ? 'The form could not be closed'
        : state === 'APPROVED'
          ? 'The schedule could not be sent'
          : 'The roster could not be generated',
    text: `${lastError} Nothing was changed.`,
  }),
  unsent: (week, by) => ({
    title: 'The schedule is approved and not sent',
    text: `It was to go out by ${by}. ${filledOf(week)}`,
  }),
  pastDeadline: (week) => ({ title: 'The form is past its deadline', text: `${answeredOf(week)}.` }),
  neverOpened: () => ({
    title: 'A deadline passed before its form was opened',
    text: 'Nobody was asked. Open the form with a new deadline.',
  }),
  unopened: ({ asked }) => ({
    title: 'A form waits to be opened',
    text: `${counted(asked, 'tender')} would be asked who can work.`,
  }),
  blocked: () => ({
    title: 'A form could be open by now',
    text: 'Another week’s form is still open: close that one first.',
  }),
  generateLate: (week, by) => ({
    title: 'No roster yet, and its schedule is overdue',
    text: `It was to go out by ${by}. ${closedText(week)}`,
  }),
  approveLate: (week, by) => ({
    title: 'The roster is not approved, and its schedule is overdue',
    text: `It was to go out by ${by}. ${filledOf(week)}`,
  }),
  generate: (week) => ({ title: 'The form has closed: ready to generate', text: closedText(week) }),
  approve: (week, by) => ({
    title: 'The roster is made: read it through and approve',
    text: `${filledOf(week)} It goes out by ${by}.`,
  }),
  silent: (week) => ({
    title: `${counted(week.asked - week.answered, 'tender has', 'tenders have')} not answered, and the form closes soon`,
    text: `${answeredOf(week)}.`,
  }),
}

/** People who would not get the schedule. */
export const problemWords = (people: readonly { name: string; why: string }[]): Words => {
  const [first] = people
  return {
    title: `The schedule may not reach ${counted(people.length, 'tender')}`,
    text:
      people.length === 1 && first
        ? `${first.name}: ${first.why}`
        : `${namesOf(people.map(({ name }) => name))} cannot be written to, or their last mail came back.`,
  }
}

/** A roster without a week on its way. */
export const NO_WEEK: Words = { title: 'No week is being prepared', text: 'Make the next week, then open its form.' }
export const NO_ROSTER: Words = {
  title: 'No roster yet',
  text: 'A roster has a name, a time zone and a rhythm. Then come its tenders and its weekly pattern of shifts.',
}

export const ASIDE_WORDS = {
  button: 'Put it aside',
  done: 'The week is put aside. Its page and the timeline keep what happened.',
  by: (name: string) => `${name} put this week aside already.`,
  not_over: 'This week is not over yet.',
  changed: REASON_WORDS.changed_since ?? '',
  gone: REASON_WORDS.not_found ?? '',
}

export const CLOSE_LABEL = EDGE_WORDS.close.button
export const GENERATE_LABEL = EDGE_WORDS.generate.button
