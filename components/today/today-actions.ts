import type { CommandAction } from '@/components/ui/use-command'
import type { MoveName } from '@/lib/alerts/schema'

/** One action a move, handed down by the page. Each reads its own input strictly. */
export type TodayActions = Readonly<Record<MoveName, CommandAction<Record<string, unknown>>>>
