import type { CommandAction } from '@/components/ui/use-command'
import type { MailsInput, StepName } from '@/lib/roster/rehearsal/schema'

type Of<T = object> = { rehearsalId: string } & T

/** One action a button, handed down by the page. */
export type WizardActions = {
  take: CommandAction<Of<{ step: StepName }>>
  check: CommandAction<Of<{ step: StepName }>>
  sign: CommandAction<Of<{ name: string }>>
  stop: CommandAction<Of>
  decide: CommandAction<Of<Pick<MailsInput, 'decision' | 'rows'>>>
}
