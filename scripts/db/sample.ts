import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { seal } from '@/lib/engine/seal'
import { measureSkew } from '@/lib/platform/clock'
import { type Context, context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { seed } from '@/prisma/seed/company'
import { seedCutover } from '@/prisma/seed/gap'
import { withClient } from '../boot/roles.mjs'
import { reset } from './commands'
import type { Target } from './target'

const SAMPLE_LOCK = 7_052_032

/**
 * From here on this process knows no mail server: what a company has lived through is captured, never mailed. To be
 * called before the environment is read, since that is kept.
 */
export function forgetMailServer(): void {
  for (const name of ['SMTP_URL', 'RESEND_API_KEY']) delete process.env[name]
}

type Load = (ctx: Context) => Promise<string>

/** What can be loaded: the sample company, or the one that stands before its cut-over. */
const SEEDS: Record<string, Load> = { sample: (ctx) => seed(ctx), cutover: seedCutover }

/** @throws a sentence when there is no seed of that name */
export function findSeed(name = 'sample'): Load {
  const load = Object.hasOwn(SEEDS, name) ? SEEDS[name] : undefined
  if (load) return load
  throw new Error(
    `There is no seed called ${name}. Write "npm run db -- seed" for the sample company, or "npm run db -- seed cutover" for one before its cut-over.`,
  )
}

/** Loads a company into a migrated database. @throws a sentence when it holds weeks already */
export async function loadSample({ appUrl }: Target, load = findSeed()): Promise<string> {
  const db = connect(appUrl)
  try {
    await measureSkew(db)
    // As it would have been lived: a switch of today was off then.
    const ctx = context({ actor: SYSTEM, db, shift: 0, killed: false })
    const said = await load(ctx)
    // Its events are dated when they would have happened: unsealed they would read as a lag of half a year.
    for (let seals = 1; seals > 0; ) seals = await seal(ctx)
    return said
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
