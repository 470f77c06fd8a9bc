// Checks the environment, migrates, loads the sample company once: in a process of its own, since the schema engine
// leaves a timer behind. Its last line tells the start what it found.
import type pg from 'pg'
import { parseEnv } from '@/lib/platform/env'
import { migrate } from '../db/commands'
import { forgetMailServer, loadSampleOnce } from '../db/sample'
import { openTarget } from '../db/target'
import { withClient } from './roles.mjs'

/** A line for the start to print: what was done and how long it took; null when there was nothing to do. */
async function timed(name: string, work: () => Promise<string | null>): Promise<string | null> {
  const started = performance.now()
  const said = await work()
  return said && `${name.padEnd(10)} ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${said}`
}

async function prepare() {
  const { SAMPLE, DAYBOOK_HOME, DAYBOOK_EMBEDDED } = parseEnv(process.env)
  forgetMailServer()
  const target = await openTarget()
  const migrated = await timed('migrate', () => migrate(target))
  const loaded = SAMPLE
    ? await timed('seed', () => loadSampleOnce(target, { home: DAYBOOK_HOME, isEmbedded: DAYBOOK_EMBEDDED }))
    : null
  const found = await withClient(target.ownerUrl, async (owner: pg.Client) => {
    const { rows } = await owner.query(
      'SELECT (SELECT count(*)::int FROM app_user) AS users, coalesce((SELECT bool_or(sample) FROM company), false) AS "isSample"',
    )
    return rows[0]
  })
  console.log(JSON.stringify({ ...found, said: [migrated, loaded].filter(Boolean) }))
}

prepare().then(
  () => process.exit(0),
  (error: Error & { code?: string }) => {
    console.error(error.message)
    if (error.code === '42501')
      console.error('Set DATABASE_OWNER_URL to the role that owns the database and its tables.')
    process.exit(1)
  },
)
