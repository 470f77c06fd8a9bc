import { userWords } from './access/labels'
import { can, type Permission, type Role } from './access/rules'
import { findUserNames } from './access/users/data'
import { needWords } from './alerts/labels'
import { countToday, type TodaySource } from './alerts/loaders'
import type { AnyMachine } from './engine/machine'
import type { MessageKind } from './messages/effects'
import { messageWords, restoreWords } from './messages/labels'
import { countUndecided, nameMessages } from './messages/outbox/data'
import { noteSeals } from './messages/restore/process'
import { messagesToday } from './messages/today/loaders'
import { configuredTransport } from './messages/transport/configured'
import type { Context } from './platform/context'
import { rosterTick } from './roster/clock/process'
import { nameFlag } from './roster/cutover/data'
import { cutoverWords } from './roster/cutover/labels'
import { cutoverToday, engineNote } from './roster/cutover/loaders'
import { cutover } from './roster/cutover/machine'
import { rosterMessages } from './roster/effects'
import { legacyTick } from './roster/legacy/clock/process'
import { run } from './roster/machine'
import { nameRules } from './roster/pairs/data'
import { pairWords } from './roster/pairs/labels'
import { rosterWords, templateWords, tenderWords } from './roster/people/labels'
import { nameRosters, nameTemplates, nameTenders, nameWeeks } from './roster/record/data'
import { runWords } from './roster/record/labels'
import { nameRehearsals } from './roster/rehearsal/data'
import { rehearsalWords } from './roster/rehearsal/labels'
import { nameSwaps } from './roster/swaps/data'
import { swapWords } from './roster/swaps/labels'
import { swapsToday } from './roster/swaps/loaders'
import { swap } from './roster/swaps/machine'
import { rosterToday } from './roster/today/loaders'
import { nameSchedules } from './schedules/data'
import type { Handlers, Owner } from './schedules/effects'
import { scheduleWords } from './schedules/labels'
import { schedule } from './schedules/machine'
import { scheduler } from './schedules/process'
import { schedulesToday } from './schedules/today/loaders'
import { messageDelivery } from './server/delivery'
import { leaseRecovery, type Recoveries } from './server/recovery'
import { schedulesTick } from './server/schedules'
import { auditSealing } from './server/sealing'
import type { CountOf, Counts, NoteOf, PlaceKey, Told } from './server/status'
import type { TickPart } from './server/tick'
import { upkeepHandlers } from './server/upkeep/jobs'
import { upkeepOwners } from './server/upkeep/specs'
import { firstSweep } from './server/upkeep/sweeping'
import { zoneDataTick } from './server/zone-data'
import type { SubjectWords } from './timeline/loaders'
import { recordToday } from './timeline/today/loaders'

// The only file that names every domain.

/** Every machine of the product. */
export const machines: readonly AnyMachine[] = [cutover, run, schedule, swap]

/** Every kind of message, with when it may go out. */
export const messageKinds = (ctx: Context): readonly MessageKind[] => rosterMessages(ctx)

/** What the timeline knows by name: each machine and ledger whose events it shows. */
export const subjects: readonly SubjectWords[] = [
  { ...messageWords, names: nameMessages },
  { ...restoreWords, names: async () => new Map() },
  { ...userWords, names: findUserNames },
  { ...runWords, names: nameWeeks },
  { ...cutoverWords, names: nameFlag },
  { ...rehearsalWords, names: nameRehearsals },
  { ...swapWords, names: nameSwaps },
  { ...scheduleWords, names: nameSchedules },
  { ...tenderWords, names: nameTenders },
  { ...templateWords, names: nameTemplates },
  { ...rosterWords, names: nameRosters },
  { ...pairWords, names: nameRules },
]

/** Who runs an expired lease of a kind again. The others wait for their button. */
const recoveries: Recoveries = {}

/** Who does what a schedule names, by its workflow type. */
export const handlers: Handlers = upkeepHandlers(machines, {
  client: (ctx) => scheduler(ctx, handlers),
  owners: (ctx) => owners(ctx),
})

/** Who owns schedules, each with what its rows expect to be kept now. */
export const owners = async (ctx: Context): Promise<readonly Owner[]> => upkeepOwners(scheduler(ctx, handlers))

/** The parts of a tick, in the order in which they run. */
export const tickParts: readonly TickPart[] = [
  schedulesTick(handlers),
  rosterTick,
  legacyTick,
  messageDelivery(messageKinds, configuredTransport, subjects),
  leaseRecovery(machines, recoveries, subjects),
  auditSealing(noteSeals),
  zoneDataTick,
  firstSweep({ client: (ctx) => scheduler(ctx, handlers), owners }),
]

/** What needs a person, as each desk says it: Today, and the number beside it. */
export const todaySources: readonly TodaySource[] = [
  messagesToday(subjects),
  rosterToday,
  cutoverToday,
  swapsToday,
  schedulesToday,
  recordToday,
]

const counts: readonly { key: PlaceKey; permission: Permission; count: CountOf }[] = [
  {
    key: 'outbox',
    permission: 'outbox.read',
    count: async (ctx) => {
      const value = await countUndecided(ctx.db)
      return {
        value,
        tone: 'act',
        says: value === 1 ? '1 message needs a decision' : `${value} messages need a decision`,
      }
    },
  },
]

const notes: readonly { permission: Permission; note: NoteOf }[] = [{ permission: 'roster.read', note: engineNote }]

/** What waits at each place that a role may open, by the key of the place. */
const countsFor = (role: Role): Counts => ({
  ...Object.fromEntries(counts.filter(({ permission }) => can(role, permission)).map(({ key, count }) => [key, count])),
  today: async (ctx) => {
    const value = await countToday(ctx, todaySources, role)
    return { value, tone: 'act', says: needWords(value) }
  },
})

/** What the frame of every page tells a role. */
export const toldTo = (role: Role): Told => ({
  counts: countsFor(role),
  notes: notes.filter(({ permission }) => can(role, permission)).map(({ note }) => note),
})
