import { clock } from '@/lib/engine/sql'
import type { MessageKind } from '@/lib/messages/effects'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { itsEngineActs, stateOf } from './engines/data'
import { bouncedBy } from './people/reach/data'
import { settle } from './sending/process'

/** The week of `m` opened again or got another deadline, under which whoever is silent was written to anew. */
const askedAnew = (since: Prisma.Sql) => Prisma.sql`EXISTS (SELECT FROM public.audit_event a
  WHERE a.machine = 'run' AND a.subject_id = m.subject_id AND a.version IS NOT NULL AND a.type IN ('run.extended', 'run.reopened') AND ${since})`

/** The last part of an invitation's key is the version of the week that wrote it. */
const NEWER = Prisma.sql`a.version > split_part(m.effect_key, ':', 4)::int`
const SINCE = Prisma.sql`a.at > m.queued_at`

const weekIs = (condition: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT FROM public.roster_run r WHERE r.id = m.subject_id AND r.kind = 'week' AND ${condition})`
const COLLECTING = Prisma.sql`${stateOf('r')} = 'COLLECTING'`
const ANSWERED = Prisma.sql`EXISTS (SELECT FROM public.availability v WHERE v.run_id = m.subject_id AND v.tender_id = m.person_id)`
const ACTIVE = Prisma.sql`EXISTS (SELECT FROM public.tender t WHERE t.id = m.person_id AND t.active)`

/** What a nudge is about still holds: nobody is told of a button that was pressed meanwhile. */
const stillNudged = (ctx: Context) => Prisma.sql`CASE split_part(m.effect_key, ':', 2)
  WHEN 'collecting' THEN ${weekIs(Prisma.sql`${COLLECTING} AND r.deadline_at <= ${clock(ctx)}`)}
  WHEN 'unsent' THEN ${weekIs(Prisma.sql`${stateOf('r')} = 'APPROVED' AND r.queued_at IS NULL`)} ELSE true END`

/** A form that the old engine opened before there was a deadline column is open until it is closed, as for an answer. */
const mayRemind = (ctx: Context) => Prisma.sql`
  ${weekIs(Prisma.sql`${COLLECTING} AND coalesce(r.deadline_at > ${clock(ctx)}, true)`)}
  AND NOT ${ANSWERED} AND ${ACTIVE} AND NOT ${askedAnew(SINCE)}`

/**
 * When the roster's messages may go out. A schedule mail leaves only while its week is APPROVED and not over (hole 7),
 * and the engine that the week belongs to may act;
 * an invitation only while its form is open under the deadline that it names; a reminder before that deadline, to who
 * has not answered after all; a nudge while there is something to press. What may not any more is let go.
 */
export const rosterMessages = (ctx: Context): MessageKind[] => [
  {
    kind: 'schedule',
    may: Prisma.sql`EXISTS (SELECT FROM public.roster_run r
      WHERE r.id = m.subject_id AND r.kind = 'week' AND ${stateOf('r')} = 'APPROVED' AND ${itsEngineActs(ctx)}
        AND r.ends_at > ${clock(ctx)})`,
    settled: async (told, ids) => {
      for (const id of ids) await settle(told, id)
    },
    refused: bouncedBy,
  },
  {
    kind: 'invitation',
    may: Prisma.sql`${weekIs(COLLECTING)} AND NOT ${askedAnew(NEWER)}`,
    stale: {
      when: Prisma.sql`(NOT ${weekIs(COLLECTING)} OR ${askedAnew(NEWER)})`,
      reason: Prisma.sql`CASE WHEN ${weekIs(COLLECTING)} THEN 'The deadline was moved before this could be sent: it names the old one.'
        ELSE 'The form was closed before this could be sent.' END`,
    },
    refused: bouncedBy,
  },
  {
    kind: 'reminder',
    may: mayRemind(ctx),
    stale: {
      when: Prisma.sql`NOT (${mayRemind(ctx)})`,
      reason: Prisma.sql`CASE WHEN ${ANSWERED} THEN 'They answered before this could be sent.'
        WHEN NOT ${ACTIVE} THEN 'They are not active any more.'
        WHEN NOT ${weekIs(COLLECTING)} THEN 'The form was closed before this could be sent.'
        WHEN ${askedAnew(SINCE)} THEN 'The deadline was moved before this could be sent: it names the old one.'
        ELSE 'The deadline passed before this could be sent.' END`,
    },
    refused: bouncedBy,
  },
  {
    kind: 'nudge',
    may: stillNudged(ctx),
    stale: {
      when: Prisma.sql`NOT (${stillNudged(ctx)})`,
      reason: 'What it was about was done before this could be sent.',
    },
  },
  { kind: 'swap', may: Prisma.sql`true`, refused: bouncedBy },
]
