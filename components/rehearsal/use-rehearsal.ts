'use client'

import { useEffect, useRef, useState } from 'react'
import type { LiveRehearsal } from '@/components/rehearsal/live-rehearsal'
import { useLiveRehearsal } from '@/components/rehearsal/use-live-rehearsal'
import type { WizardActions } from '@/components/rehearsal/wizard-actions'
import { useCommand } from '@/components/ui/use-command'
import type { StepName, Taken } from '@/lib/roster/rehearsal/schema'

/** Mails leave in slices of some seconds, one a press: the page presses on, first soon, then more patiently. */
const AGAIN_MS = 1_500
const LONGEST_MS = 10_000

type Input = { rehearsalId: string; step: StepName; checks: boolean }
/** What a press left going, and how often it was pressed on since. */
type Going = { step: StepName; turns: number }

/** How a step stood when its press was answered. */
const stateOf = (value: unknown) => (value as Extract<Taken, { ok: true }> | null)?.state

/**
 * The rehearsal as it stands, and its one button. A step that is not through when its press is answered is pressed on
 * from here for as long as this page is open; whoever opens the page later finds it where it stands, and presses on.
 */
export function useRehearsal(brought: LiveRehearsal, actions: Pick<WizardActions, 'take' | 'check'>) {
  const { id: rehearsalId } = brought.view
  const [going, setGoing] = useState<Going | null>(null)
  const { run, pending } = useCommand<Input>({
    action: async ({ checks, ...input }) => {
      setGoing(null)
      const result = await (checks ? actions.check : actions.take)(input)
      if (result.ok && stateOf(result.value) === 'running')
        setGoing({ step: input.step, turns: going?.step === input.step ? going.turns + 1 : 1 })
      // The button is free once the page shows what came of it: until then it would be that of the step before.
      await live.refetch()
      return result
    },
  })
  const live = useLiveRehearsal(brought, pending || going !== null)
  const press = useRef(run)
  useEffect(() => {
    press.current = run
  })
  // A mail that waits for a decision holds the step up, and another tab may have brought it to its end.
  const isHeldUp = live.view.waiting.length > 0 || live.view.next !== going?.step
  const next = pending || isHeldUp ? null : going
  useEffect(() => {
    if (!next) return
    const again = () => press.current({ rehearsalId, step: next.step, checks: false })
    const timer = setTimeout(again, Math.min(AGAIN_MS * next.turns, LONGEST_MS))
    return () => clearTimeout(timer)
  }, [next, rehearsalId])
  return {
    ...live,
    pressing: pending || next !== null,
    take: (step: StepName) => run({ rehearsalId, step, checks: false }),
    check: (step: StepName) => run({ rehearsalId, step, checks: true }),
  }
}
