import { newId } from '@/lib/platform/ids'
import { STANDARD } from '../../rules'
import type { Spec } from '../../schema'
import { isNotFound, isThereAlready, type Place, payload, ServerError, type Service } from '../data'
import { restlessWords } from '../labels'
import { manualId } from '../workflow/rules'
import { calendarOf, isSame, type There } from './rules'

// Schedules on the server, by its own calls: the client package has no field for zone data.

/** The server's number for "start it beside whatever runs": the ledger judges overlaps, and loses none without a row. */
const ALLOW_ALL = 6
/** What a caller is called in the server's history. */
const IDENTITY = 'daybook'
/** Rounds in which somebody else may change a schedule while we do. */
const ROUNDS = 5
const PAGE = 1_000

export type Pause = { reason: string } | null

const clocks = () => import('@temporalio/common/lib/time')

async function specOn(spec: Pick<Spec, 'calendar'>) {
  const { msToTs } = await clocks()
  const { jitter, ...calendar } = calendarOf(spec)
  return { ...calendar, jitter: msToTs(jitter * 1_000) }
}

const workflowOf = ({ workflowType, taskQueue, args }: Spec) => ({
  workflowType: { name: workflowType },
  taskQueue: { name: taskQueue },
  input: { payloads: [payload(args)] },
})

/** @returns false where one of this id is there already, which is left as it is */
export async function create(service: Service, { namespace }: Place, spec: Spec, pause: Pause): Promise<boolean> {
  const { msToTs } = await clocks()
  const window = spec.policy?.window ?? STANDARD.window
  const schedule = {
    spec: await specOn(spec),
    action: { startWorkflow: { workflowId: spec.id, ...workflowOf(spec) } },
    policies: { overlapPolicy: ALLOW_ALL, catchupWindow: msToTs(window * 1_000) },
    state: { paused: pause !== null, notes: pause?.reason ?? spec.note },
  }
  const memo = { fields: { note: payload(spec.note) } }
  const requestId = newId()
  try {
    await service.createSchedule({ namespace, scheduleId: spec.id, schedule, memo, requestId, identity: IDENTITY })
    return true
  } catch (error) {
    if (isThereAlready(error)) return false
    throw error
  }
}

const described = async (service: Service, { namespace }: Place, scheduleId: string) => {
  try {
    return await service.describeSchedule({ namespace, scheduleId })
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** What the server keeps under an id; it answers once a new schedule counts its times. Null where there is none. */
export async function describe(service: Service, place: Place, id: string): Promise<There | null> {
  const found = await described(service, place, id)
  return found && thereOf(found)
}

async function thereOf({ schedule, info }: Described): Promise<There> {
  const { tsToMs } = await clocks()
  const spec = schedule?.spec
  return {
    cron: spec?.structuredCalendar?.[0]?.comment ?? '',
    zone: spec?.timezoneName ?? '',
    jitter: (spec?.jitter ? tsToMs(spec.jitter) : 0) / 1_000,
    zoneData: spec?.timezoneData ?? new Uint8Array(),
    paused: schedule?.state?.paused ?? false,
    note: schedule?.state?.notes ?? '',
    createdAt: new Date(info?.createTime ? tsToMs(info.createTime) : 0),
  }
}

type Described = Awaited<ReturnType<Service['describeSchedule']>>

/**
 * Gives a schedule other terms. An update with a token that is no longer the newest answers as if it had been taken and
 * does nothing, so the server is asked until it shows what it was given. Pause and note stay as they are.
 * @returns false where there is none
 */
export async function change(service: Service, place: Place, id: string, to: Pick<Spec, 'calendar'>): Promise<boolean> {
  for (let round = 0; round <= ROUNDS; round += 1) {
    const found = await described(service, place, id)
    if (!found) return false
    if (isSame(await thereOf(found), to)) return true
    const { conflictToken, schedule } = found
    await service.updateSchedule({
      ...{ namespace: place.namespace, scheduleId: id, requestId: newId(), identity: IDENTITY },
      ...(conflictToken ? { conflictToken } : {}),
      schedule: { ...schedule, spec: await specOn(to) },
    })
  }
  throw new ServerError(restlessWords(id))
}

/** The reason of a pause, or the note that comes back with its end, is what the server shows. @returns false where there is none */
export async function setPaused(
  service: Service,
  { namespace }: Place,
  scheduleId: string,
  patch: { pause: string } | { unpause: string },
): Promise<boolean> {
  try {
    await service.patchSchedule({ namespace, scheduleId, patch, requestId: newId(), identity: IDENTITY })
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

/** Takes it away; one that is not there is fine. */
export async function remove(service: Service, { namespace }: Place, scheduleId: string): Promise<void> {
  try {
    await service.deleteSchedule({ namespace, scheduleId, identity: IDENTITY })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

/** Starts the workflow of a press, once a command. The server's own trigger names its time to the second, as a slot's. */
export async function start(service: Service, { namespace }: Place, spec: Spec, commandId: string): Promise<void> {
  const workflowId = manualId(spec.id, commandId)
  try {
    await service.startWorkflowExecution({
      ...{ namespace, workflowId, ...workflowOf(spec), requestId: newId(), identity: IDENTITY },
      // WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE
      workflowIdReusePolicy: 3,
    })
  } catch (error) {
    if (!isThereAlready(error)) throw error
  }
}

/** Ids of a feature that the server lists. The list lags behind by some tenths of a second: `describe` decides. */
export async function listIds(service: Service, { namespace }: Place, feature: string): Promise<string[]> {
  const ids: string[] = []
  const query = `ScheduleId STARTS_WITH "${feature}:"`
  let nextPageToken: Uint8Array | null = null
  do {
    const page: Awaited<ReturnType<Service['listSchedules']>> = await service.listSchedules({
      ...{ namespace, query, maximumPageSize: PAGE },
      ...(nextPageToken ? { nextPageToken } : {}),
    })
    for (const { scheduleId } of page.schedules ?? []) if (scheduleId?.startsWith(`${feature}:`)) ids.push(scheduleId)
    nextPageToken = page.nextPageToken?.length ? page.nextPageToken : null
  } while (nextPageToken)
  return ids
}
