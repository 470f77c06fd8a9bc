import { Icon } from '@/components/ui/icon'
import type { StepView } from '@/lib/roster/rehearsal/schema'

const LOOKS: Record<StepView['state'], string> = {
  done: 'bg-good-soft text-good',
  running: 'bg-accent text-on-accent',
  now: 'bg-accent text-on-accent',
  failed: 'bg-bad-soft text-bad',
  todo: 'border border-strong text-faint',
}

export const STEP_SAID: Record<StepView['state'], string> = {
  done: 'done',
  running: 'under way',
  now: 'comes next',
  failed: 'failed',
  todo: 'locked until the steps before it have passed',
}

/** The number of a step, or what became of it. */
export function StepMarker({ number, state }: Pick<StepView, 'number' | 'state'>) {
  return (
    <span
      aria-hidden
      className={`grid size-7 shrink-0 place-items-center rounded-full text-xs font-semibold forced-colors:border ${LOOKS[state]}`}
    >
      {state === 'done' ? <Icon name="check" /> : state === 'failed' ? <Icon name="x" /> : number}
    </span>
  )
}
