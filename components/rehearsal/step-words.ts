import type { IconName } from '@/components/ui/icon'
import { EDGE_WORDS } from '@/lib/roster/labels'
import type { StepName, StepView } from '@/lib/roster/rehearsal/schema'

type Press = { label: string; icon: IconName }

/** What a step is pressed with: the words and icons of the buttons that are rehearsed. */
const PRESSES: Record<StepName, Press> = {
  open: { label: EDGE_WORDS.open.button, icon: 'mail-plus' },
  extend: { label: EDGE_WORDS.extend.button, icon: 'calendar-clock' },
  close: { label: EDGE_WORDS.close.button, icon: 'door-closed' },
  generate: { label: EDGE_WORDS.generate.button, icon: 'shuffle' },
  reopen: { label: EDGE_WORDS.reopen.button, icon: 'rotate-ccw' },
  regenerate: { label: EDGE_WORDS.regenerate.button, icon: 'refresh-cw' },
  approve: { label: EDGE_WORDS.approve.button, icon: 'check' },
  send: { label: EDGE_WORDS.queue.button, icon: 'send' },
}

/** The button of the step that comes next. @param moving the step goes on by itself */
export function pressOf({ name, state }: StepView, moving: boolean): Press {
  if (state === 'failed') return { label: 'Check again', icon: 'rotate-ccw' }
  if (state === 'running' && !moving) return { label: 'Go on with this step', icon: 'play' }
  return PRESSES[name]
}

export type Progress = { label: string; done: number; total: number }

/** How far a step is: by its mails while they leave, else by its checks. Null where nobody can say. */
export function progressOf({ checks, progress }: StepView): Progress | null {
  if (progress && progress.total > 0) {
    const { done, total } = progress
    return { label: `${done} of ${total} mails sent`, done, total }
  }
  if (checks.length === 0) return null
  const done = checks.filter(({ ok }) => ok !== null).length
  return { label: `${done} of ${checks.length} checks made`, done, total: checks.length }
}

/** Where a step stands, for a screen reader: said as it changes. */
export function standingOf(step: StepView | undefined, moving: boolean): string {
  if (!step) return ''
  const bad = step.checks.filter(({ ok }) => ok === false)
  const what = `Step ${step.number}, ${step.title}`
  if (step.state === 'failed')
    return `${what}: failed. ${bad.map(({ text, expected, found }) => `${text}: expected ${expected}, found ${found}`).join('; ')}`
  if (step.state !== 'running' && !moving) return `${what} comes next.`
  const progress = progressOf(step)
  return progress ? `${what}: ${progress.label}.` : `${what} is under way.`
}
