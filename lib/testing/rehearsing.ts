import { type Context, context } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { findRehearsal } from '@/lib/roster/rehearsal/data'
import { beginRehearsal, checkAgain, stopRehearsal, takeStep } from '@/lib/roster/rehearsal/process'
import { STEPS, type StepName, type Taken } from '@/lib/roster/rehearsal/schema'
import { must } from './engine'
import { rosterWorld } from './roster'
import type { TestServer } from './server'

export type RehearsalWorld = Awaited<ReturnType<typeof rehearsalWorld>>

/** Two operators with accounts, rosters to rehearse, and the steps as their buttons press them: a request each. */
export async function rehearsalWorld(server?: TestServer) {
  const w = await rosterWorld(server)
  const account = async (name: string) => {
    const id = newId()
    const email = `${name.toLowerCase()}@anchor.test`
    const role = { role: 'operator', createdAt: w.ctx.now() }
    await w.db.appUser.create({ data: { id, name: `${name} Marsh`, email, emailNorm: email, ...role } })
    return { id, name: `${name} Marsh`, email }
  }
  const [olive, max] = [await account('Olive'), await account('Max')]

  /** What one press is given: a request of its own. */
  const press = (over: Partial<Context> = {}, by = olive): Context => ({
    ...context({ db: w.db, actor: { kind: 'user', id: by.id, name: by.name }, shift: over.shift ?? 0, killed: false }),
    ...over,
  })
  /** Another connection pool, as another server has one. */
  const elsewhere = (by = olive): Context => press({ db: connect(w.database.url) }, by)

  const begin = async (rosterId: string, ctx = press()): Promise<string> =>
    (await must(beginRehearsal(ctx, { rosterId, commandId: newId() }))).id
  const take = (id: string, step: StepName, ctx = press()): Promise<Taken> => takeStep(ctx, id, { step })
  const again = (id: string, step: StepName, ctx = press()): Promise<Taken> => checkAgain(ctx, id, { step })

  /** Takes a step until it has ended, as somebody who presses again whenever it says so. */
  async function finish(id: string, step: StepName, ctx = press()): Promise<Taken> {
    let taken = await take(id, step, ctx)
    for (let presses = 0; presses < 20 && taken.ok && taken.state === 'running'; presses++)
      taken = await take(id, step, ctx)
    return taken
  }
  /** Takes every step before the one named, all of them where none is. @throws with what failed, where one does */
  async function passUntil(id: string, until: StepName | null = null, ctx = press()): Promise<void> {
    for (const step of STEPS.slice(0, until ? STEPS.indexOf(until) : STEPS.length)) {
      const taken = await finish(id, step, ctx)
      if (!taken.ok || taken.state !== 'done') throw new Error(`${step}: ${taken.text} ${await checksOf(id, step)}`)
    }
  }
  const stepOf = (id: string, step: StepName) =>
    w.db.rehearsalStep.findFirst({ where: { rehearsalId: id, name: step } })
  const checksOf = async (id: string, step: StepName): Promise<string> =>
    JSON.stringify((await stepOf(id, step))?.checks ?? null)

  const rehearsal = async (id: string) => {
    const found = await findRehearsal(press(), id)
    if (!found) throw new Error(`no rehearsal ${id}`)
    return found
  }
  /** Ends whatever is open, so that a test begins with none. */
  async function stopOpen(): Promise<void> {
    const open = await w.db.rehearsal.findFirst({ where: { stoppedAt: null, signedAt: null } })
    if (open) await must(stopRehearsal(press(), open.id, { commandId: newId() }))
  }
  const factsOf = async (id: string) =>
    (await w.db.auditEvent.findMany({ where: { machine: 'rehearsal', subjectId: id }, orderBy: { id: 'asc' } })).map(
      ({ type, data }) => [type.replace('rehearsal.', ''), (data as { step?: string }).step ?? null] as const,
    )
  const mailsOf = (runId: string) => w.db.message.findMany({ where: { subjectId: runId }, orderBy: { id: 'asc' } })

  return {
    ...w,
    olive,
    max,
    press,
    elsewhere,
    begin,
    take,
    again,
    finish,
    passUntil,
    stepOf,
    checksOf,
    rehearsal,
    stopOpen,
    factsOf,
    mailsOf,
  }
}
