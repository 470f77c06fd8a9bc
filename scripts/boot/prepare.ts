// Checks the environment, migrates, loads the sample company once: in a process of its own, since the schema engine
// leaves a timer behind. Its last line tells the start what it found.
import type pg from 'pg'
import { parseEnv } from '@/lib/platform/env'
import { migrate } from '../db/commands'
import { loadSampleOnce } from '../db/sample'
import { openTarget } from '../db/target'
import { withClient } from './roles.mjs'

async function prepare() {
  const { SAMPLE, DAYBOOK_HOME, DAYBOOK_EMBEDDED } = parseEnv(process.env)
  const target = await openTarget()
  const migrated = await migrate(target)
  const loaded = SAMPLE ? await loadSampleOnce(target, { home: DAYBOOK_HOME, isEmbedded: DAYBOOK_EMBEDDED }) : null
  const found = await withClient(target.ownerUrl, async (owner: pg.Client) => {
    const { rows } = await owner.query(
      'SELECT (SELECT count(*)::int FROM app_user) AS users, coalesce((SELECT bool_or(sample) FROM company), false) AS "isSample"',
    )
    return rows[0]
  })
  console.log(JSON.stringify({ ...found, said: loaded ? [migrated, loaded] : [migrated] }))
}

prepare().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message)
    process.exit(1)
  },
)
