import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import type { Planned } from './rules'

/** A shift as it stands from this move on. `moved`: who answered before said it of another time. */
export function changeWrite(shiftId: string, shift: Planned, moved: boolean): Prisma.Sql {
  return Prisma.sql`
    UPDATE public.shift s
       SET date = ${shift.date}::date, start_time = ${shift.startTime}::text, end_time = ${shift.endTime}::text,
           starts_at = ${shift.startsAt.toISOString()}::timestamptz, ends_at = ${shift.endsAt.toISOString()}::timestamptz,
           role = ${shift.role}::text, min_seats = ${shift.minSeats}::int, target_seats = ${shift.targetSeats}::int,
           key_wanted = ${shift.keyWanted}::boolean,
           moved_at = CASE WHEN ${moved}::boolean THEN upd.door_at ELSE s.moved_at END
      FROM upd WHERE s.run_id = upd.id AND s.id = ${shiftId}::uuid RETURNING 1`
}

/** A shift taken out: its row stays, because answers name it; its seats and bans go. */
export const dropWrites = (shiftId: string): Prisma.Sql[] => [
  Prisma.sql`UPDATE public.shift s SET dropped_at = upd.door_at FROM upd WHERE s.run_id = upd.id AND s.id = ${shiftId}::uuid RETURNING 1`,
  Prisma.sql`DELETE FROM public.assignment a USING upd WHERE a.run_id = upd.id AND a.shift_id = ${shiftId}::uuid RETURNING 1`,
  Prisma.sql`DELETE FROM public.ban b USING upd WHERE b.run_id = upd.id AND b.shift_id = ${shiftId}::uuid RETURNING 1`,
]

export type Reshape = { shiftId: string; at: Date; name: string; was: string | null }

/** Every change of a week's shifts, the oldest first, by what the record says of them. */
export const listReshapes = (ctx: Context, runId: string): Promise<Reshape[]> => ctx.db.$queryRaw`
  SELECT a.data->>'shift' AS "shiftId", a.at, a.data->>'name' AS name, a.data->>'was' AS was FROM public.audit_event a
   WHERE a.machine = 'run' AND a.subject_id = ${runId}::uuid AND a.version IS NOT NULL AND a.type = 'run.reshaped'
   ORDER BY a.version`
