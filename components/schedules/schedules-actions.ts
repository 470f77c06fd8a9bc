import type { CommandAction } from '@/components/ui/use-command'

/** One action a button, handed down by the page. */
export type ScheduleActions = {
  pause: CommandAction<{ id: string; version: number; reason: string }>
  resume: CommandAction<{ id: string; version: number }>
  fire: CommandAction<{ id: string }>
  reconcile: CommandAction<{ dryRun: boolean }>
}

/** What a press on a schedule makes stale. */
export const STALE = [['schedules'], ['today'], ['timeline'], ['shell-status']]
