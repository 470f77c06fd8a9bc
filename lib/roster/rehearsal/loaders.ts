import { loadRehearsalMail, loadRehearsalMails } from '@/lib/messages/rehearsal/loaders'
import { rosterBuild } from '@/lib/platform/build'
import type { Context } from '@/lib/platform/context'
import { formatDate, type Shown, shownAt } from '@/lib/platform/zone-format'
import { faultOf } from './copy/rules'
import * as data from './data'
import { refusal, STEP_WORDS, titleOf } from './labels'
import { nameOf, nextOf, numberOf, statusOf } from './rules'
import {
  type RehearsalLine,
  type RehearsalStamp,
  type RehearsalStatus,
  type RehearsalView,
  type RosterChoice,
  STEPS,
  type StepName,
  type StepView,
} from './schema'
import { countMails, findHeldUntil, type MailCount } from './steps/data'
import { helpOf } from './steps/labels'
import { holderText } from './steps/process'

/** How long a step that was begun counts as under way without a lease or a mail to show for it, in ms. */
const FRESH_MS = 30_000

/** Whether a rehearsal has a page, before anything of it is read. */
export const hasRehearsal = async (ctx: Context, id: string): Promise<boolean> =>
  (await data.findRehearsal(ctx, id)) !== null

/** A rehearsal as its page shows it, each step from its own row: what is checked is not judged again by whoever looks. */
export async function loadRehearsal(ctx: Context, id: string): Promise<RehearsalView | null> {
  const rehearsal = await data.findRehearsal(ctx, id)
  if (!rehearsal) return null
  const { runId, zone, address } = rehearsal
  const [rows, mails, counts, lease] = await Promise.all([
    data.listSteps(ctx, id),
    loadRehearsalMails(ctx, { runId, zone }),
    countMails(ctx, runId),
    holderText(ctx, rehearsal),
  ])
  const status = statusOf(rehearsal, rows)
  const next = status === 'open' ? nextOf(rows) : null
  const isThisBuild = rehearsal.build === rosterBuild()
  const shown = (at: Date | null): Shown | null => at && shownAt(zone, at)
  const going = status === 'open' ? rows.find(({ passed }) => passed === null) : undefined
  return {
    id,
    at: ctx.now().toISOString(),
    runId,
    rosterName: nameOf(rehearsal.rosterName),
    zone,
    title: titleOf(rehearsal.rosterName),
    weekTitle: formatDate(rehearsal.weekOf, 'week'),
    operator: rehearsal.operatorName,
    address,
    build: rehearsal.build,
    isThisBuild,
    status,
    began: shownAt(zone, rehearsal.beganAt),
    ended: shown(rehearsal.signedAt ?? rehearsal.stoppedAt),
    signedName: rehearsal.signedName,
    steps: STEPS.map((name) => stepView(name, { rows, status, next, counts, shown })),
    next,
    locked: next && !isThisBuild ? refusal('other_build').text : null,
    lease: lease ?? null,
    inFlight: lease !== undefined || (going !== undefined && isFresh(ctx, going)),
    inbox: mails.rows
      .filter(({ state }) => state !== 'let_go')
      .map(({ id: mail, subject, to, kind, mark, queued, settled }) => ({
        ...{ id: mail, subject, to, kind, state: mark, at: settled ?? queued },
      })),
    inboxCount: mails.counts.reduce((sum, { state, count }) => sum + (state === 'let_go' ? 0 : count), 0),
    others: mails.recipients.filter((to) => to !== address).length,
    waiting: mails.waiting,
  }
}

const isFresh = (ctx: Context, { beganAt }: data.StepRow): boolean => ctx.now().getTime() - beganAt.getTime() < FRESH_MS

type Scene = {
  rows: readonly data.StepRow[]
  status: RehearsalStatus
  next: StepName | null
  counts: readonly MailCount[]
  shown(at: Date | null): Shown | null
}

function stepView(name: StepName, { rows, status, next, counts, shown }: Scene): StepView {
  const row = rows.find((one) => one.name === name)
  const state = stateOf(row, status, name === next)
  const failed = row?.checks.find(({ ok }) => ok === false)
  const mails = counts.find(({ step }) => step === name)
  return {
    number: numberOf(name),
    name,
    title: STEP_WORDS[name].title,
    text: STEP_WORDS[name].text,
    state,
    checks: row?.checks ?? [],
    began: shown(row?.beganAt ?? null),
    ended: shown(row?.endedAt ?? null),
    progress: state === 'running' && mails ? { done: mails.done, total: mails.total } : null,
    help: state === 'failed' && failed ? helpOf(failed.name) : null,
  }
}

/** A step that was begun and never ended is nothing any more once the rehearsal is stopped. */
function stateOf(row: data.StepRow | undefined, status: RehearsalStatus, isNext: boolean): StepView['state'] {
  if (row?.passed) return 'done'
  if (row?.passed === false) return 'failed'
  if (row && status === 'open') return 'running'
  return isNext ? 'now' : 'todo'
}

/** All rehearsals, the latest first. */
export async function listRehearsals(ctx: Context): Promise<RehearsalLine[]> {
  return (await data.listAll(ctx)).map(({ passed, ...row }) => {
    const ended = row.signedAt ?? row.stoppedAt
    return {
      id: row.id,
      title: titleOf(row.rosterName),
      status: statusOf(
        row,
        STEPS.slice(0, passed).map((name) => ({ name, passed: true })),
      ),
      began: shownAt(row.zone, row.beganAt),
      ended: ended && shownAt(row.zone, ended),
      operator: row.operatorName,
      passed,
    }
  })
}

/** Whether anything of a rehearsal has changed, in one small statement. */
export async function loadRehearsalStamp(ctx: Context, id: string): Promise<RehearsalStamp | null> {
  const [stamp, rehearsal, rows] = await Promise.all([
    data.findStamp(ctx, id),
    data.findRehearsal(ctx, id),
    data.listSteps(ctx, id),
  ])
  if (stamp === null || !rehearsal) return null
  const status = statusOf(rehearsal, rows)
  const held = await findHeldUntil(ctx, rehearsal.runId)
  const going = status === 'open' ? rows.find(({ passed }) => passed === null) : undefined
  return { id, stamp, status, inFlight: held !== null || (going !== undefined && isFresh(ctx, going)) }
}

/** The real rosters, each with why it cannot be rehearsed where it cannot. */
export async function rostersToRehearse(ctx: Context): Promise<RosterChoice[]> {
  const rosters = await data.listRosters(ctx)
  return rosters.map(({ id, name, tenders, templates }) => {
    const isReached = tenders.some((tender) => faultOf(tender) === null)
    const reason =
      tenders.length === 0 ? 'no_tenders' : templates === 0 ? 'no_pattern' : isReached ? null : 'nobody_to_mail'
    return { id, name, tenders: tenders.length, shifts: templates, reason: reason && refusal(reason).text }
  })
}

/** One mail of a rehearsal as it was sent; null where the rehearsal has no such mail. */
export async function loadMailOf(ctx: Context, id: string, messageId: string) {
  const rehearsal = await data.findRehearsal(ctx, id)
  return rehearsal && loadRehearsalMail(ctx, rehearsal, messageId)
}
