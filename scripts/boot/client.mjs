import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { runNode } from './children.mjs'
import { hashOf } from './hash.mjs'

const stamp = 'lib/platform/prisma/.schema'

/** Makes the database client from the schema, unless it is there for this schema and these packages. */
export async function generateClient() {
  const wanted = hashOf(['prisma/schema', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await runNode(['node_modules/prisma/build/index.js', 'generate'], 'prisma generate', {
    ...process.env,
    // Generating needs no engine; a path that exists keeps the command line from downloading one.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  })
  writeFileSync(stamp, wanted)
}
