import { record } from '@/lib/engine/audit'
import { AT } from '@/lib/engine/sql'
import { bear } from '@/lib/engine/transition'
import { normaliseAddress } from '@/lib/messages/rules'
import { rosterBuild } from '@/lib/platform/build'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { run } from '../../machine'
import { momentOf, planShifts, weekEnd } from '../../rules'
import { settingsSchema } from '../../schema'
import { shareRoster, shiftWrites } from '../../week/data'
import { refusal } from '../labels'
import { weekFor } from '../rules'
import { COPY_SUFFIX, type Refusal, rehearsalFacts } from '../schema'
import { insertRehearsal, readOriginal, writeCopy } from './data'
import { copyId, copyOf, faultOf } from './rules'

export type Account = { id: string; name: string; email: string }

/**
 * Copies a roster, bears its scratch week and begins the rehearsal, all in the caller's transaction. The original is read
 * under a shared lock, so nobody changes it meanwhile; nothing of it is written.
 * @returns null when it is begun, or why not, with nothing written
 */
export async function bearRehearsal(
  tx: Context,
  { id, rosterId, account, commandId }: { id: string; rosterId: string; account: Account; commandId: string },
): Promise<Refusal | null> {
  await shareRoster(tx, rosterId)
  const original = await readOriginal(tx, rosterId)
  if (!original) return refusal('no_roster')
  if (original.tenders.length === 0) return refusal('no_tenders')
  if (original.templates.length === 0) return refusal('no_pattern')
  if (original.tenders.every((tender) => faultOf(tender) !== null)) return refusal('nobody_to_mail')
  const { zone, name } = original
  const [address, settings] = [normaliseAddress(account.email), settingsSchema.parse(original.settings)]
  const copy = copyOf(original, { rehearsalId: id, name: `${name}${COPY_SUFFIX}`, address, settings })
  await writeCopy(tx, copy)

  const [runId, weekOf] = [copyId(id, 'run', rosterId), weekFor(zone, settings, tx.now())]
  const shifts = planShifts(zone, weekOf, copy.templates).map((shift) => ({ id: newId(), ...shift }))
  const values = {
    roster_id: copy.id,
    week_of: weekOf,
    created_at: AT,
    kind: 'rehearsal',
    autopilot: false,
    opens_at: momentOf(zone, weekOf, settings.opens),
    deadline_at: momentOf(zone, weekOf, settings.closes),
    ends_at: weekEnd(zone, weekOf),
  }
  const born = await bear(
    tx,
    run,
    'DRAFT',
    [{ id: runId, values, data: { shifts: shifts.length } }],
    [shiftWrites(shifts)],
  )
  if (!born.ok) throw new Error(`the scratch week was not born: ${born.reason}`)

  const build = rosterBuild()
  const operator = { operatorId: account.id, operatorName: account.name }
  await insertRehearsal(tx, { id, runId, ofRosterId: rosterId, build, address, ...operator })
  await record(tx, rehearsalFacts, [
    {
      machine: 'rehearsal',
      subjectId: id,
      type: 'rehearsal.began',
      commandId,
      data: { roster: rosterId, name, week: weekOf, build },
    },
  ])
  return null
}
