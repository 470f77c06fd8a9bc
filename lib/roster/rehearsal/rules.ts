import { addDays, mondayOf } from '@/lib/platform/plain-date'
import { localOf } from '@/lib/platform/zones'
import type { RunEdge } from '../machine'
import { momentOf } from '../rules'
import type { Settings } from '../schema'
import { COPY_SUFFIX, type RehearsalStatus, STEPS, type StepName } from './schema'

/** The moves of the scratch week that each step makes. Its versions follow from them, so a stranger's move shows. */
export const MOVES: Record<StepName, readonly RunEdge[]> = {
  open: ['open'],
  extend: ['extend'],
  close: ['close'],
  generate: ['generate'],
  reopen: ['reopenAssigned'],
  regenerate: ['close', 'generate', 'regenerate'],
  approve: ['approve'],
  send: ['queue', 'send'],
}

export const numberOf = (step: StepName): number => STEPS.indexOf(step) + 1

/** The version of the scratch week at which a step begins. */
export const versionBefore = (step: StepName): number =>
  STEPS.slice(0, STEPS.indexOf(step)).reduce((sum, name) => sum + MOVES[name].length, 0)

/** The three steps that open the form, each with mails under the version that it reaches. */
export const OPENING = ['open', 'extend', 'reopen'] as const satisfies readonly StepName[]
export type Opening = (typeof OPENING)[number]
export const isOpening = (step: StepName): step is Opening => (OPENING as readonly StepName[]).includes(step)

/** Days by which the form closes before its rhythm says: each step that opens it moves the deadline by one. */
const EARLIER: Record<Opening, number> = { open: 2, extend: 1, reopen: 0 }

/** A rehearsal may lie about for so many days before its first deadline passes. */
const AHEAD_DAYS = 28

/** The Monday that a rehearsal plays: so far ahead that no deadline of it passes while somebody rehearses. */
export function weekFor(zone: string, { closes }: Pick<Settings, 'closes'>, now: Date): string {
  const first = addDays(localOf(zone, now).date, Math.max(closes.daysBefore, 0) + EARLIER.open + AHEAD_DAYS)
  return mondayOf(addDays(first, 6))
}

/** Until when the form is open after a step. Wall clock of the rhythm, so it holds over a change of the clocks. */
export const deadlineAfter = (
  step: Opening,
  { zone, weekOf, settings }: { zone: string; weekOf: string; settings: Pick<Settings, 'closes'> },
): Date => {
  const { daysBefore, time } = settings.closes
  return momentOf(zone, weekOf, { daysBefore: daysBefore + EARLIER[step], time })
}

type Ending = { stoppedAt: Date | null; signedAt: Date | null }
export type StepPassed = { name: StepName; passed: boolean | null }

export function statusOf({ stoppedAt, signedAt }: Ending, steps: readonly StepPassed[]): RehearsalStatus {
  if (stoppedAt) return 'stopped'
  if (signedAt) return 'signed'
  return nextOf(steps) ? 'open' : 'ready'
}

/** The first step that has not passed; null when all eight have. */
export const nextOf = (steps: readonly StepPassed[]): StepName | null =>
  STEPS.find((name) => steps.every((step) => step.name !== name || !step.passed)) ?? null

/** Whether a name was typed as it stands: case and spaces aside, a person's own is theirs however they type it. */
export const isNameTyped = (typed: string, name: string): boolean => plain(typed) === plain(name)
const plain = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** What a roster is called, from the name of its copy. */
export const nameOf = (copy: string): string => (copy.endsWith(COPY_SUFFIX) ? copy.slice(0, -COPY_SUFFIX.length) : copy)
