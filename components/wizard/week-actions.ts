import type { CommandAction } from '@/components/ui/use-command'
import type { Change } from '@/lib/roster/schema'
import type { WeekShiftValues } from '@/lib/roster/shifts/schema'
import type { WeekSettings } from '@/lib/roster/week/schema'

/** The week as the page showed it. */
export type Move = { runId: string; version: number }
type Until = Move & { local: string }
type Bound = Move & { hash: string }

/** One action a button, handed down by the page. */
export type WeekActions = {
  open: CommandAction<Until>
  extend: CommandAction<Until>
  reopen: CommandAction<Until>
  reopenAssigned: CommandAction<Until>
  close: CommandAction<Move>
  generate: CommandAction<Move>
  regenerate: CommandAction<Move>
  takeLate: CommandAction<Move>
  approve: CommandAction<Bound>
  unapprove: CommandAction<Move>
  send: CommandAction<Bound & { typed: string }>
  edit: CommandAction<Move & { change: Change }>
  saveSettings: CommandAction<Move & WeekSettings>
  remind: CommandAction<{ runId: string }>
  saveShift: CommandAction<Move & WeekShiftValues & { shiftId: string | null }>
  dropShift: CommandAction<Move & { shiftId: string }>
  finishWithOld: CommandAction<Move>
}
