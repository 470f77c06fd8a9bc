import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { measureSkew } from '@/lib/platform/clock'
import { context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { seed } from '@/prisma/seed/company'
import { withClient } from '../boot/roles.mjs'
import { reset } from './commands'
import type { Target } from './target'

const SAMPLE_LOCK = 7_052_032

/** Loads the sample company. Throws a sentence when the database holds weeks already. */
export async function loadSample({ appUrl }: Target): Promise<string> {
  const db = connect(appUrl)
  try {
    await measureSkew(db)
    return await seed(context({ actor: SYSTEM, db, shift: 0 }))
  } finally {
    await db.$disconnect()
  }
}

/**
 * Loads the sample company into a database that holds no company and no account. One that a killed start left half
 * loaded is emptied first, if the database is our own.
 * @param home keeps a mark while the company is being loaded
 * @returns what was loaded, or null when there was nothing to do
 */
export async function loadSampleOnce(target: Target, options: { home: string; isEmbedded: boolean }) {
  return withClient(target.ownerUrl, async (owner: pg.Client) => {
    await owner.query('SELECT pg_advisory_lock($1)', [SAMPLE_LOCK])
    const mark = join(options.home, 'loading-sample')
    if (existsSync(mark)) {
      if (!options.isEmbedded)
        throw new Error('The sample company was loaded by half: npm run db -- reset, then start again.')
      await reset(target)
      rmSync(mark)
    }
    const { rows } = await owner.query('SELECT EXISTS (SELECT FROM company) OR EXISTS (SELECT FROM app_user) AS used')
    if (rows[0].used) return null
    writeFileSync(mark, '')
    const said = await loadSample(target)
    rmSync(mark)
    return said
  })
}
