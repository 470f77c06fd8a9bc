import { hashPassword } from '@/lib/access/passwords/effects'
import { insertUser } from '@/lib/access/users/data'
import { as, type Context, SYSTEM } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { addDays } from '@/lib/platform/plain-date'
import type { RunState } from '@/lib/roster/machine'
import { weekOfInstant } from '@/lib/roster/rules'
import type { Settings } from '@/lib/roster/schema'
import { agreeRules, loseTouch } from './happenings'
import { ACCOUNTS, KEY_HOLDERS, PATTERN, SAMPLE_PASSWORD, TENDERS } from './names'
import { live, type WeekPlan } from './weeks'

const ZONE = 'Europe/London'
/** Half a year: what fairness looks back on. */
const PAST_WEEKS = 26
const HOUR = 3_600_000

/** Open for a week, closed on Monday, generated at once, out on Thursday: all in the week before. */
export const RHYTHM: Settings = {
  opens: { daysBefore: 14, time: '09:00' },
  closes: { daysBefore: 7, time: '08:00' },
  generates: { daysBefore: 7, time: '09:00' },
  sendBy: { daysBefore: 4, time: '18:00' },
  autopilot: false,
  makesWeeks: false,
  restHours: 0,
}

/** Half a year of weeks that were lived to the end, then one week in each state that is worth seeing. */
const AHEAD: RunState[] = ['SENT', 'APPROVED', 'ASSIGNED', 'CLOSED', 'COLLECTING', 'DRAFT']

/**
 * The sample company: six accounts, one roster with 24 tenders and ten shifts a week, and its weeks, all of them lived
 * through the same verbs as the buttons'. @throws when the database holds a week already
 */
export async function seed(ctx: Context, pastWeeks = PAST_WEEKS): Promise<string> {
  if ((await ctx.db.rosterRun.count()) > 0)
    throw new Error('This database holds weeks already. Empty it first: npm run db -- reset')
  const createdAt = ctx.now()
  await ctx.db.company.create({ data: { id: newId(), name: 'The Anchor', zone: ZONE, sample: true, createdAt } })
  const passwordHash = await hashPassword(SAMPLE_PASSWORD)
  const people = new Map<string, string>()
  for (const account of ACCOUNTS) {
    const id = await insertUser(as(ctx, SYSTEM), { ...account, emailNorm: account.email, passwordHash })
    if (id) people.set(account.role, id)
  }
  const rosterId = newId()
  await ctx.db.roster.create({ data: { id: rosterId, name: 'The Anchor', zone: ZONE, settings: RHYTHM, createdAt } })
  await ctx.db.tender.createMany({
    data: TENDERS.map((name) => {
      const email = `${name.toLowerCase().replace(' ', '.')}@anchor.test`
      return {
        id: newId(),
        rosterId,
        name,
        email,
        emailNorm: email,
        keyHolder: KEY_HOLDERS.has(name),
        active: true,
        createdAt,
      }
    }),
  })
  await ctx.db.shiftTemplate.createMany({
    data: PATTERN.map((shift) => ({ id: newId(), rosterId, ...shift, active: true })),
  })

  const operator = as(ctx, { kind: 'user', id: people.get('operator') ?? null, name: 'Olive Operator' })
  const monday = weekOfInstant(ZONE, ctx.now())
  const now = ctx.now().getTime()
  const past = Array.from({ length: pastWeeks }, (_, k): WeekPlan => {
    return { rosterId, zone: ZONE, weekOf: addDays(monday, 7 * (k + 1 - pastWeeks)), until: 'SENT', latest: ctx.now() }
  })
  // Each week ahead is further back than the one behind it in the queue: only one form is open at a time.
  const ahead = AHEAD.map((until, k): WeekPlan => {
    return {
      rosterId,
      zone: ZONE,
      weekOf: addDays(monday, 7 * (k + 1)),
      until,
      latest: new Date(now - (AHEAD.length - k) * 10 * HOUR),
      swaps: until === 'SENT',
    }
  })
  const ids = new Map((await ctx.db.tender.findMany()).map(({ id, name }) => [name, id]))
  const before = new Date(now - (AHEAD.length * 10 - 8) * HOUR)
  await live(
    operator,
    [...past, ...ahead],
    [
      { at: before, run: (then) => agreeRules(then, rosterId, ids) },
      { at: before, run: (then) => loseTouch(then, ids) },
    ],
  )
  return `The Anchor: ${TENDERS.length} tenders, ${pastWeeks} past weeks, ${AHEAD.length} weeks ahead.`
}
