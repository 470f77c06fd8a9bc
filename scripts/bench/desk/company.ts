import { hashPassword } from '@/lib/access/passwords/effects'
import { insertUser } from '@/lib/access/users/data'
import { as, type Context, SYSTEM } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { addDays } from '@/lib/platform/plain-date'
import type { RunState } from '@/lib/roster/machine'
import { weekOfInstant } from '@/lib/roster/rules'
import { rehearse, turnOn } from '@/prisma/seed/cutover'
import { PACE, RHYTHM } from '@/prisma/seed/pace'
import { at } from '@/prisma/seed/press'
import { live, type WeekPlan } from '@/prisma/seed/weeks'

const ZONE = 'Europe/London'
const TENDERS = 200
const SHIFTS = 60
const SENT_WEEKS = 26
const HOUR = 3_600_000
const WEEK_MS = 7 * 24 * HOUR
/** One week in each state, the furthest along first: only one form is open at a time. */
const AHEAD: RunState[] = ['APPROVED', 'ASSIGNED', 'CLOSED', 'COLLECTING', 'DRAFT']
const ROLES = ['Bar', 'Kitchen', 'Door'] as const
const HOURS = [
  ['12:00', '17:00'],
  ['17:00', '20:00'],
  ['20:00', '00:30'],
] as const

export const ADMIN = { name: 'Ada Admin', email: 'ada@anchor.test', password: 'the-anchor-at-eight' }

/** Nine shifts a day, fewer on Monday: 60 a week, of two or three seats. */
function pattern(rosterId: string) {
  const all = [7, 6, 5, 4, 3, 2, 1].flatMap((weekday) =>
    ROLES.flatMap((role) => HOURS.map(([startTime, endTime]) => ({ weekday, role, startTime, endTime }))),
  )
  return all.slice(0, SHIFTS).map((shift, k) => ({
    id: newId(),
    rosterId,
    ...shift,
    minSeats: 2,
    targetSeats: k % 3 === 0 ? 3 : 2,
    keyWanted: shift.role === 'Bar',
    active: true,
  }))
}

/**
 * A town's roster: 200 tenders, 60 shifts a week, 26 sent weeks and one in each other state, all of them lived through
 * the verbs that buttons call; and an admin who may read every page.
 */
export async function makeCompany(ctx: Context): Promise<{ rosterId: string }> {
  const createdAt = ctx.now()
  await ctx.db.company.create({ data: { id: newId(), name: 'The Anchor', zone: ZONE, sample: false, createdAt } })
  const { password, ...admin } = ADMIN
  const passwordHash = await hashPassword(password)
  const adminId = await insertUser(as(ctx, SYSTEM), { ...admin, emailNorm: admin.email, role: 'admin', passwordHash })
  const rosterId = newId()
  await ctx.db.roster.create({ data: { id: rosterId, name: 'The Anchor', zone: ZONE, settings: RHYTHM, createdAt } })
  await ctx.db.tender.createMany({
    data: Array.from({ length: TENDERS }, (_, k) => {
      const email = `person${k + 1}@anchor.test`
      const name = `Person Number ${k + 1}`
      return { id: newId(), rosterId, name, email, emailNorm: email, keyHolder: k % 3 === 0, active: true, createdAt }
    }),
  })
  await ctx.db.shiftTemplate.createMany({ data: pattern(rosterId) })
  const operator = as(ctx, { kind: 'user', id: adminId, name: admin.name })
  const before = at(operator, new Date(ctx.now().getTime() - (SENT_WEEKS + 4) * WEEK_MS))
  await rehearse(before, rosterId)
  await turnOn(before)
  await live(operator, plansOf(ctx, rosterId))
  return { rosterId }
}

function plansOf(ctx: Context, rosterId: string): WeekPlan[] {
  const monday = weekOfInstant(ZONE, ctx.now())
  const plan = (week: number, until: RunState, latest: Date) => ({
    rosterId,
    zone: ZONE,
    pace: PACE,
    weekOf: addDays(monday, 7 * week),
    until,
    latest,
  })
  return [
    ...Array.from({ length: SENT_WEEKS }, (_, k) => plan(k + 1 - SENT_WEEKS, 'SENT', ctx.now())),
    ...AHEAD.map((until, k) => plan(k + 1, until, new Date(ctx.now().getTime() - (AHEAD.length - k) * 10 * HOUR))),
  ]
}
