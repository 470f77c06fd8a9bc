import { bear } from '@/lib/engine/transition'
import { context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { cutover, FLAG_ID } from '@/lib/roster/cutover/machine'

/**
 * Makes the cut-over flag where there is none: dormant, or live where the new engine has moved weeks before there was a
 * flag, since those would be left to no engine.
 */
export async function ensureFlag(appUrl: string): Promise<void> {
  const db = connect(appUrl)
  try {
    if ((await db.cutover.count()) > 0) return
    const isUsed = (await db.rosterRun.count({ where: { kind: 'week', v2State: { notIn: ['DRAFT'] } } })) > 0
    const ctx = context({ actor: SYSTEM, db, shift: 0 })
    const flag = { id: FLAG_ID, values: { changed_at: ctx.now() }, data: {} }
    await bear(ctx, cutover, isUsed ? 'LIVE' : 'DORMANT', [flag])
  } finally {
    await db.$disconnect()
  }
}
