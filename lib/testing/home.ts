// A home of its own for each file of database tests: the seals that another database's home has seen would hold every
// mail of this one's.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'daybook-test-home-'))
process.env.DAYBOOK_HOME = home
afterAll(() => rmSync(home, { recursive: true, force: true }))
