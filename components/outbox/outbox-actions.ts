import type { CommandAction } from '@/components/ui/use-command'
import type { RowRef } from '@/lib/messages/outbox/schema'

type Rows = { rows: Pick<RowRef, 'id' | 'seen'>[] }

/** One action a decision, handed down by the page. */
export type DecisionActions = {
  retry: CommandAction<Rows>
  sendAgain: CommandAction<Rows>
  itArrived: CommandAction<Rows>
  letGo: CommandAction<Rows & { reason: string }>
}

export type OutboxActions = DecisionActions & { confirmRestore: CommandAction<object> }
